/**
 * Finds a text in all encodings in which services and servers repeat it: plain, percent-encoded in
 * either case and up to four times, escaped as JSON and as JSON within JSON, and as HTML. The
 * number of steps at each position of the searched text is limited.
 */

/** Backslashes before an escaped letter: JSON that is quoted again doubles them and adds one. */
const ESCAPES = '\\\\{0,15}';
const ENTITIES: Record<string, string> = {
	'&': 'amp',
	'"': 'quot',
	"'": 'apos',
	'<': 'lt',
	'>': 'gt',
};
/** The beginning of one letter's writing, where a text was cut within it. */
const CUT_LETTER = /(?:%[0-9a-fA-F]{0,7}|\\{1,16}u?[0-9a-fA-F]{0,3}|&#?\w{0,8})?$/y;

function hex(code: number, digits: number): string {
	const either = (digit: string) =>
		/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit;
	return [...code.toString(16).padStart(digits, '0')].map(either).join('');
}

function percent(bytes: Iterable<number>, times: string): string {
	return [...bytes].map((byte) => `%(?:25)${times}${hex(byte, 2)}`).join('');
}

/** The encodings of one letter; each has a match of one length at a position. */
function formsOf(letter: string): string[] {
	const code = letter.codePointAt(0) as number;
	if (letter.startsWith('\\')) {
		const count = letter.length;
		const escaped = `(?:${ESCAPES}\\\\u${hex(code, 4)}){${count}}`;
		const bytes = percent(Array<number>(count).fill(code), '{0,3}');
		return [`\\\\{${count},${count * 16}}`, escaped, bytes];
	}
	const plain = /[A-Za-z0-9]/.test(letter);
	const units = Array.from({ length: letter.length }, (_, i) => letter.charCodeAt(i));
	return [
		plain ? letter : `${ESCAPES}\\u{${code.toString(16)}}`,
		units.map((unit) => `\\\\{1,16}u${hex(unit, 4)}`).join(''),
		// "%25" is a percent sign, and the beginning of one that is encoded once more.
		...(letter === '%'
			? [0, 1, 2, 3].map((times) => percent([code], `{${times}}`))
			: [percent(Buffer.from(letter), '{0,3}')]),
		...(code > 0x7f && code < 0x100 ? [percent([code], '{0,3}')] : []),
		...(letter === ' ' ? ['\\+'] : []),
		...(ENTITIES[letter] ? [`&(?:${ENTITIES[letter]}|#0*${code}|#[xX]0*${hex(code, 2)});`] : []),
	];
}

/** The position of an encoding in a text: from `start` up to `end`. */
export interface Place {
	start: number;
	end: number;
}

/**
 * A function that returns the first encoding of `text` at or after a position. If `cut` is set, its
 * beginning at the end of the searched text also matches, from `shortest` letters on.
 */
export function finderOf(text: string, shortest: number) {
	// Backslashes that follow each other are one letter: how many are written is open.
	const forms = (text.match(/\\+|[^\\]/gsu) ?? []).map(formsOf);
	const beginning = forms.slice(0, shortest).map((letter) => `(?:${letter.join('|')})`);
	const first = new RegExp(beginning.join(''), 'gu');
	const letters = forms.map((letter) => letter.map((form) => new RegExp(form, 'yu')));

	/** The end of the encoding that starts at a position. */
	function endAt(searched: string, start: number, cut: boolean): number | undefined {
		let reached = new Set([start]);
		let ended = false;
		for (const [count, letter] of letters.entries()) {
			ended ||= cut && count >= shortest && [...reached].some((at) => endsAt(searched, at));
			const next = new Set<number>();
			for (const at of reached) {
				for (const form of letter) {
					form.lastIndex = at;
					if (form.test(searched)) next.add(form.lastIndex);
				}
			}
			if (next.size === 0) return ended ? searched.length : undefined;
			reached = next;
		}
		return Math.max(...reached);
	}

	return (searched: string, from: number, cut: boolean): Place | undefined => {
		first.lastIndex = from;
		for (let found = first.exec(searched); found; found = first.exec(searched)) {
			const end = endAt(searched, found.index, cut);
			if (end !== undefined) return { start: found.index, end };
			first.lastIndex = found.index + 1;
		}
		return undefined;
	};
}

function endsAt(searched: string, at: number): boolean {
	CUT_LETTER.lastIndex = at;
	return CUT_LETTER.test(searched);
}
