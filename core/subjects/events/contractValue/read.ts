import * as evm from '../../evm';
import { functionIn } from '../../../abi/fields';
import { decodeResults, functionText } from '../../../abi/functions';
import { keysOf } from '../../../abi/decode';
import { encodeOne } from '../../../abi/encode';
import { readAbi } from '../../../abi/read';
import { reasonOf } from '../../../abi/reverts';
import {
	type AbiFunction,
	AbiMistake,
	type AbiParameter,
	type AbiType,
	cutText,
	requireKnown,
	typeText,
} from '../../../abi/types';
import { isFailure } from '../../../failure';
import type { PollContext } from '../../../events/event';
import { escapedReason } from '../../../events/words';
import { calledIn, dataOf } from '../../evmContract/callFields';
import { isOfContract } from '../shared/nodeLogs';
import { wordsOf } from '../transfer/tokenLogs';
import { tokenDecimals } from '../shared/transfers';

/** Values that functions of contracts return, at one block. */

export interface Asked {
	blockchainId?: string;
	addresses: readonly string[];
	function: string;
	args?: unknown;
	abi?: string;
	element?: string;
	decimals?: number;
	tokenDecimals?: boolean;
}

/** One value of one contract. */
export interface ReadValue {
	address: string;
	/** Exact: integers in base units as decimal text. */
	value: string;
	type: AbiType['kind'];
	/** 0 for what is not an amount; undefined if the contract returns none. */
	decimals?: number;
	block: number;
}

/** The function of the settings. Throws `AbiMistake` about the field `function`. */
export function functionOfSettings({ function: given, abi, args }: Asked): AbiFunction {
	const called = calledIn({
		function: functionIn(given),
		args,
		...(abi !== undefined && { abi: readAbi(abi, 'function') }),
	});
	if (!called.outputs) throw new AbiMistake('must say what it returns, as in decimals()(uint8)');
	if (called.outputs.length === 0) throw new AbiMistake('must return something');
	requireKnown(called.outputs);
	return called;
}

/** The data of the call. Throws `AbiMistake` about the field `args`. */
export function dataOfSettings(called: AbiFunction, { args }: Asked): string {
	return dataOf(called, { function: called, args });
}

/** A single value in the results of a function. */
interface Element {
	type: AbiType;
	/** Keys that lead to it in the decoded results. */
	path: readonly string[];
}

/**
 * The element in the results: `answer`, `3`, `reserves.0`; the only one if there is no text. Throws `AbiMistake` about
 * the field `element`.
 */
export function elementOf({ outputs = [] }: AbiFunction, element?: string): Element {
	let parts = outputs;
	let type: AbiType | undefined;
	const path: string[] = [];
	const steps = element === undefined ? ['0'] : element.split('.');
	if (element === undefined && outputs.length > 1) {
		throw new AbiMistake(`is required: the function returns ${partNames(outputs)}`);
	}
	for (const step of steps) {
		if (type?.kind === 'list') {
			if (!/^\d{1,6}$/.test(step)) throw new AbiMistake(`must have a number for ${cutText(step)}`);
			path.push(String(Number(step)));
			type = type.each;
		} else {
			const keys = keysOf(parts);
			const named = keys.indexOf(step);
			const at = named < 0 && /^\d{1,3}$/.test(step) ? Number(step) : named;
			if (!parts[at])
				throw new AbiMistake(`must be one of ${partNames(parts)}, not ${cutText(step)}`);
			// The results themselves are a list.
			path.push(type ? keys[at] : String(at));
			({ type } = parts[at]);
		}
		parts = type.kind === 'tuple' ? type.parts : [];
	}
	if (type && type.kind !== 'tuple' && type.kind !== 'list') return { type, path };
	throw new AbiMistake('must lead to a single value, not to a list or a tuple');
}

const partNames = (parts: readonly AbiParameter[]) =>
	parts.length > 0 ? cutText(keysOf(parts).join(', ')) : 'nothing';

/** The element in decoded results. Throws `AbiMistake` if a list has no such entry. */
function valueAt(values: readonly unknown[], { path }: Element): string {
	let at: unknown = values;
	for (const key of path) {
		const all = at as Readonly<Record<string, unknown>>;
		if (!Object.hasOwn(all, key)) throw new AbiMistake(`there is no element ${path.join('.')}`);
		at = all[key];
	}
	return String(at);
}

/** The rule that a text is a value of a type. Throws `AbiMistake`. */
export function requireFits(type: AbiType, given: string): void {
	try {
		encodeOne(type, given, 'value');
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		throw new AbiMistake(`must fit the type ${typeText(type)}: ${error.message}`);
	}
}

/** True if a text that fits the type is the value. */
export function isSame({ type, value }: Pick<ReadValue, 'type' | 'value'>, given: string): boolean {
	if (type === 'string') return given === value;
	if (type === 'uint' || type === 'int') return BigInt(given) === BigInt(value);
	return given.toLowerCase() === value.toLowerCase();
}

/** The subjects of a contract: its value, or the sides of its thresholds. */
export const namesOf = (address: string) => [address, `${address} above`, `${address} below`];

const DECIMALS = '0x313ce567';

/**
 * The values of all contracts at a block, in one batch. A contract that reverts, or returns what
 * does not fit, is skipped and reported; any other failure is thrown.
 */
export async function valuesOf(
	settings: Asked,
	block: number,
	context: PollContext,
): Promise<ReadValue[]> {
	const { blockchainId = 'C', addresses, element, decimals = 0 } = settings;
	const called = functionOfSettings(settings);
	const found = elementOf(called, element);
	const { kind } = found.type;
	const { client } = context;
	const asked = [
		...addresses.map((to) => ({ to, data: dataOfSettings(called, settings) })),
		...(settings.tokenDecimals ? addresses.map((to) => ({ to, data: DECIMALS })) : []),
	].map((call) => ({ blockchainId, block: String(block), ...call }));
	const answers: Array<string | Error> = [];
	for await (const { index, result, failure } of client.many(evm.call, asked)) {
		if (failure && !isOfContract(failure)) throw failure;
		answers[index] = result?.data ?? (failure as Error);
	}
	return addresses.flatMap((address, at) => {
		try {
			const data = dataIn(answers[at], settings.abi);
			const value = valueAt(decodeResults(called, data), found);
			const own = settings.tokenDecimals ? saidIn(answers[addresses.length + at]) : decimals;
			if (own === undefined) throw new AbiMistake('its contract returns no decimals');
			const isInteger = kind === 'uint' || kind === 'int';
			return [{ address, value, type: kind, decimals: isInteger ? own : 0, block }];
		} catch (error) {
			if (!(error instanceof AbiMistake)) throw error;
			const message = `${cutText(functionText(called))} of ${address}: ${error.message}`;
			context.skip?.({ operation: evm.call.id, path: ['data'], message, names: namesOf(address) });
			return [];
		}
	});
}

function dataIn(answer: string | Error, abi?: string): string {
	if (answer === '0x') throw new AbiMistake('it returns nothing: it is not a contract with it');
	if (typeof answer === 'string') return answer;
	const data = isFailure(answer, 'rpc') ? answer.data : undefined;
	const known = abi === undefined ? undefined : readAbi(abi, 'function');
	const reason = typeof data === 'string' ? reasonOf(data, known) : undefined;
	const said = escapedReason(reason ?? cutText(answer.message));
	throw new AbiMistake(`the contract ends the call: ${said}`);
}

function saidIn(answer: string | Error): number | undefined {
	const [said] = typeof answer === 'string' ? (wordsOf(answer) ?? []) : [];
	return tokenDecimals(said);
}
