import { type Line, reading } from './blocks';
import { type Lookup, readType } from './typeText';
import type { Field, Type } from './types';

const FIELD = /^(?<name>[^\s:!]+)?(?<required>!)?\s*:\s+(?<rest>.+)$/;
const WORD = /\s+(deprecated|beyond)$/;

/** `name! : type = default deprecated`; without a name, the whole value is meant. */
export function readField(line: Line, text: string, lookup: Lookup): Field {
	return reading(line, () => {
		const match = FIELD.exec(text);
		if (!match?.groups) throw new Error(`"${text}" is not a field: write name : type`);
		let { rest } = match.groups;
		const words = new Set<string>();
		for (let word = WORD.exec(rest); word; word = WORD.exec(rest)) {
			words.add(word[1]);
			rest = rest.slice(0, word.index);
		}
		const [typeText, defaultText] = rest.split(/\s+=\s+/);
		const type = readType(typeText, lookup);
		return {
			name: match.groups.name ?? '',
			type,
			required: match.groups.required === '!',
			deprecated: words.has('deprecated'),
			beyond: words.has('beyond'),
			...(defaultText === undefined ? {} : { default: defaultOf(type, defaultText) }),
		};
	});
}

function defaultOf(type: Type, text: string): string | number | boolean {
	if (type.kind === 'number') {
		const value = Number(text);
		const { min = -Infinity, max = Infinity } = type;
		if (!(value >= min && value <= max)) throw new Error(`the default ${text} breaks the bounds`);
		return value;
	}
	if (type.kind === 'flag') {
		if (text !== 'true' && text !== 'false') throw new Error(`the default ${text} is not a flag`);
		return text === 'true';
	}
	if (type.kind === 'choice' && !type.open && !type.values.includes(text)) {
		throw new Error(`the default ${text} is not in the list`);
	}
	return text;
}
