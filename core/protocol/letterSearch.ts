/** A part of a text: from `start` up to `end`. */
export interface Place {
	start: number;
	end: number;
}

/**
 * Letters in the order in which they were read, and where each begins in the text; it ends where
 * the next one begins. Those below `from` were read before.
 */
export interface Letters {
	codes: ArrayLike<number>;
	starts: ArrayLike<number>;
	from: number;
	to: number;
}

export interface LetterSearch {
	/** Reads on. Before `from`, there are at least as many letters as the pattern has, or all. */
	read(letters: Letters): void;
	/**
	 * The text was cut here: what is read of the pattern, from `shortest` letters on, is a place that
	 * reaches to the end of the text.
	 */
	cut(shortest: number): void;
	/** The places in a text of `length` units, in order; those that overlap are one. */
	places(length: number): readonly Place[];
}

/**
 * Looks for a pattern in letters (Knuth, Morris and Pratt): the steps are at most twice as many as
 * the letters, whatever the pattern and the text. Returns a function that begins a search.
 *
 * @param pattern at least one letter
 */
export function letterSearch(pattern: ArrayLike<number>): () => LetterSearch {
	const borders = bordersOf(pattern);
	return () => searchOf(pattern, borders);
}

function searchOf(pattern: ArrayLike<number>, borders: Uint32Array): LetterSearch {
	const { length } = pattern;
	const found: Place[] = [];
	/** Letters of the pattern that the last letters are, and where those begin. */
	let matched = 0;
	let begun = 0;
	/** The last place goes up to the next letter. */
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

/** For each beginning of a pattern, the length of its longest other beginning that also ends it. */
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

/** The places of several searches as one list: those that overlap are one. */
export function united(places: ReadonlyArray<readonly Place[]>): readonly Place[] {
	const filled = places.filter((some) => some.length > 0);
	if (filled.length < 2) return filled.at(0) ?? [];
	const inOrder = filled.flat().sort((a, b) => a.start - b.start);
	const out: Place[] = [];
	for (const { start, end } of inOrder) {
		const last = out.at(-1);
		if (last && start < last.end) last.end = Math.max(last.end, end);
		else out.push({ start, end });
	}
	return out;
}
