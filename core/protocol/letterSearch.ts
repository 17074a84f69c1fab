/** A part of a text: from `start` up to `end`. */
export interface TextSpan {
	start: number;
	end: number;
}

/**
 * Decoded characters, and the position in the text at which each starts; it ends at the start of
 * the next one. Those below `from` were read before.
 */
export interface Letters {
	codes: ArrayLike<number>;
	starts: ArrayLike<number>;
	from: number;
	to: number;
}

export interface LetterSearch {
	/**
	 * Reads the next characters. Before `from`, at least as many characters as the pattern has are
	 * available, or all.
	 */
	read(letters: Letters): void;
	/**
	 * Ends a text that was cut: a partial match at its end of at least `shortest` characters counts
	 * as a place.
	 */
	cut(shortest: number): void;
	/** The places in a text of `length` units, in order; overlapping ones are merged. */
	places(length: number): readonly TextSpan[];
}

/**
 * Searches a pattern in characters (Knuth, Morris and Pratt): at most two steps per character, for
 * any pattern and text. Returns a function that starts a search.
 *
 * @param pattern at least one character
 */
export function letterSearch(pattern: ArrayLike<number>): () => LetterSearch {
	const borders = bordersOf(pattern);
	return () => searchOf(pattern, borders);
}

function searchOf(pattern: ArrayLike<number>, borders: Uint32Array): LetterSearch {
	const { length } = pattern;
	const found: TextSpan[] = [];
	/**
	 * Number of characters of the pattern that match the last characters, and the position of the
	 * first.
	 */
	let matched = 0;
	let begun = 0;
	/** True if the last place ends at the next character. */
	let isOpen = false;

	function add(start: number, end: number): void {
		const last = found.at(-1);
		if (last && start < last.end) last.end = end;
		else found.push({ start, end });
	}

	return {
		read({ codes, starts, from, to }) {
			if (from === to) return;
			if (isOpen) found[found.length - 1].end = starts[from];
			isOpen = false;
			for (let i = from; i < to; i++) {
				const code = codes[i];
				while (matched > 0 && pattern[matched] !== code) matched = borders[matched - 1];
				if (pattern[matched] === code) matched++;
				if (matched < length) continue;
				isOpen = i + 1 === to;
				add(starts[i + 1 - length], isOpen ? Infinity : starts[i + 1]);
				matched = borders[length - 1];
			}
			begun = starts[to - matched];
		},
		cut(shortest) {
			if (matched >= shortest) add(begun, Infinity);
		},
		places(end) {
			const last = found.at(-1);
			if (last) last.end = Math.min(last.end, end);
			return found;
		},
	};
}

/**
 * For each prefix of a pattern, the length of its longest proper prefix that is also its suffix.
 */
function bordersOf(pattern: ArrayLike<number>): Uint32Array {
	const borders = new Uint32Array(pattern.length);
	let border = 0;
	for (let i = 1; i < pattern.length; i++) {
		while (border > 0 && pattern[border] !== pattern[i]) border = borders[border - 1];
		if (pattern[border] === pattern[i]) border++;
		borders[i] = border;
	}
	return borders;
}

/** The places of several searches as one list; overlapping ones are merged. */
export function united(places: ReadonlyArray<readonly TextSpan[]>): readonly TextSpan[] {
	const filled = places.filter((some) => some.length > 0);
	if (filled.length < 2) return filled.at(0) ?? [];
	const inOrder = filled.flat().sort((a, b) => a.start - b.start);
	const out: TextSpan[] = [];
	for (const { start, end } of inOrder) {
		const last = out.at(-1);
		if (last && start < last.end) last.end = Math.max(last.end, end);
		else out.push({ start, end });
	}
	return out;
}
