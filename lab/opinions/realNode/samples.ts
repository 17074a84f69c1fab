/**
 * The samples of Prometheus' text format as they are written, without code of the package; with
 * `names`, those that are named so at their end.
 */
export function samplesIn(text: string, names?: readonly string[]): unknown {
	const samples = text
		.split('\n')
		.filter((line) => line !== '' && !line.startsWith('#'))
		.map((line) => ({
			name: line.split(/[ {]/, 1)[0],
			valueText: line.slice(line.lastIndexOf(' ') + 1),
		}));
	return samples.filter(({ name }) => !names || names.some((one) => name.endsWith(one)));
}
