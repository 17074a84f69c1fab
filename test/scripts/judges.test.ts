import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Change } from '../../lab/campaigns/lambdas/weakened';
import { CLASS_NAMES } from '../../lab/campaigns/notifyWorld/classes';
import { WEAKENINGS as NOTIFY } from '../../lab/campaigns/notifyWorld/weakenings';
import { FUNCTION_WEAKENINGS } from '../../lab/campaigns/webhooks/weakenings';
import { DECIDING, EQUIVALENT } from '../../scripts/mutants/deciding';
import { KILL_FAULT, SOURCE_FAULTS } from '../../lab/opinions/judges/faults';

/** The sources contain what the faults of `npm run opinion -- judges` change, and the functions of `npm run mutants`. */

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

test.each(Object.entries(DECIDING))('mutants that %s judge', (tests, group) => {
	expect(globSync(tests, { cwd: ROOT })).not.toEqual([]);
	for (const [file, names] of Object.entries(group)) {
		const source = readFileSync(path.join(ROOT, file), 'utf8');
		const isDeclared = (name: string) =>
			new RegExp(`\\b(?:function\\*?|const) ${name}\\b|^\\s*(?:async )?\\*?${name}\\(`, 'm').test(
				source,
			);
		expect([file, names.filter((name) => !isDeclared(name))]).toEqual([file, []]);
	}
});

test('mutants that are named as equivalent can still be put in', () => {
	const inOneLine = (file: string) =>
		readFileSync(path.join(ROOT, file), 'utf8').replace(/\s*\n\s*/g, ' ');
	expect(EQUIVALENT.filter(([file, from]) => !inOneLine(file).includes(from))).toEqual([]);
});
