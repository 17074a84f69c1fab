import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FAULTS } from '../../scripts/judges/faults';

/** The sources contain what the faults of `npm run judges` change. */

const ROOT = path.resolve(__dirname, '../..');

test.each(FAULTS)('$judge: $name', ({ file, from }) => {
	expect(readFileSync(path.join(ROOT, file), 'utf8').split(from)).toHaveLength(2);
});
