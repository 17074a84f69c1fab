import type { Figures } from './watch';
import { type MarkdownColumn, markdownTable } from '../../kit/text/markdownTable';
import { table } from '../../kit/text/table';

/** Output of a campaign of attacks, and the table of docs/security.md. */

/** The figures of each class, in the order of the campaign. */
export type Results = ReadonlyMap<string, Figures>;

/** Adds the figures of a later round. */
export function joined(before: Figures | undefined, later: Figures): Figures {
	if (!before) return later;
	const slower = later.slowestMs > before.slowestMs ? later : before;
	const refused = { ...before.refused };
	for (const [kind, count] of Object.entries(later.refused)) {
		refused[kind] = (refused[kind] ?? 0) + count;
	}
	return {
		cases: before.cases + later.cases,
		answered: before.answered + later.answered,
		refused,
		slowestMs: slower.slowestMs,
		slowest: slower.slowest,
		peakMemory: Math.max(before.peakMemory, later.peakMemory),
		findings: [...before.findings, ...later.findings],
		notes: [...new Set([...before.notes, ...later.notes])],
	};
}

const MOST = 20;

function kindsOf({ refused }: Figures): string {
	return Object.entries(refused)
		.sort(([, a], [, b]) => b - a)
		.map(([kind, count]) => `${kind} ${count}`)
		.join(', ');
}

/** Attacks and findings of all classes, such as `394 attacks, 0 findings`. */
function verdictOf(results: Results): string {
	const all = [...results.values()];
	const cases = all.reduce((sum, figures) => sum + figures.cases, 0);
	const findings = all.reduce((sum, figures) => sum + figures.findings.length, 0);
	return `${cases.toLocaleString('en')} attacks, ${findings} findings`;
}

/** The table for a terminal, the notes, and the first findings. */
export function report(results: Results): string {
	const rows = [...results].map(([name, figures]) => ({
		class: name,
		cases: figures.cases,
		answered: figures.answered,
		'slowest ms': Math.round(figures.slowestMs),
		'peak MB': figures.peakMemory,
		findings: figures.findings.length,
		'errors by kind': kindsOf(figures),
	}));
	const all = [...results.values()];
	const notes = all.flatMap((figures) => figures.notes).map((note) => `Note: ${note}`);
	const findings = all.flatMap((figures) => figures.findings);
	const listed = findings.slice(0, MOST).map(({ attack, what }) => `FINDING ${attack}\n  ${what}`);
	const left = findings.length - listed.length;
	return [
		...table(rows, { width: 160, rows: 100 }),
		'',
		...notes,
		...listed,
		...(left > 0 ? [`and ${left} more`] : []),
		verdictOf(results),
	].join('\n');
}

const COLUMNS: Array<MarkdownColumn<[name: string, figures: Figures]>> = [
	['Class', ([name]) => name],
	['Attacks', ([, { cases }]) => cases],
	['Results', ([, { answered }]) => answered],
	['Errors by kind', ([, figures]) => kindsOf(figures)],
	['Slowest (ms)', ([, { slowestMs }]) => Math.round(slowestMs)],
	['Peak of memory (MB)', ([, { peakMemory }]) => peakMemory],
	['Findings', ([, { findings }]) => findings.length],
];

/** The table of docs/security.md. */
export function page(results: Results): string {
	return `${verdictOf(results)}.\n\n${markdownTable(COLUMNS, [...results])}`;
}
