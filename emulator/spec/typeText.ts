import { type Format, FORMATS, type Type } from './types';

/** Finds the type that `@name` refers to. Throws if there is none. */
export type Lookup = (name: string) => Type;

const TOKEN = /\s*(?:(\[,?\])|(\.\.\.)|("[^"]*")|(@?[\w.:+/-]+(?:\.\.[\d.]*)?)|([(){}|]))/y;
const BOUNDS = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/;

/**
 * Reads a type: `integer 1..100`, `text:nodeId[]`, `(@A | @B)[]`, `{number}`, `asc | desc`.
 * Throws an error that says what is wrong.
 */
export function readType(text: string, lookup: Lookup): Type {
	const tokens = tokensOf(text);
	let at = 0;

	function union(): Type {
		const parts: Type[] = [];
		let open = false;
		do {
			if (tokens[at] === '...') {
				at += 1;
				open = true;
			} else parts.push(postfix());
		} while (tokens[at] === '|' && ++at);
		return merged(parts, open);
	}

	function postfix(): Type {
		let type = atom();
		while (tokens[at] === '[]' || tokens[at] === '[,]') {
			type = { kind: 'list', of: type, commas: tokens[at] === '[,]' };
			at += 1;
		}
		return type;
	}

	function atom(): Type {
		const token = tokens[at];
		if (token === undefined) throw new Error('a type is missing');
		at += 1;
		if (token === '(') return closed(')');
		if (token === '{') return { kind: 'map', of: closed('}') };
		if (token.startsWith('@')) return lookup(token.slice(1));
		if (token.startsWith('"')) return literal(token.slice(1, -1));
		if (!/^[\w-]/.test(token)) throw new Error(`"${token}" is not a type`);
		return plain(token);
	}

	function closed(end: string): Type {
		const type = union();
		if (tokens[at] !== end) throw new Error(`"${end}" is missing`);
		at += 1;
		return type;
	}

	function plain(word: string): Type {
		const [name, format] = word.split(':');
		if (name === 'text') return { kind: 'text', ...formatOf(format) };
		if (name === 'number' || name === 'integer') {
			const bounds = BOUNDS.exec(tokens[at] ?? '');
			if (bounds) at += 1;
			return { kind: 'number', integer: name === 'integer', ...boundsOf(bounds) };
		}
		if (word === 'flag' || word === 'null' || word === 'any' || word === 'object') {
			return { kind: word };
		}
		return literal(word);
	}

	const type = union();
	if (at < tokens.length) throw new Error(`"${tokens[at]}" does not belong there`);
	return type;
}

function tokensOf(text: string): string[] {
	const tokens: string[] = [];
	TOKEN.lastIndex = 0;
	while (TOKEN.lastIndex < text.trimEnd().length) {
		const from = TOKEN.lastIndex;
		const match = TOKEN.exec(text);
		if (!match) throw new Error(`"${text.slice(from).trim()}" is not a type`);
		tokens.push(match.slice(1).find((group) => group !== undefined) as string);
	}
	return tokens;
}

function literal(value: string): Type {
	return { kind: 'choice', values: [value], open: false };
}

function formatOf(format: string | undefined): { format?: Format } {
	if (format === undefined) return {};
	if (!(FORMATS as readonly string[]).includes(format)) {
		throw new Error(`"${format}" is not a format: these are ${FORMATS.join(', ')}`);
	}
	return { format: format as Format };
}

function boundsOf(bounds: RegExpExecArray | null): { min?: number; max?: number } {
	if (!bounds) return {};
	const [, min, max] = bounds;
	if (min !== undefined && max !== undefined && Number(min) > Number(max)) {
		throw new Error(`the bounds ${min}..${max} hold nothing`);
	}
	return {
		...(min === undefined ? {} : { min: Number(min) }),
		...(max === undefined ? {} : { max: Number(max) }),
	};
}

/** Literals become one choice; what is left is a union. */
function merged(parts: readonly Type[], open: boolean): Type {
	const choices = parts.filter((part) => part.kind === 'choice');
	const others = parts.filter((part) => part.kind !== 'choice');
	if (open && choices.length === 0) throw new Error('"..." belongs to a choice');
	if (choices.length === 0 && others.length === 1) return others[0];
	const values = choices.flatMap((one) => one.values);
	const twice = values.find((value, index) => values.indexOf(value) !== index);
	if (twice !== undefined) throw new Error(`"${twice}" is listed twice`);
	const choice: Type[] =
		choices.length === 0
			? []
			: [{ kind: 'choice', values, open: open || choices.some((one) => one.open) }];
	const all = [...others, ...choice];
	return all.length === 1 ? all[0] : { kind: 'union', of: all };
}
