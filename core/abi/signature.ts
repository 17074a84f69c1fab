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

/**
 * The functions, events and errors of a text: one, or several in a row. `usual` is the kind of a signature
 * that does not begin with its kind. Throws `AbiMistake`.
 */
export function readSignatures(text: string, usual: AbiItem['kind']): AbiItem[] {
	const tokens = tokensOf(text);
	const items: AbiItem[] = [];
	while (tokens.peek() !== undefined) {
		if (tokens.take(';') || tokens.take(',')) continue;
		const item = readItem(tokens, usual);
		if (item) items.push(item);
	}
	return items;
}

function readItem(tokens: Tokens, usual: AbiItem['kind']): AbiItem | undefined {
	if (tokens.peek() === 'struct') {
		throw new AbiMistake(
			'structs cannot be declared here: write the types of a struct in brackets',
		);
	}
	const isNameless = NAMELESS.has(tokens.peek());
	const kind = KINDS.has(tokens.peek()) ? (tokens.word(NAME) as AbiItem['kind']) : usual;
	const name = tokens.word(NAME) ?? tokens.fail('a name');
	const inputs = readParameters(tokens, kind === 'event' && !isNameless);
	if (kind === 'event') return { kind, name, inputs, anonymous: tokens.take('anonymous') };
	if (kind === 'error') return { kind, name, inputs };
	while (tokens.word(MODIFIERS) !== undefined);
	const hasOutputs = tokens.take('returns') || tokens.peek() === '(';
	const outputs = hasOutputs ? readParameters(tokens, false) : undefined;
	while (tokens.word(MODIFIERS) !== undefined);
	return isNameless ? undefined : { kind, name, inputs, ...(outputs && { outputs }) };
}

function readParameters(tokens: Tokens, ofEvent: boolean, depth = 0): AbiParameter[] {
	const parameters: AbiParameter[] = [];
	tokens.expect('(');
	if (tokens.take(')')) return parameters;
	do parameters.push(readParameter(tokens, ofEvent, depth));
	while (tokens.take(','));
	tokens.expect(')');
	return parameters;
}

function readParameter(tokens: Tokens, ofEvent: boolean, depth: number): AbiParameter {
	const type = readType(tokens, depth);
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

function readType(tokens: Tokens, depth: number): AbiType {
	checkDepth(depth);
	tokens.take('tuple');
	if (tokens.peek() === '(') {
		return withLists(tupleOf(readParameters(tokens, false, depth + 1)), tokens);
	}
	const name = tokens.word(NAME) ?? tokens.fail('a type');
	return withLists(elementaryType(name), tokens);
}
