import { type MarkdownColumn, markdownTable } from '../../kit/text/markdownTable';
import { ATTACKS } from './attacks';
import type { Outcome } from './history';
import { ACCIDENTS } from './receiver';
import { FATES } from './wire';

/** The tables of the campaign. */

/** Everything that a campaign must have tried. */
const CLASSES = ['delivered', ...FATES, ...ACCIDENTS, ...ATTACKS] as const;

type Count = Exclude<keyof Outcome, 'receiver' | 'classes' | 'findings' | 'lostOnes' | 'excused'>;

const SUMMED: ReadonlyArray<[Count, string]> = [
	['events', 'Events'],
	['messages', 'Messages'],
	['deliveries', 'Requests'],
	['forgedAccepted', 'Forged accepted'],
	['strangers', 'Invented'],
	['renamed', 'Under two ids'],
	['repeated', 'Twice'],
	['lost', 'Lost'],
];

const countOf = (outcomes: readonly Outcome[], name: (typeof CLASSES)[number]) =>
	outcomes.reduce((sum, { classes }) => sum + (classes.get(name) ?? 0), 0);

/** Classes that never occurred: the campaign says nothing about them. */
export function absentClasses(outcomes: readonly Outcome[]): string[] {
	return CLASSES.filter((name) => countOf(outcomes, name) === 0);
}

/** The tables of all outcomes, as Markdown. */
export function reportOf(outcomes: readonly Outcome[]): string {
	const names = [...new Set(outcomes.map(({ receiver }) => receiver))];
	const sum = (name: string, read: (outcome: Outcome) => number) =>
		outcomes.reduce((all, one) => all + (one.receiver === name ? read(one) : 0), 0);
	const causes = [...new Set(outcomes.flatMap(({ excused }) => [...excused.keys()]))].sort();
	const results: Array<MarkdownColumn<string>> = [
		['Receiver', (name) => name],
		...SUMMED.map(([key, title]): MarkdownColumn<string> => {
			return [title, (name) => sum(name, (one) => one[key])];
		}),
	];
	const lost: Array<MarkdownColumn<string>> = [
		['What happened', (cause) => cause],
		...names.map((name): MarkdownColumn<string> => {
			return [name, (cause) => sum(name, ({ excused }) => excused.get(cause) ?? 0)];
		}),
	];
	const tried = CLASSES.map((name) => `${name} ${countOf(outcomes, name)}`).join(', ');
	return [
		markdownTable(results, names),
		'Lost events of _L1 Validator_, which no list has, by what happened to their message:',
		markdownTable(lost, causes),
		`What happened, and how often: ${tried}.`,
	].join('\n\n');
}
