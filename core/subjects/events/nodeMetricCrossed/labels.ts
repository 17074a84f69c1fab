const PAIR = /\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*(?:"([^"\\]*)"|([^",\s]+))\s*(?:,|$)/y;

/** Labels as users write them, such as `chain="C", tag=all`; undefined if the text has another form. */
export function labelsOf(text: string): Record<string, string> | undefined {
	const labels: Record<string, string> = {};
	const end = text.trimEnd().length;
	for (let at = 0; at < end; at = PAIR.lastIndex) {
		PAIR.lastIndex = at;
		const [, name, quoted, plain] = PAIR.exec(text) ?? [];
		if (name === undefined) return undefined;
		labels[name] = quoted ?? plain;
	}
	return labels;
}
