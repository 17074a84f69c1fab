/** A column of a table: its title, and how it reads a row. Numbers are aligned to the right. */
export type MarkdownColumn<Row> = [title: string, read: (row: Row) => string | number];

/** Rows as a Markdown table with columns of even width; numbers with separators of thousands. */
export function markdownTable<Row>(
	columns: ReadonlyArray<MarkdownColumn<Row>>,
	rows: readonly Row[],
): string {
	const values = rows.map((row) => columns.map(([, read]) => read(row)));
	const isText = (at: number) => values.every((row) => !/^\d|^$/.test(String(row[at])));
	const cells = [
		columns.map(([title]) => title),
		...values.map((row) => row.map((value) => value.toLocaleString('en'))),
	];
	const widths = columns.map((_, at) => Math.max(...cells.map((row) => row[at].length)));
	const line = (row: string[]) => `| ${row.join(' | ')} |`;
	const [head, ...body] = cells.map((row) =>
		line(row.map((cell, at) => (isText(at) ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))),
	);
	const rule = widths.map((width, at) =>
		isText(at) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
	);
	return [head, line(rule), ...body].join('\n');
}
