/** Prints objects as a table that fits the width of a terminal. */

const SEPARATOR = '  ';
/** Minimum and maximum width of a column. */
const NARROWEST = 13;
const WIDEST = 44;
/**
 * Columns of numbers are not cut, because a number without its last digits is a different number.
 */
const NUMBER = /^-?\d{1,24}(\.\d{1,12})?$/;

function cellText(value: unknown): string {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return text.replace(/\s+/g, ' ');
}

function cut(text: string, width: number): string {
	return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width);
}

interface Column {
	key: string;
	/** Full and minimum width of the column. */
	needed: number;
	least: number;
}

function columnOf(key: string, values: readonly string[]): Column {
	const longest = Math.max(0, ...values.map((value) => value.length));
	const needed = Math.min(WIDEST, Math.max(key.length, longest));
	const isNumbers = values.every((value) => value === '' || NUMBER.test(value));
	return { key, needed, least: isNumbers ? Math.max(NARROWEST, longest) : NARROWEST };
}

/** The widths of as many columns as fit: the widest ones shrink first. */
function fit(columns: readonly Column[], width: number): number[] {
	const widths = columns.map(({ needed }) => needed);
	const spare = (at: number) => widths[at] - columns[at].least;
	const excess = () =>
		widths.reduce((sum, one) => sum + one, SEPARATOR.length * (widths.length - 1)) - width;
	while (excess() > 0) {
		const cuttable = widths.map((one, at) => (spare(at) > 0 ? one : 0));
		const widest = cuttable.indexOf(Math.max(...cuttable));
		if (cuttable[widest] > 0) widths[widest]--;
		else if (widths.length > 1) widths.pop();
		else break;
	}
	return widths;
}

export interface TableOptions {
	/** Characters of a line. */
	width: number;
	/** Maximum number of rows; the rest is counted. */
	rows: number;
}

/** The lines of a table of objects: a header, a rule, the rows, and what was omitted. */
export function table(
	items: ReadonlyArray<Record<string, unknown>>,
	{ width, rows }: TableOptions,
): string[] {
	if (items.length === 0) return ['(no items)'];
	const keys = [...new Set(items.flatMap((item) => Object.keys(item)))];
	if (keys.length === 0) return [`${items.length} empty item${items.length === 1 ? '' : 's'}`];
	const head = items.slice(0, rows);
	const columns = keys.map((key) =>
		columnOf(
			key,
			head.map((item) => cellText(item[key])),
		),
	);
	const widths = fit(columns, width);
	const line = (cells: string[]) =>
		widths
			.map((one, at) => cut(cells[at], one))
			.join(SEPARATOR)
			.trimEnd();
	const more = [
		...(items.length > rows ? [`${items.length - rows} more items`] : []),
		...(keys.length > widths.length
			? [`columns not shown: ${keys.slice(widths.length).join(', ')}`]
			: []),
	];
	return [
		line(keys),
		line(widths.map((one) => '-'.repeat(one))),
		...head.map((item) => line(keys.map((key) => cellText(item[key])))),
		...(more.length > 0 ? [`(${more.join('; ')})`] : []),
	];
}

/** The columns with sentences. */
const SENTENCES = ['title', 'text'] as const;

/**
 * The lines of items with sentences: for each item its title and its text, uncut, then a table of
 * the other columns. Items without them are only a table.
 */
export function sentencesAndTable(
	items: ReadonlyArray<Record<string, unknown>>,
	options: TableOptions,
): string[] {
	const isListed = (item: Record<string, unknown>) =>
		SENTENCES.every((key) => typeof item[key] === 'string');
	if (items.length === 0 || !items.every(isListed)) return table(items, options);
	const sentences = items
		.slice(0, options.rows)
		.flatMap((item) => SENTENCES.map((key) => cellText(item[key])));
	const others = items.map((item) =>
		Object.fromEntries(
			Object.entries(item).filter(([key]) => !SENTENCES.some((one) => one === key)),
		),
	);
	return [...sentences, ...table(others, options)];
}
