import { type Summary, summaryOf } from './stats';

/** Minimum or maximum that a line must reach, if it has a goal. */
export type Goal = { least: number } | { most: number };

/** One thing that was measured, once a round. */
export interface Line {
	name: string;
	/** Such as `items/s`, `ms`, `MB`; `×` for a quotient of two others. */
	unit: string;
	values: readonly number[];
	goal?: Goal;
}

/** A row of the comparison at one size. */
export interface Group {
	row: number;
	title: string;
	lines: readonly Line[];
	/** Reason why nothing could be measured here. */
	skipped?: string;
}

/** A line with its figures. */
export interface Judged extends Summary {
	name: string;
	unit: string;
	goal?: string;
	met?: boolean;
}

/** The median counts against the goal. */
export function judge({ name, unit, values, goal }: Line): Judged {
	const summary = summaryOf(values);
	const judged = { name, unit, ...summary };
	if (!goal) return judged;
	const isLeast = 'least' in goal;
	const bound = isLeast ? goal.least : goal.most;
	const met = isLeast ? summary.median >= bound : summary.median <= bound;
	return { ...judged, goal: `${isLeast ? '≥' : '≤'} ${figure(bound)}`, met };
}

/** Three digits or all before the point: more would be noise. */
export function figure(value: number): string {
	const size = Math.abs(value);
	const digits = Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 3;
	return value.toLocaleString('en', {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
}

/** Groups as the machine-readable form gives them. */
export function toJson(groups: readonly Group[]) {
	return groups.map(({ row, title, lines, skipped }) => ({
		row,
		title,
		...(skipped !== undefined && { skipped }),
		lines: lines.map((line) => ({ ...judge(line), rounds: line.values })),
	}));
}

const HEAD = ['', 'median', 'min', 'max', 'unit', 'goal', ''];

function cellsOf(line: Line): string[] {
	const { name, unit, median, least, most, goal = '', met } = judge(line);
	const verdict = met === undefined ? '' : met ? 'met' : 'MISSED';
	return [name, ...[median, least, most].map(figure), unit, goal, verdict];
}

/** The one table, in Markdown. */
export function markdownTable(groups: readonly Group[]): string {
	const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [
		row(['', ...HEAD.slice(1)]),
		'|---|--:|--:|--:|---|---|---|',
		...groups.flatMap(({ row: number, title, lines, skipped }) => [
			row([
				`**${number} ${title}**${skipped === undefined ? '' : `: not measured, ${skipped}`}`,
				...HEAD.slice(1).map(() => ''),
			]),
			...lines.map((line) => row(cellsOf(line))),
		]),
	].join('\n');
}

/** One sentence on the goals. */
export function verdictOf(groups: readonly Group[]): string {
	return verdict(
		groups.flatMap(({ row, lines }) => lines.map((line) => ({ row, ...judge(line) }))),
	);
}

/** One sentence on goals by row; lines without a goal do not count. */
export function verdict(lines: ReadonlyArray<{ row: number; met?: boolean }>): string {
	const judged = lines.filter(({ met }) => met !== undefined);
	const missed = judged.filter(({ met }) => !met);
	const of = `${judged.length - missed.length} of ${judged.length} goals met`;
	if (missed.length === 0) return of;
	const rows = [...new Set(missed.map(({ row }) => row))];
	return `${of}; missed in row${rows.length > 1 ? 's' : ''} ${rows.join(', ')}`;
}
