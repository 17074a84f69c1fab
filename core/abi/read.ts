import { readJson } from '../fields/jsonText';
import { itemsOfJson } from './jsonAbi';
import { type Abi, type AbiItem, AbiMistake, whyUnread } from './types';

/** ABIs in any form that users have them in. */

/** Longest text of an ABI, in characters: the largest of known contracts have a tenth of it. */
const LONGEST = 4 * 1024 * 1024;

/** The ABI that was read last: every item of a workflow has the same text. */
let last: { text: string; usual: AbiItem['kind']; abi: Abi } | undefined;

/**
 * An ABI of one item or more: signatures in a text, a JSON ABI or the file of a compiler as text or as a
 * value. `usual` is the kind of signatures that do not begin with their kind. Throws `AbiMistake`.
 */
export function readAbi(given: unknown, usual: AbiItem['kind']): Abi {
	if (typeof given !== 'string') return checked(itemsOfJson(given, usual));
	if (last?.text === given && last.usual === usual) return last.abi;
	if (given.length > LONGEST) throw new AbiMistake(`it has more than ${LONGEST} characters`);
	const isJson = /^\s*[[{"]/.test(given);
	const abi = checked(itemsOfJson(isJson ? jsonOf(given) : given, usual));
	last = { text: given, usual, abi };
	return abi;
}

function jsonOf(text: string): unknown {
	try {
		return readJson(text);
	} catch (error) {
		throw new AbiMistake(`it is not valid JSON (${(error as Error).message})`);
	}
}

function checked(items: AbiItem[]): Abi {
	if (items.length === 0) throw new AbiMistake('it has no function, event or error');
	requireRead(items);
	return items;
}

/** Throws `AbiMistake` if none of the items can be used; those that cannot are named when they are asked for. */
export function requireRead(items: Abi): void {
	const reasons = items.map(whyUnread);
	if (reasons.every((why) => why !== undefined)) throw new AbiMistake(reasons[0] as string);
}
