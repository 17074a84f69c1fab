/**
 * A page with new text between the marks of a measurement. The first mark names the command that
 * writes the text: `<!-- measured: npm run … -->`, the second is `<!-- end -->`.
 */
export function withMeasured(page: string, command: string, text: string): string {
	const [begin, end] = [`<!-- measured: ${command} -->`, '<!-- end -->'];
	const start = page.indexOf(begin);
	const stop = page.indexOf(end, start);
	if (start < 0 || stop < 0) throw new Error(`The page has no marks for the text of ${command}`);
	return `${page.slice(0, start)}${begin}\n\n${text}\n\n${page.slice(stop)}`;
}
