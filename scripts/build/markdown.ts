/** Small pieces of Markdown. */

export function byName<Item>(name: (item: Item) => string) {
	return (a: Item, b: Item) => name(a).localeCompare(name(b), 'en');
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim();
}

export function table(head: string[], rows: string[][]): string[] {
	const line = (cells: string[]) => `| ${cells.map(cell).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

export function code(text: unknown): string {
	return `\`${String(text)}\``;
}

export function sentence(text: string): string {
	return text === '' || /[.!?]$/.test(text) ? text : `${text}.`;
}
