import { type Block, type Gain, GAINS, gainsOf } from './gains';
import { type Group, markdownTable, verdict } from './report';

/**
 * The table of docs/performance.md, and the sentences before it, which are made from it. The
 * first rows of a whole run begin the table anew; all others replace their own. Both values of a
 * quotient are always from the same run.
 */

const SENTENCES = /(<!-- gains -->)[^]*(<!-- end of gains -->)/;
const TABLE = /(<!-- table -->)[^]*(<!-- end of table -->)/;
const TITLE = /^\| \*\*(\d+) /;
const HEAD_LINES = 2;

/** Description of a run. */
export interface Run {
	rounds: number;
	/** The kind of machine. */
	machine: string;
	groups: readonly Group[];
	/** True where these rows are the first of a whole run: they begin the table anew. */
	whole: boolean;
}

/** The page with the sentences that its table gives. Throws where it has no place for them. */
export function withGains(page: string, gains: readonly Gain[] = GAINS): string {
	if (!SENTENCES.test(page)) {
		throw new Error('docs/performance.md has no markers for the sentences on gains');
	}
	const table = (TABLE.exec(page)?.[0] ?? '').split('\n').filter((line) => line.startsWith('|'));
	const sentences = gainsOf(blocksOf(table.slice(HEAD_LINES)), gains);
	return page.replace(SENTENCES, (_, begin: string, end: string) =>
		[begin, sentences, end].join('\n\n'),
	);
}

/**
 * The page with the run's rows in its table, and the sentences that they give. Throws where the page
 * has no table, or where some rows were measured on another kind of machine, or with fewer rounds,
 * than the table says.
 */
export function written(page: string, run: Run, gains: readonly Gain[] = GAINS): string {
	const found = TABLE.exec(page);
	if (!found) throw new Error('docs/performance.md has no markers for the table');
	const [head, ...lines] = run.whole
		? markdownTable(run.groups).split('\n')
		: merged(found[0], run);
	const table = [head, ...lines];
	const about = `Medians of ${run.rounds} rounds on ${run.machine}. ${verdict(goalsIn(table))}.`;
	const block = [about, '', ...table].join('\n');
	const renewed = page.replace(
		TABLE,
		(_, begin: string, end: string) => `${begin}\n\n${block}\n\n${end}`,
	);
	return withGains(renewed, gains);
}

/** The lines of the table with those of the run's rows in place of their old ones, in order. */
function merged(before: string, { rounds, machine, groups }: Run): string[] {
	const about = `Medians of ${rounds} rounds on ${machine}. `;
	if (!before.includes(about)) {
		throw new Error(
			`The table is not of ${rounds} rounds on ${machine}: write a whole run, without --rows`,
		);
	}
	const old = before.split('\n').filter((line) => line.startsWith('|'));
	const head = old.slice(0, HEAD_LINES);
	const measured = new Set(groups.map(({ row }) => row));
	const unmeasured = blocksOf(old.slice(HEAD_LINES)).filter(({ row }) => !measured.has(row));
	const renewed = blocksOf(markdownTable(groups).split('\n').slice(HEAD_LINES));
	const all = [...unmeasured, ...renewed].sort((a, b) => a.row - b.row);
	return [...head, ...all.flatMap(({ lines }) => lines)];
}

/** The table's lines by group, each beginning with its title. */
function blocksOf(lines: readonly string[]): Block[] {
	const blocks: Array<Block & { lines: string[] }> = [];
	for (const line of lines) {
		const row = TITLE.exec(line)?.[1];
		if (row !== undefined) blocks.push({ row: Number(row), lines: [line] });
		else blocks.at(-1)?.lines.push(line);
	}
	return blocks;
}

/** Rows of the table's lines, each with `met` if the line has a goal. */
function goalsIn(table: readonly string[]): Array<{ row: number; met?: boolean }> {
	return blocksOf(table.slice(HEAD_LINES)).flatMap(({ row, lines }) =>
		lines.map((line) => {
			const said = / (met|MISSED) \|$/.exec(line)?.[1];
			return { row, ...(said !== undefined && { met: said === 'met' }) };
		}),
	);
}
