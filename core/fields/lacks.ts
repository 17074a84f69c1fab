/** A required part that a response lacks. */
export interface Lack {
	/** Path from the root of the response to the part. */
	path: Array<string | number>;
	/** Its path in the declaration: `[]` is each item of a list, `{}` each value of a map. */
	place: string[];
}

/** Puts a key in front of the paths of all lacks but the first `known`. */
export function locateLacks(
	lacks: readonly Lack[],
	known: number,
	key: string | number,
	place: string,
): void {
	for (let at = known; at < lacks.length; at++) {
		lacks[at].path.unshift(key);
		lacks[at].place.unshift(place);
	}
}

/** The lacks of one place in the declaration. */
export interface LacksOfPlace {
	/** Path from the root of the response to the first of them. */
	path: ReadonlyArray<string | number>;
	/** Their path in the declaration, such as `validators[].txHash`. */
	place: string;
	count: number;
}

/** The lacks by their place in the declaration. */
export function lacksByPlace(lacks: readonly Lack[]): LacksOfPlace[] {
	const places = new Map<string, LacksOfPlace>();
	for (const { path, place: words } of lacks) {
		const place = words.reduce((before, word) =>
			word === '[]' || word === '{}' ? before + word : `${before}.${word}`,
		);
		const known = places.get(place);
		if (known) known.count += 1;
		else places.set(place, { path, place, count: 1 });
	}
	return [...places.values()];
}
