/** A family of the text format: its type, and the names of the labels of each kind of sample. */
export type Families = Record<string, { type: string; samples: string[] }>;

/** The families of a Prometheus text. The last one is left out: a recording may end within it. */
export function familiesOf(text: string): Families {
	const families: Families = {};
	let current: { type: string; samples: string[] } | undefined;
	for (const line of text.split('\n')) {
		const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
		if (name) families[name] = current = { type, samples: [] };
		const [, sample, labels = ''] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
		if (!sample || line.startsWith('#')) continue;
		const names = [...labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)].map(([, label]) => label);
		const kind = `${sample} ${names.join()}`;
		if (current && !current.samples.includes(kind)) current.samples.push(kind);
	}
	return families;
}

/**
 * Both sides of two texts of metrics, of the families that the emulator has and that come before
 * the end of the recorded text, whose families are sorted.
 */
export function comparableFamilies(recorded: string, emulated: string): [Families, Families] {
	const [all, own] = [familiesOf(recorded), familiesOf(emulated)];
	const end = Object.keys(all).sort().at(-1) ?? '';
	const names = Object.keys(own).filter((name) => name < end);
	const pick = (from: Families) =>
		Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));
	return [pick(all), pick(own)];
}
