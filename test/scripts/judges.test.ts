import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as exporting from '../../campaigns/exportWorld/classes';
import { WEAKENINGS as EXPORTS } from '../../campaigns/exportWorld/weakenings';
import type { Change } from '../../campaigns/lambdas/weakened';
import * as notifying from '../../campaigns/notifyWorld/classes';
import { WEAKENINGS as NOTIFY } from '../../campaigns/notifyWorld/weakenings';
import { FUNCTION_WEAKENINGS } from '../../campaigns/webhooks/weakenings';
import { KILL_FAULTS, SOURCE_FAULTS } from '../../scripts/judges/faults';

/** The sources contain what the faults of `npm run opinion -- judges` change. */

const ROOT = path.resolve(__dirname, '../..');
const CAMPAIGNS: ReadonlyArray<Change & { name: string }> = [
	...NOTIFY,
	...EXPORTS,
	...FUNCTION_WEAKENINGS,
	...Object.values(KILL_FAULTS),
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

test.each([
	['notify', NOTIFY, notifying.CLASS_NAMES],
	['exports', EXPORTS, exporting.CLASS_NAMES],
])('%s: a safeguard of every class can be taken out', (_, weakenings, names) => {
	expect([...new Set(weakenings.map(({ finds }) => String(finds)))].sort()).toEqual(
		[...names].sort(),
	);
});
