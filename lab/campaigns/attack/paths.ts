/** Places in a JSON value, and what stands there in its text. */

export type Path = ReadonlyArray<string | number>;

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The paths of all values, the whole first. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [path];
	const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
	return [path, ...entries.flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

/** The value at a path. */
export function valueAt(value: unknown, path: Path): unknown {
	return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], value);
}

const MARK = '\u0001here\u0001';

/** The sample with this text in place of one value. */
export function withToken(sample: string, path: Path, token: string): string {
	const whole = JSON.parse(sample) as unknown;
	const last = path.at(-1);
	if (last === undefined) return token;
	(valueAt(whole, path.slice(0, -1)) as Record<string, unknown>)[last] = MARK;
	const [before, after] = JSON.stringify(whole).split(JSON.stringify(MARK));
	return before + token + after;
}

/** The sample without one field. */
export function without(sample: string, path: Path): string {
	const whole = JSON.parse(sample) as unknown;
	delete (valueAt(whole, path.slice(0, -1)) as Record<string, unknown>)[path.at(-1) as string];
	return JSON.stringify(whole);
}

/** A path as it is shown. */
export function at(path: Path): string {
	return path.length === 0 ? 'the answer' : path.join('.');
}
