import { mapOf } from '../fields/culprit';
import { isMap } from '../formats/json';
import { trimmed } from '../fields/loose';
import { decodeValues } from './decode';
import { encodeValues, valuesByPart } from './encode';
import {
	type Abi,
	type AbiFunction,
	type AbiItem,
	AbiMistake,
	type AbiType,
	parametersText,
	cutText,
	signatureOf,
	whyUnread,
} from './types';
import { digitsOf, selectorOf } from './words';

/** The data of contract calls: encoded from arguments, and decoded to results. */

const NAME = /^[A-Za-z_$][\w$]*$/;
const MOST_NAMED = 20;

export function isFunctionName(text: string): boolean {
	return NAME.test(text);
}

export function isFunction(item: AbiItem): item is AbiFunction {
	return item.kind === 'function';
}

/** A function as a user names it. */
export interface Wanted {
	/** A name of the ABI, or a signature that was read. */
	function: string | AbiFunction;
	abi?: Abi;
	/** Number of the given arguments, where it selects one of several functions of a name. */
	count?: number;
}

/**
 * The function that is meant. By its name, it is the one of the ABI, or of several the one with as many
 * arguments; a signature without results takes them from the ABI. Throws `AbiMistake` if the ABI does
 * not have it, or has several.
 */
export function functionOf({ function: given, abi = [], count }: Wanted): AbiFunction {
	const all = abi.filter(isFunction);
	if (typeof given !== 'string') {
		const same = all.find((each) => signatureOf(each) === signatureOf(given));
		return given.outputs ? given : (same ?? given);
	}
	const named = all.filter(({ name }) => name === given);
	if (named.length === 0) throw unknown(given, all);
	const fitting = named.length > 1 ? named.filter(({ inputs }) => inputs.length === count) : named;
	if (fitting.length === 1) return fitting[0];
	const choices = listed(named.map(signatureOf));
	throw new AbiMistake(
		`is ambiguous: the ABI has ${choices}; write one of them instead of ${cutText(given)}`,
	);
}

/** Functions of tokens; the first one is the example for all others. */
const USUAL = [
	'balanceOf(address)(uint256)',
	'name()(string)',
	'symbol()(string)',
	'decimals()(uint8)',
	'totalSupply()(uint256)',
	'owner()(address)',
	'ownerOf(uint256)(address)',
	'tokenURI(uint256)(string)',
	'allowance(address,address)(uint256)',
	'transfer(address,uint256)(bool)',
];

