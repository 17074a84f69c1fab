import { isMap } from '../formats/map';
import { preview } from '../fields/preview';
import { readSignatures } from './signature';
import { tokensOf } from './tokens';
import { type AbiItem, AbiMistake, type AbiParameter, type AbiType } from './types';
import { checkDepth, elementaryType, tupleOf, withLists } from './typeText';

/** The JSON ABI that compilers and explorers write. */

/** Maximum number of items of an ABI, and of parameters in one list. */
const MOST_ITEMS = 5000;
const MOST_PARAMETERS = 256;

const NAME = /^[A-Za-z_$][\w$]{0,255}$/;

/**
 * The functions, events and errors of a JSON ABI: a list of items or of signatures, one item, or the file
 * of a compiler with the list under `abi`. Throws `AbiMistake`.
 */
export function itemsOfJson(given: unknown, usual: AbiItem['kind']): AbiItem[] {
	if (typeof given === 'string') return readSignatures(given, usual);
	if (isMap(given))
		return Array.isArray(given.abi) ? itemsOfJson(given.abi, usual) : [itemOf(given)].flat();
	if (!Array.isArray(given)) throw new AbiMistake('it is neither a signature nor a JSON ABI');
	if (given.length > MOST_ITEMS) throw new AbiMistake(`it has more than ${MOST_ITEMS} items`);
	return given.flatMap((each: unknown) => {
		if (typeof each === 'string') return readSignatures(each, usual);
		if (isMap(each)) return itemOf(each);
		throw new AbiMistake(`${preview(each)} is not an item of a JSON ABI`);
	});
}

/** An item; none for a constructor and other parts without a name. */
function itemOf({
	type: kind = 'function',
	name,
	inputs,
	outputs,
	anonymous,
}: Record<string, unknown>): AbiItem[] {
	if (kind !== 'function' && kind !== 'event' && kind !== 'error') return [];
	if (typeof name !== 'string' || !NAME.test(name)) {
		throw new AbiMistake(`the name of an item is ${preview(name)}`);
	}
	const at = `${kind} ${name}`;
	const named = { name, inputs: parametersIn(inputs ?? [], at, kind === 'event') };
	if (kind === 'event') return [{ kind, ...named, anonymous: anonymous === true }];
	if (kind === 'error') return [{ kind, ...named }];
	return [{ kind, ...named, ...(outputs !== undefined && { outputs: parametersIn(outputs, at) }) }];
}

function parametersIn(given: unknown, at: string, ofEvent = false, depth = 0): AbiParameter[] {
	checkDepth(depth);
	if (!Array.isArray(given) || given.length > MOST_PARAMETERS || !given.every(isMap)) {
		throw new AbiMistake(`${at} has parameters that are not a list of objects`);
	}
	return given.map(({ type, name, components, indexed }) => ({
		name: typeof name === 'string' && NAME.test(name) ? name : '',
		type: typeIn(type, components, at, depth),
		...(ofEvent && { indexed: indexed === true }),
	}));
}

function typeIn(type: unknown, components: unknown, at: string, depth: number): AbiType {
	const [, base, lists] = /^(\w{1,32})((?:\[\d{0,9}\]){0,24})$/.exec(String(type)) ?? [];
	if (base === undefined) throw new AbiMistake(`${at} has the type ${preview(type)}`);
	const inner =
		base === 'tuple'
			? tupleOf(parametersIn(components, at, false, depth + 1))
			: elementaryType(base);
	return withLists(inner, tokensOf(lists));
}
