/** Prometheus' text format, in which a node publishes its metrics. */

/** One sample. */
export interface Sample {
	/** With the ending of histograms and summaries (`_sum`, `_count`, `_bucket`). */
	name: string;
	/** `counter`, `gauge`, `histogram`, `summary` or `untyped`, if the text declares it. */
	type?: string;
	/** The text that explains it, if there is one. */
	help?: string;
	labels: Record<string, string>;
	/** Null if it is not a number or infinite. */
	value: number | null;
	/** The value as it was written, such as `NaN`, `+Inf` or `1.5e+09`. */
	valueText: string;
}

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const LABEL = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,?)/y;
const VALUE =
	/[ \t]+([+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|Inf|NaN))(?:[ \t]+-?\d+)?[ \t]*$/iy;
/** Histograms and summaries have samples under these names beside their own. */
const ENDING = /_(?:sum|count|bucket)$/;

/** True for a name that a metric can have. */
export function isMetricName(text: string): boolean {
	NAME.lastIndex = 0;
	return NAME.test(text) && NAME.lastIndex === text.length;
}

/** Reads the samples in their order. Returns undefined if a line does not have the format. */
export function readPrometheus(text: string): Sample[] | undefined {
	const types = new Map<string, string>();
	const helps = new Map<string, string>();
	const samples: Sample[] = [];
	for (const line of text.split(/\r?\n/)) {
		const plain = line.trim();
		if (plain === '') continue;
		if (plain.startsWith('#')) {
			const [, kind, name, said] = /^#\s*(TYPE|HELP)\s+(\S+)\s+(\S.*)$/.exec(plain) ?? [];
			if (kind === 'TYPE') types.set(name, said);
			if (kind === 'HELP')
				helps.set(
					name,
					said.replace(/\\(\\|n)/g, (_, sign) => (sign === 'n' ? ' ' : '\\')),
				);
			continue;
		}
		const sample = readSample(plain);
		if (!sample) return undefined;
		const family = sample.name.replace(ENDING, '');
		const type = types.get(sample.name) ?? types.get(family);
		const help = helps.get(sample.name) ?? helps.get(family);
		const { name, ...others } = sample;
		samples.push({ name, ...(type && { type }), ...(help && { help }), ...others });
	}
	return samples;
}

function readSample(line: string): Sample | undefined {
	NAME.lastIndex = 0;
	const name = NAME.exec(line)?.[0];
	if (name === undefined) return undefined;
	const labels: Array<[string, string]> = [];
	let at = name.length;
	if (/^\s*\{/.test(line.slice(at))) {
		at = line.indexOf('{', at) + 1;
		for (;;) {
			LABEL.lastIndex = at;
			const label = LABEL.exec(line);
			if (!label) break;
			labels.push([label[1], unescaped(label[2])]);
			at = LABEL.lastIndex;
			if (label[3] === '') break;
		}
		const end = /^\s*\}/.exec(line.slice(at));
		if (!end) return undefined;
		at += end[0].length;
	}
	// A value may follow the labels without a space between them.
	const rest = ` ${line.slice(at)}`;
	VALUE.lastIndex = 0;
	const valueText = VALUE.exec(rest)?.[1];
	if (valueText === undefined) return undefined;
	const number = Number(valueText);
	const value = Number.isFinite(number) ? number : null;
	return { name, labels: Object.fromEntries(labels), value, valueText };
}

function unescaped(text: string): string {
	return text.replace(/\\(.)/g, (whole, letter: string) => {
		if (letter === 'n') return '\n';
		return letter === '"' || letter === '\\' ? letter : whole;
	});
}
