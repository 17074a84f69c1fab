import { readFileSync } from 'node:fs';
import path from 'node:path';
import { SOURCE_FAULTS } from '../../scripts/judges/faults';

/** The sources contain what the faults of `npm run opinion -- judges` change. */

const ROOT = path.resolve(__dirname, '../..');

test.each(SOURCE_FAULTS)('$judges: $name', ({ file, from, also }) => {
	const source = readFileSync(path.join(ROOT, file), 'utf8');
	for (const text of [from, ...(also ? [also.from] : [])]) {
		expect(source.split(text)).toHaveLength(2);
	}
});
