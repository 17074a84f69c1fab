import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Change } from '../../lab/campaigns/lambdas/weakened';
import { CLASS_NAMES } from '../../lab/campaigns/notifyWorld/classes';
import { WEAKENINGS as NOTIFY } from '../../lab/campaigns/notifyWorld/weakenings';
import { FUNCTION_WEAKENINGS } from '../../lab/campaigns/webhooks/weakenings';
import { KILL_FAULT, SOURCE_FAULTS } from '../../lab/opinions/judges/faults';

/** The sources contain what the faults of `npm run opinion -- judges` change. */

const ROOT = path.resolve(__dirname, '../..');
const CAMPAIGNS: ReadonlyArray<Change & { name: string }> = [
	...NOTIFY,
	...FUNCTION_WEAKENINGS,
	KILL_FAULT,
];

test.each<Change & { name: string }>([...SOURCE_FAULTS, ...CAMPAIGNS])(
	'$name',
	({ file, from, also }) => {
		const source = readFileSync(path.join(ROOT, file), 'utf8');
		for (const text of [from, ...(also ? [also.from] : [])]) {
			expect(source.split(text)).toHaveLength(2);
		}
	},
);

test('a safeguard of every class of notify can be taken out', () => {
	expect([...new Set(NOTIFY.map(({ finds }) => String(finds)))].sort()).toEqual(
		[...CLASS_NAMES].sort(),
	);
});
