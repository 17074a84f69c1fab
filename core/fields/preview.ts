const PREVIEW = 80;
/** Maximum number of values in an error message: a list from an expression may have billions. */
const MOST_VALUES = 1000;

/** True for Infinity and NaN, which JSON.stringify shows as null. */
const isNoJson = (value: unknown) => typeof value === 'number' && !Number.isFinite(value);

/** A value for an error message: short and on one line, for any type of value. */
export function preview(value: unknown): string {
	let text: string;
	let values = 0;
	const bounded = (_: string, inner: unknown) => {
		if (++values > MOST_VALUES) throw new RangeError();
		return isNoJson(inner) ? String(inner) : inner;
	};
	try {
		text =
			typeof value === 'string'
				? JSON.stringify(value.slice(0, PREVIEW + 1))
				: isNoJson(value)
					? String(value)
					: (JSON.stringify(value, bounded) ?? String(value));
	} catch {
		text = Array.isArray(value) ? 'a list' : typeof value;
	}
	return text.length > PREVIEW ? `${text.slice(0, PREVIEW)}…` : text;
}

/** A URL, however it is written, without all that can hold a secret: user, path and query. */
export function untilHost(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	const [host = value.slice(0, 8)] = /^[a-z]*:?\/\/[^/?#\\]*/i.exec(value) ?? [];
	const publicPart = host.replace(/\/\/.*@/s, '//…@');
	return publicPart === value ? value : `${publicPart}…`;
}
