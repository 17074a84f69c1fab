import { type Tokens, tokensOf } from './tokens';
import { type AbiItem, AbiMistake, type AbiParameter, type AbiType } from './types';
import { checkDepth, elementaryType, tupleOf, withLists } from './typeText';

/**
 * Signatures that people write: `balanceOf(address)(uint256)`, and those of Solidity,
 * `function balanceOf(address owner) view returns (uint256)`.
 */

const NAME = /^[A-Za-z_$]/;
const KINDS: ReadonlySet<string | undefined> = new Set(['function', 'event', 'error']);
/** Parts of a contract that have no name to call. */
const NAMELESS: ReadonlySet<string | undefined> = new Set(['constructor', 'receive', 'fallback']);
const MODIFIERS =
	/^(external|public|internal|private|pure|view|payable|nonpayable|virtual|override|constant)$/;
const LOCATIONS = /^(memory|calldata|storage|payable)$/;

const STRUCT = /\bstruct\s+([A-Za-z_$][\w$]*)\s*\{([^{}]*)\}/g;
/** Maximum number of structs inside of the types of one text. */
const MOST_STRUCTS = 1000;

/** The structs that texts declare, by name, and how often they may still be used. */
export interface Structs {
	bodies: ReadonlyMap<string, string>;
	left: number;
}

/** The structs that a text declares. */
export function structsIn(text: string): Structs {
	const found = [...text.matchAll(STRUCT)].map(([, name, body]) => [name, body] as const);
	return { bodies: new Map(found), left: MOST_STRUCTS };
}

/**
 * The functions, events and errors of a text: one, or several in a row. `usual` is the kind of a signature
 * that does not begin with its kind. Structs of the text, or the given ones, are types by their names. Throws
 * `AbiMistake`.
 */
export function readSignatures(
	text: string,
	usual: AbiItem['kind'],
	structs = structsIn(text),
): AbiItem[] {
	const tokens = tokensOf(text.replace(STRUCT, ' '));
	const items: AbiItem[] = [];
	while (tokens.peek() !== undefined) {
		if (tokens.take(';') || tokens.take(',')) continue;
		const item = readItem(tokens, usual, structs);
		if (item) items.push(item);
	}
	return items;
}

function readItem(tokens: Tokens, usual: AbiItem['kind'], structs: Structs): AbiItem | undefined {
	if (tokens.peek() === 'struct') {
		throw new AbiMistake('a struct is declared as in struct A { uint256 b; address c; }');
	}
	const isNameless = NAMELESS.has(tokens.peek());
	const kind = KINDS.has(tokens.peek()) ? (tokens.word(NAME) as AbiItem['kind']) : usual;
	const name = tokens.word(NAME) ?? tokens.fail('a name');
	const inputs = readParameters(tokens, kind === 'event' && !isNameless, structs);
	if (kind === 'event') return { kind, name, inputs, anonymous: tokens.take('anonymous') };
	if (kind === 'error') return { kind, name, inputs };
	while (tokens.word(MODIFIERS) !== undefined);
	const hasOutputs = tokens.take('returns') || tokens.peek() === '(';
	const outputs = hasOutputs ? readParameters(tokens, false, structs) : undefined;
	while (tokens.word(MODIFIERS) !== undefined);
	return isNameless ? undefined : { kind, name, inputs, ...(outputs && { outputs }) };
}

function readParameters(
	tokens: Tokens,
	ofEvent: boolean,
	structs: Structs,
	depth = 0,
): AbiParameter[] {
	const parameters: AbiParameter[] = [];
	tokens.expect('(');
	if (tokens.take(')')) return parameters;
	do parameters.push(readParameter(tokens, ofEvent, structs, depth));
	while (tokens.take(','));
	tokens.expect(')');
	return parameters;
}

function readParameter(
	tokens: Tokens,
	ofEvent: boolean,
	structs: Structs,
	depth: number,
): AbiParameter {
	const type = readType(tokens, structs, depth);
	let indexed = false;
	for (;;) {
		if (tokens.word(LOCATIONS) !== undefined) continue;
		if (tokens.peek() !== 'indexed') break;
		if (!ofEvent) throw new AbiMistake('only the arguments of an event are indexed');
		indexed = tokens.take('indexed');
	}
	const name = tokens.word(NAME) ?? '';
	return { name, type, ...(ofEvent && { indexed }) };
}

function readType(tokens: Tokens, structs: Structs, depth: number): AbiType {
	checkDepth(depth);
	tokens.take('tuple');
	if (tokens.peek() === '(') {
		return withLists(tupleOf(readParameters(tokens, false, structs, depth + 1)), tokens);
	}
	const name = tokens.word(NAME) ?? tokens.fail('a type');
	const body = structs.bodies.get(name);
	const type = body === undefined ? elementaryType(name) : readStruct(body, structs, depth + 1);
	return withLists(type, tokens);
}

/** A struct as a tuple of its fields. One that contains itself is too deep. */
function readStruct(body: string, structs: Structs, depth: number): AbiType {
	if (--structs.left < 0) throw new AbiMistake('its structs are too many');
	const tokens = tokensOf(body);
	const fields: AbiParameter[] = [];
	while (tokens.peek() !== undefined) {
		fields.push(readParameter(tokens, false, structs, depth));
		tokens.expect(';');
	}
	return tupleOf(fields);
}
