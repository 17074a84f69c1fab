const PREVIEW = 80;
/** Values beyond it are not written out to be shown: a list from an expression may have billions. */
const SHOWN_VALUES = 1000;

/** A value as an error shows it: short, on one line, for any value. */
export function preview(value: unknown): string {
	let shown: string;
	let values = 0;
	const bounded = (_: string, inner: unknown) => {
		if (++values > SHOWN_VALUES) throw new RangeError();
		return inner;
	};
	try {
		shown =
			typeof value === 'string'
				? JSON.stringify(value.slice(0, PREVIEW + 1))
				: (JSON.stringify(value, bounded) ?? String(value));
	} catch {
		shown = Array.isArray(value) ? 'a list' : typeof value;
	}
	return shown.length > PREVIEW ? `${shown.slice(0, PREVIEW)}…` : shown;
}