function unknown(name: string, all: readonly AbiFunction[]): AbiMistake {
	if (all.length === 0) {
		return new AbiMistake(
			`is only a name: write its types as in ${USUAL.find((one) => one.startsWith(`${name}(`)) ?? USUAL[0]}, or give the ABI`,
		);
	}
	const names = listed([...new Set(all.map((each) => each.name))]);
	return new AbiMistake(`is not in the ABI, which has ${names}`);
}

/** The first names of a list, for an error message. */
export function listed(names: readonly string[]): string {
	const rest = names.length - MOST_NAMED;
	const firstNames = names.slice(0, MOST_NAMED).map(cutText).join(', ');
	return rest > 0 ? `${firstNames} and ${rest} more` : firstNames;
}

/** The items that could be meant, but cannot be used, for a message. */
export function unreadIn(items: readonly AbiItem[]): string {
	const names = [...new Set(items.filter(whyUnread).map(({ name }) => name))];
	return names.length > 0 ? `; it also has ${listed(names)}, which cannot be read here` : '';
}

/**
 * Arguments in the order of a function, from a list, an object by name, JSON text of either, values
 * separated by commas, or the value of the only one. Throws `AbiMistake` if one is missing or too many.
 */
export function argumentsFor(
	{ inputs, ...named }: AbiFunction,
	given: unknown,
): readonly unknown[] {
	const signature = cutText(signatureOf({ inputs, ...named }));
	const [only] = inputs.length === 1 ? inputs : [];
	const listed = argumentList(given, only?.type);
	if (isMap(listed) && inputs.some(({ name }) => name === '')) {
		throw new AbiMistake(`must be a list: the arguments of ${signature} have no names`);
	}
	const values = isMap(listed) ? valuesByPart(inputs, listed, '') : listed;
	if (Array.isArray(values) && values.length === inputs.length) return values;
	const count = (values as unknown[]).length;
	throw new AbiMistake(
		`must fit ${signature}, which takes ${counted(inputs.length)}; ${count === 0 ? 'none was' : `${count} ${count === 1 ? 'was' : 'were'}`} given`,
	);
}

const counted = (count: number) =>
	count === 0 ? 'no arguments' : count === 1 ? '1 argument' : `${count} arguments`;

/** Number of given arguments, as far as it does not depend on the function. */
export function argumentCount(given: unknown): number {
	const listed = argumentList(given);
	return isMap(listed) ? Object.keys(listed).length : listed.length;
}

/** `only`: the type of the argument if the function has one, which may then stand alone. */
function argumentList(given: unknown, only?: AbiType): unknown[] | Record<string, unknown> {
	if (given === undefined) return [];
	if (typeof given === 'string') {
		const text = trimmed(given);
		const value = /^[[{]/.test(text) ? mapOf(text) : given;
		if (typeof value !== 'string') return argumentList(value, only);
		if (only) return [given];
		return text === '' ? [] : text.split(',').map(trimmed);
	}
	if (isMap(given)) return given;
	if (!Array.isArray(given)) return [given];
	return only?.kind === 'list' && !areArguments(given, only) ? [given] : given;
}

type ListType = Extract<AbiType, { kind: 'list' }>;

/**
 * True for a list that holds the only argument, which is a list; false for that argument itself. A list
 * that can be both, such as `[[]]`, holds it.
 */
function areArguments(given: readonly unknown[], only: ListType): boolean {
	const [first] = given;
	if (given.length === 1 && Array.isArray(first) && hasForm(only, first)) return true;
	return !hasForm(only, given) && depthOf(given) > listDepth(only);
}

/** Entries that are checked, so that a list of billions takes no time. */
const MOST_CHECKED = 1000;

/** True for a value that has lists where the type has lists. Text can be the JSON of a list. */
function hasForm(type: AbiType, value: unknown, room = { left: MOST_CHECKED }): boolean {
	if (typeof value === 'string') return true;
	if (type.kind === 'tuple') return Array.isArray(value) || isMap(value);
	if (type.kind !== 'list') return !Array.isArray(value);
	if (!Array.isArray(value)) return false;
	if (type.length !== undefined && value.length !== type.length) return false;
	for (let at = 0; at < value.length && room.left > 0; at++) {
		room.left--;
		if (!hasForm(type.each, value[at], room)) return false;
	}
	return true;
}

/** Number of lists inside of each other, by the first entry of each. */
function depthOf(given: unknown, most = 32): number {
	return Array.isArray(given) && most > 0 ? 1 + depthOf(given[0], most - 1) : 0;
}

function listDepth(type: AbiType): number {
	return type.kind === 'list' ? 1 + listDepth(type.each) : 0;
}

/** The data of a call: selector and arguments, as hex with 0x. Throws `AbiMistake`. */
export function encodeCall(called: AbiFunction, values: readonly unknown[]): string {
	const { inputs } = called;
	try {
		return selectorOf(called) + encodeValues(inputs, values);
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		throw new AbiMistake(`must fit ${cutText(signatureOf(called))}: ${error.message}`);
	}
}

/** The results of a function from the data that it returned. Throws `AbiMistake`. */
export function decodeResults({ outputs = [] }: AbiFunction, data: string): unknown[] {
	return decodeValues(outputs, digitsOf(data));
}

/** The function of the ABI whose selector the data begins with. */
export function functionBySelector(abi: Abi, data: string): AbiFunction | undefined {
	const selector = data.slice(0, 10).toLowerCase();
	return abi.filter(isFunction).find((each) => selectorOf(each) === selector);
}

/** A function as people write it: `balanceOf(address)(uint256)`. */
export function functionText(called: AbiFunction): string {
	const { outputs } = called;
	return signatureOf(called) + (outputs ? parametersText(outputs) : '');
}
