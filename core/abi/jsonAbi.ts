import { isMap } from '../formats/json';
import { preview } from '../fields/preview';
import { readJson } from '../fields/jsonText';
import { readSignatures, structsIn } from './signature';
import { tokensOf } from './tokens';
import { type AbiItem, AbiMistake, type AbiParameter, type AbiType } from './types';
import { checkDepth, elementaryType, tupleOf, withLists } from './typeText';

/** The JSON ABI that compilers and explorers write. */

/** Maximum number of items of an ABI, and of parameters in one list. */
const MOST_ITEMS = 5000;
const MOST_PARAMETERS = 256;

const NAME = /^[A-Za-z_$][\w$]{0,255}$/;

/**
 * The functions, events and errors of a JSON ABI: a list of items or of signatures, one item, or what compilers,
 * explorers and Sourcify write around it. An item that cannot be read is there, with the reason. Throws
 * `AbiMistake`.
 */
export function itemsOfJson(given: unknown, usual: AbiItem['kind']): AbiItem[] {
	if (typeof given === 'string') return readSignatures(given, usual);
	if (isMap(given)) {
		const inner = wrappedIn(given);
		return inner === undefined ? itemOf(given) : itemsOfJson(inner, usual);
	}
	if (!Array.isArray(given)) throw new AbiMistake('it is neither a signature nor a JSON ABI');
	if (given.length > MOST_ITEMS) throw new AbiMistake(`it has more than ${MOST_ITEMS} items`);
	const structs = structsIn(given.filter((each) => typeof each === 'string').join(' '));
	const nameless: AbiMistake[] = [];
	const items = given.flatMap((each: unknown) => {
		if (typeof each === 'string') return readSignatures(each, usual, structs);
		if (!isMap(each)) throw new AbiMistake(`${preview(each)} is not an item of a JSON ABI`);
		try {
			return itemOf(each);
		} catch (error) {
			nameless.push(error as AbiMistake);
			return [];
		}
	});
	if (items.length === 0 && nameless.length > 0) throw nameless[0];
	return items;
}

/**
 * The ABI in a file or an answer: of Hardhat, Foundry and Sourcify (`abi`), the metadata of a contract
 * (`output.abi`), and Etherscan (`result`, a text, or a list with it under `ABI`). Undefined if it is none.
 */
function wrappedIn({ abi, output, status, result }: Record<string, unknown>): unknown {
	if (Array.isArray(abi)) return abi;
	if (isMap(output) && Array.isArray(output.abi)) return output.abi;
	if (status === undefined || result === undefined) return undefined;
	const [source] = Array.isArray(result) ? (result as unknown[]) : [];
	const text = isMap(source) ? source.ABI : result;
	if (typeof text === 'string' && /^\s*\[/.test(text)) return readJson(text);
	throw new AbiMistake(`it is an answer of an explorer without an ABI: ${preview(text)}`);
}

/**
 * An item; none for a constructor and other parts without a name. One that cannot be read has an argument of
 * an unknown type, with the reason.
 */
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
	const read = (parts: unknown, ofEvent = false): AbiParameter[] => {
		try {
			return parametersIn(parts, at, ofEvent);
		} catch (error) {
			if (!(error instanceof AbiMistake)) throw error;
			return [{ name: '', type: { kind: 'unknown', name: '?', why: error.message } }];
		}
	};
	const named = { name, inputs: read(inputs ?? [], kind === 'event') };
	if (kind === 'event') return [{ kind, ...named, anonymous: anonymous === true }];
	if (kind === 'error') return [{ kind, ...named }];
	return [{ kind, ...named, ...(outputs !== undefined && { outputs: read(outputs) }) }];
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
	// Libraries have the names of enums and contracts as types: Set.Kind.
	const [, base, lists] = /^([\w.$]{1,128})((?:\[\d{0,9}\]){0,24})$/.exec(String(type)) ?? [];
	if (base === undefined) throw new AbiMistake(`${at} has the type ${preview(type)}`);
	const inner =
		base === 'tuple' ? tupleOf(parametersIn(components, at, false, depth + 1)) : namedType(base);
	return withLists(inner, tokensOf(lists));
}

/** A type by its name; unknown if the ABI does not have it, as an enum of a library. */
function namedType(name: string): AbiType {
	try {
		return elementaryType(name);
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		return { kind: 'unknown', name, why: error.message };
	}
}
