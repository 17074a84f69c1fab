import { preview } from '../fields/preview';
import { AbiMistake } from './types';

/** The words, numbers and marks of a signature. */

const TOKEN = /\s+|[A-Za-z_$][\w$]*|\d+|[()[\],;]/y;
/** Longest signatures that are read, in characters. */
const LONGEST = 256 * 1024;

/** The tokens of a text, one after another. */
export interface Tokens {
	/** The next token; undefined at the end. */
	peek(): string | undefined;
	/** True if the next token was this one: it is then taken. */
	take(token: string): boolean;
	/** Takes the next token. Throws `AbiMistake` if it is another one. */
	expect(token: string): void;
	/** Takes a name or a number, if one is next. */
	word(pattern: RegExp): string | undefined;
	/** Throws `AbiMistake`: the next token is not `what`. */
	fail(what: string): never;
}

/** The tokens of a signature. Throws `AbiMistake` if a character belongs to none. */
export function tokensOf(text: string): Tokens {
	const tokens = split(text);
	let at = 0;
	const fail = (what: string): never => {
		const found = tokens[at] === undefined ? 'its end' : preview(tokens[at]);
		const before = tokens.slice(Math.max(0, at - 3), at).join(' ');
		throw new AbiMistake(
			`${what} is missing before ${found}${before && `, after ${preview(before)}`}`,
		);
	};
	return {
		peek: () => tokens[at],
		take(token) {
			const isNext = tokens[at] === token;
			if (isNext) at++;
			return isNext;
		},
		expect(token) {
			if (tokens[at] !== token) fail(`"${token}"`);
			at++;
		},
		word(pattern) {
			const token = tokens[at];
			if (token === undefined || !pattern.test(token)) return undefined;
			at++;
			return token;
		},
		fail,
	};
}

function split(text: string): string[] {
	if (text.length > LONGEST) throw new AbiMistake(`it has more than ${LONGEST} characters`);
	const tokens: string[] = [];
	TOKEN.lastIndex = 0;
	while (TOKEN.lastIndex < text.length) {
		const from = TOKEN.lastIndex;
		const [token] = TOKEN.exec(text) ?? [];
		if (token === undefined) {
			throw new AbiMistake(
				`the character ${preview(text.slice(from, from + 1))} is not part of a signature`,
			);
		}
		if (token.trim() !== '') tokens.push(token);
	}
	return tokens;
}
