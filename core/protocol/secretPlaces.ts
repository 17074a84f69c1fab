import { latin1 } from '../formats/bytes';
import { decodeLetters } from './decodedLetters';
import { type Letters, type TextSpan, letterSearch, united } from './letterSearch';

/**
 * Finds the places of secrets in a text: plain, or in any encoding that `decodeLetters` reads. If
 * the text was cut, the beginning of a secret at its end counts. Time is linear in the text for any
 * secrets; memory grows with the number of places.
 */
export type FindSecrets = (text: string, wasCut?: boolean) => readonly TextSpan[];

/** Number of characters of a secret in the native search, whose time is bounded by this factor. */
const LOOKED_FOR = 16;
/** Number of characters at the start of a secret that end an escape before it. */
const HEAD = 4;
/** Number of characters of a plain text that are read at a time. */
const BLOCK = 1 << 14;
const SPACE = ' '.charCodeAt(0);

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

/** The characters of a text after decoding. */
function lettersOf(text: string): number[] {
	const letters: number[] = [];
	const read = ({ codes, from, to }: Letters) => {
		for (let i = from; i < to; i++) letters.push(codes[i]);
	};
	decodeLetters(text, 0, { read, incomplete: () => undefined });
	return letters;
}

/**
 * The characters that a secret can have after the text around it is decoded: of its units, of its
 * bytes (a percent-encoded character beyond ASCII has several), and with control characters as JSON
 * escapes them (`\n`). Backslashes at the end are removed: there they escape the next character.
 */
function decodedForms(secret: string): number[][] {
	const bytes = latin1(new TextEncoder().encode(secret));
	const quoted = JSON.stringify(secret).slice(1, -1);
	const forms = [secret, bytes, quoted].map((form) => lettersOf(form.replace(/\\+$/, '')));
	return [...new Map(forms.map((form) => [form.join(), form])).values()];
}

/** The characters of a plain text, for a search that needs the last `kept` characters again. */
function readPlain(text: string, kept: number, read: (letters: Letters) => void): void {
	const codes = new Uint16Array(kept + BLOCK);
	const starts = new Float64Array(kept + BLOCK);
	for (let at = 0; at < text.length; at += BLOCK) {
		codes.copyWithin(0, BLOCK);
		starts.copyWithin(0, BLOCK);
		const size = Math.min(BLOCK, text.length - at);
		for (let i = 0; i < size; i++) {
			codes[kept + i] = text.charCodeAt(at + i);
			starts[kept + i] = at + i;
		}
		read({ codes, starts, from: kept, to: kept + size });
	}
}

/**
 * Returns a function that is true for each position of a text at which one of the beginnings
 * starts.
 */
function startsOf(text: string, beginnings: readonly string[]): (at: number) => boolean {
	const units = beginnings.map(unitsOf);
	return (at) => {
		const code = text.charCodeAt(at);
		return units.some(
			(one) => one[0] === code && one.every((unit, i) => text.charCodeAt(at + i) === unit),
		);
	};
}

/**
 * A function that finds secrets.
 *
 * @param shortest minimum number of characters of a secret at the end of a text that was cut;
 * shorter decoded secrets are only searched as they are
 */
export function secretFinder(secrets: readonly string[], shortest: number): FindSecrets {
	const forms = secrets.flatMap(decodedForms).filter((form) => form.length >= shortest);
	const plain = secrets.map((secret) => letterSearch(unitsOf(secret)));
	const decoded = forms.map(letterSearch);
	const longest = Math.max(0, ...[...secrets, ...forms].map(({ length }) => length));
	const heads = secrets.map((secret) => secret.slice(0, HEAD));
	const signs = forms.some((form) => form.includes(SPACE)) ? /[\\%&+]/ : /[\\%&]/;

	return (text, wasCut = false) => {
		/** Places of each pattern in the text, whose letters `reading` passes on. */
		function found(
			patterns: typeof plain,
			reading: (read: (letters: Letters) => void, end: () => void) => void,
		): Array<readonly TextSpan[]> {
			const searches = patterns.map((begin) => begin());
			const end = () => wasCut && searches.forEach((one) => one.cut(shortest));
			reading((letters) => searches.forEach((one) => one.read(letters)), end);
			end();
			return searches.map((one) => one.places(text.length));
		}

		const places: Array<readonly TextSpan[]> = [];
		if (wasCut || secrets.some((secret) => text.includes(secret.slice(0, LOOKED_FOR)))) {
			places.push(...found(plain, (read) => readPlain(text, longest, read)));
		}
		if (signs.test(text)) {
			const decoding = (isWall?: (at: number) => boolean) =>
				found(decoded, (read, incomplete) =>
					decodeLetters(text, longest, { read, incomplete }, isWall),
				);
			places.push(...decoding());
			// A sign before a secret may form an escape with the first characters of the secret.
			if (heads.some((head) => text.includes(head))) {
				places.push(...decoding(startsOf(text, heads)));
			}
		}
		return united(places);
	};
}
