import { keysOf } from '../abi/decode';
import type { AbiParameter } from '../abi/types';

/** Expressions of OpenZeppelin Monitor on arguments of events and functions, as conditions of events here. */

/** An event or a function. */
interface WithInputs {
	inputs: readonly AbiParameter[];
}

type Comparison = Record<'variable' | 'operator' | 'value', string>;

/** The conditions of one alternative, or why its part has none. */
export interface Alternative {
	conditions: Record<string, unknown>;
	/** Parts of the expression that no condition can express: without them, more events match. */
	wider: string[];
	/** A part of the expression that is never true for this event or function. */
	never?: string;
}

const TOKEN = /\s*(?:(\(|\)|[=!<>]=|[<>])|('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")|([^\s()<>=!'"]+))/y;
const WORDS = ['starts_with', 'ends_with', 'contains'];
const MOST_ALTERNATIVES = 16;

/** Alternatives of comparisons that hold together: AND binds tighter than OR. Throws `Error` if it cannot be read. */
function alternativesIn(text: string): Comparison[][] {
	const tokens: string[] = [];
	TOKEN.lastIndex = 0;
	while (TOKEN.lastIndex < text.trimEnd().length) {
		const found = TOKEN.exec(text);
		if (!found) throw new Error('it cannot be read');
		tokens.push(found[1] ?? found[2] ?? found[3]);
	}
	let at = 0;
	const isWord = (word: string) => tokens[at]?.toUpperCase() === word && ++at > 0;
	const either = (): Comparison[][] => {
		const all = both();
		while (isWord('OR')) all.push(...both());
		return all;
	};
	const both = (): Comparison[][] => {
		let all = one();
		while (isWord('AND')) {
			const next = one();
			all = all.flatMap((left) => next.map((right) => [...left, ...right]));
			if (all.length > MOST_ALTERNATIVES) throw new Error('it has too many alternatives');
		}
		return all;
	};
	const one = (): Comparison[][] => {
		if (isWord('(')) {
			const inner = either();
			if (!isWord(')')) throw new Error('a bracket is not closed');
			return inner;
		}
		const [variable, operator, value] = tokens.slice(at, at + 3);
		at += 3;
		const isOperator = /^[=!<>]/.test(operator ?? '') || WORDS.includes(operator?.toLowerCase());
		if (!isOperator || value === undefined) throw new Error('it cannot be read');
		return [[{ variable, operator: operator.toLowerCase(), value: unquoted(value) }]];
	};
	const all = either();
	if (at < tokens.length) throw new Error('it cannot be read');
	return all;
}

const unquoted = (text: string) =>
	/^['"]/.test(text) ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;

/**
 * The alternatives of an expression for an event or a function; values of one argument of which one must match are one alternative.
 * Throws `Error` if it cannot be read.
 */
export function conditionsOf(expression: string, of: WithInputs): Alternative[] {
	const all = alternativesIn(expression).map((each) => alternative(each, of));
	const usable = all.filter(({ never }) => never === undefined);
	const [name] = Object.keys(usable[0]?.conditions ?? {});
	const values = usable.map(({ conditions: { [name]: one, ...rest }, wider }) => {
		const { is } = (one ?? {}) as { is?: unknown };
		return Object.keys(rest).length + wider.length > 0 ? undefined : is;
	});
	if (usable.length < 2 || values.includes(undefined)) return all;
	return [{ conditions: { [name]: { is: values } }, wider: [] }];
}

function alternative(comparisons: readonly Comparison[], { inputs }: WithInputs): Alternative {
	const keys = keysOf(inputs);
	const made: Alternative = { conditions: {}, wider: [] };
	for (const { variable, operator, value } of comparisons) {
		const part = `${variable} ${operator} ${value}`;
		const name = /^\d+$/.test(variable) ? keys[Number(variable)] : variable;
		if (/[[.]/.test(variable)) {
			made.wider.push(`${part}: there is no condition on a part of an argument`);
			continue;
		}
		const input = inputs[keys.indexOf(name)];
		const comparison = input ? comparisonOf(input, operator, value) : 'it has no such argument';
		if (typeof comparison === 'string') made.never = `${part}: ${comparison}`;
		else if (!comparison) made.wider.push(`${part}: there is no such condition`);
		else if (!joined(made.conditions, name, comparison))
			made.wider.push(`${part}: a second condition`);
	}
	return made;
}

/** Adds a condition of an argument; returns false if the argument already has one of this kind. */
function joined(all: Record<string, unknown>, name: string, one: object): boolean {
	const known = (all[name] ?? {}) as object;
	if (Object.keys(one).some((key) => Object.hasOwn(known, key))) return false;
	all[name] = { ...known, ...one };
	return true;
}

/** A comparison as a condition: undefined if there is none, a text if no value fulfils it there. */
function comparisonOf(
	{ type, indexed }: AbiParameter,
	operator: string,
	value: string,
): Record<string, unknown> | string | undefined {
	switch (type.kind) {
		case 'uint':
		case 'int': {
			if (!/^(-?\d+|0x[0-9a-f]+)$/i.test(value)) return 'the value is not an integer';
			const number = BigInt(value);
			if (type.kind === 'uint' && number < 0n) return 'the argument has no negative values';
			if (operator === '==') return { is: String(number) };
			if (operator === '>') return { above: String(number) };
			if (operator === '>=') return { above: String(number - 1n) };
			if (operator === '<') return { below: String(number) };
			if (operator === '<=') return { below: String(number + 1n) };
			if (operator !== '!=') return 'integers are not texts';
			return type.kind === 'uint' && number === 0n ? { above: '0' } : undefined;
		}
		case 'address':
			// Addresses are compared there in any case, without their checksums.
			if (operator === '==') return { is: value.toLowerCase() };
			return operator === '!=' ? undefined : 'addresses are equal or not';
		case 'bool': {
			if (!/^(true|false)$/.test(value)) return 'the value is neither true nor false';
			if (operator !== '==' && operator !== '!=') return 'true and false have no order';
			return { is: (value === 'true') === (operator === '==') };
		}
		default:
			if (indexed) return undefined;
			if (operator === 'contains') return { contains: value };
			// Texts are compared there in any case.
			return operator === '==' && type.kind !== 'string' ? { is: value } : undefined;
	}
}
