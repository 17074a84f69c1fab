import { ATTACKS } from './attacks';
import type { Outcome } from './history';
import { ACCIDENTS } from './receiver';
import { FATES } from './wire';

/** The tables of the campaign. */

/** Everything that a campaign must have tried. */
const CLASSES = ['delivered', ...FATES, ...ACCIDENTS, ...ATTACKS] as const;

const row = (cells: ReadonlyArray<string | number>) => `| ${cells.join(' | ')} |`;
const numbers = (count: number) => '---:|'.repeat(count);

interface Sums {
	events: number;
	messages: number;
	deliveries: number;
	forgedAccepted: number;
	strangers: number;
	renamed: number;
	repeated: number;
	lost: number;
}

const SUMMED: ReadonlyArray<[keyof Sums, string]> = [
	['events', 'Events'],
	['messages', 'Messages'],
	['deliveries', 'Requests'],
	['forgedAccepted', 'Forged accepted'],
	['strangers', 'Invented'],
	['renamed', 'Under two ids'],
	['repeated', 'Twice'],
	['lost', 'Lost'],
];

const receivers = (outcomes: readonly Outcome[]) => [
	...new Set(outcomes.map(({ receiver }) => receiver)),
];
const countOf = (outcomes: readonly Outcome[], name: (typeof CLASSES)[number]) =>
	outcomes.reduce((sum, { classes }) => sum + (classes.get(name) ?? 0), 0);

/** Classes that never occurred: the campaign says nothing about them. */
export function absentClasses(outcomes: readonly Outcome[]): string[] {
	return CLASSES.filter((name) => countOf(outcomes, name) === 0);
}

/** The tables of all outcomes, as Markdown. */
export function reportOf(outcomes: readonly Outcome[]): string {
	const names = receivers(outcomes);
	const of = (name: string) => outcomes.filter(({ receiver }) => receiver === name);
	const results = names.map((name) =>
		row([name, ...SUMMED.map(([key]) => of(name).reduce((sum, one) => sum + one[key], 0))]),
	);
	const causes = [...new Set(outcomes.flatMap(({ excused }) => [...excused.keys()]))].sort();
	const lost = causes.map((cause) =>
		row([
			cause,
			...names.map((name) =>
				of(name).reduce((sum, { excused }) => sum + (excused.get(cause) ?? 0), 0),
			),
		]),
	);
	const tried = CLASSES.map((name) => `${name} ${countOf(outcomes, name)}`).join(', ');
	return [
		[
			row(['Receiver', ...SUMMED.map(([, title]) => title)]),
			`|---|${numbers(SUMMED.length)}`,
			...results,
		].join('\n'),
		'Lost events of _L1 Validator_, which no list has, by what happened to their message:',
		[row(['What happened', ...names]), `|---|${numbers(names.length)}`, ...lost].join('\n'),
		`What happened, and how often: ${tried}.`,
	].join('\n\n');
}
