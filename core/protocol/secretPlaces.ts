import { decodeLetters } from './decodedLetters';
import { type Letters, type Place, letterSearch, united } from './letterSearch';

/**
 * The places of secrets in a text: as they are, or in any encoding that `decodeLetters` reads. If
 * the text was cut, the beginning of a secret at its end is one. Time is linear in the text,
 * whatever the secrets; memory grows with what is found.
 */
export type FindSecrets = (text: string, wasCut?: boolean) => readonly Place[];

/** Letters that a native search looks for: its time is bounded by that many times the text's. */
const LOOKED_FOR = 16;
/** Letters of a secret before which another writing ends. */
const HEAD = 4;
/** Letters that are read at a time of a text that is not decoded. */
const BLOCK = 1 << 14;
const SPACE = ' '.charCodeAt(0);

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

/** The letters of a text after it was decoded. */
function lettersOf(text: string): number[] {
	const letters: number[] = [];
	const read = ({ codes, from, to }: Letters) => {
		for (let i = from; i < to; i++) letters.push(codes[i]);
	};
	decodeLetters(text, 0, { read, incomplete: () => undefined });
	return letters;
}

/**
 * The letters that a secret can have once the text around it is decoded: of its units, of its bytes
 * (a percent-encoded letter beyond ASCII has several), and with control characters that JSON writes
 * as letters (`\n`). Backslashes at the end are left out: there they escape what follows.
 */
function decodedForms(secret: string): number[][] {
	const bytes = Buffer.from(secret, 'utf8').toString('latin1');
	const quoted = JSON.stringify(secret).slice(1, -1);
	const forms = [secret, bytes, quoted].map((form) => lettersOf(form.replace(/\\+$/, '')));
	return [...new Map(forms.map((form) => [form.join(), form])).values()];
}

/** The letters of a text as it is, for a search that looks back over `kept` letters. */
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

/** True at each position of a text at which one of the beginnings stands as it is. */
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
 * @param shortest letters of a secret that are enough at the end of a text that was cut; a secret of
 * fewer decoded letters is looked for as it is only
 */
export function secretFinder(secrets: readonly string[], shortest: number): FindSecrets {
	const forms = secrets.flatMap(decodedForms).filter((form) => form.length >= shortest);
	const plain = secrets.map((secret) => letterSearch(unitsOf(secret)));
	const decoded = forms.map(letterSearch);
	const longest = Math.max(0, ...[...secrets, ...forms].map(({ length }) => length));
	const heads = secrets.map((secret) => secret.slice(0, HEAD));
	const signs = forms.some((form) => form.includes(SPACE)) ? /[\\%&+]/ : /[\\%&]/;

	return (text, wasCut = false) => {
		/** What the text, read by `reading`, holds of patterns. */
		function found(
			patterns: typeof plain,
			reading: (read: (letters: Letters) => void, end: () => void) => void,
		): Array<readonly Place[]> {
			const searches = patterns.map((begin) => begin());
			const end = () => wasCut && searches.forEach((one) => one.cut(shortest));
			reading((letters) => searches.forEach((one) => one.read(letters)), end);
			end();
			return searches.map((one) => one.places(text.length));
		}

		const places: Array<readonly Place[]> = [];
		if (wasCut || secrets.some((secret) => text.includes(secret.slice(0, LOOKED_FOR)))) {
			places.push(...found(plain, (read) => readPlain(text, longest, read)));
		}
		if (signs.test(text)) {
			const decoding = (isWall?: (at: number) => boolean) =>
				found(decoded, (read, incomplete) =>
					decodeLetters(text, longest, { read, incomplete }, isWall),
				);
			places.push(...decoding());
			// A sign before a secret may look like the beginning of a writing together with its letters.
			if (heads.some((head) => text.includes(head))) {
				places.push(...decoding(startsOf(text, heads)));
			}
		}
		return united(places);
	};
}
