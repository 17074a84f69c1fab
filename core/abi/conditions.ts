import { keysOf } from './decode';
import { type Decimals, decimalsOf } from './decimals';
import { encodeOne } from './encode';
import { isHashed, topicForOne } from './events';
import { type AbiEvent, AbiMistake, type AbiParameter, cutText, typeText } from './types';
import { baseUnits } from '../formats/amount';
import { isMap } from '../formats/json';

/**
 * Conditions on the arguments of events, as users write them: an object by the names of arguments, with a value, a
 * list of values of which one must match, or an object with `is`, `above`, `below` and `contains`. All must hold.
 */

export type Conditions = Readonly<Record<string, unknown>>;

/** Decimals as a contract returns them: undefined if it returns none. */
export type ArgumentDecimals = Decimals | undefined;

/**
 * True if an argument, as it was decoded, fulfils the condition. `argumentDecimals`: the decimals of amounts; throws
 * `AbiMistake` if an amount in whole units cannot be compared.
 */
export type Test = (value: unknown, argumentDecimals: ArgumentDecimals) => boolean;

/** The tests of an event, by the keys of its arguments. */
export type Tests = ReadonlyArray<readonly [key: string, test: Test]>;

/** The comparisons of sizes, with the sign of `value - bound` at which each is true. */
const ORDERED: Readonly<Record<string, number>> = { above: 1, below: -1 };
const NAMES = ['is', 'above', 'below', 'contains'];
const DECIMAL = /^-?\d{1,80}(\.\d{1,80})?$/;

/**
 * The tests of conditions on an event; `whole`: whether amounts are in whole units. Throws `AbiMistake` about the
 * field of the conditions.
 */
export function testsOf(event: AbiEvent, given: Conditions, whole?: Decimals): Tests {
	const keys = keysOf(event.inputs);
	return Object.entries(given).flatMap(([name, wanted]) => {
		const at = keys.indexOf(name);
		if (at < 0) {
			const known = keys.length > 0 ? keys.join(', ') : 'none';
			throw new AbiMistake(
				`must have arguments of ${cutText(event.name)} only (${cutText(known)}), not ${cutText(name)}`,
			);
		}
		return Object.entries(comparisonsIn(wanted)).map(
			([how, value]) => [name, testOf(event.inputs[at], name, how, value, whole)] as const,
		);
	});
}

/** True for an object with the form of conditions; whether an event has such arguments is not checked. */
export function isConditions(given: unknown): given is Conditions {
	if (!isMap(given) || Object.keys(given).length === 0) return false;
	return Object.values(given).every((wanted) => {
		if (!isMap(wanted)) return wanted !== undefined && wanted !== null;
		const hows = Object.keys(wanted);
		return hows.length > 0 && hows.every((how) => NAMES.includes(how));
	});
}

export const CONDITIONS_RULE = `must be a JSON object by the names of arguments, with a value, a list of values, or an object with ${NAMES.join(', ')} for each`;

const comparisonsIn = (wanted: unknown): Record<string, unknown> =>
	isMap(wanted) ? wanted : { is: wanted };

/** The values of `is` on an indexed argument, by name, where the node can search for them. */
export function topicValuesOf(event: AbiEvent, given: Conditions, whole?: Decimals) {
	return Object.fromEntries(
		event.inputs.flatMap((input) => {
			const { name, indexed, type } = input;
			if (!indexed || name === '' || !Object.hasOwn(given, name)) return [];
			const { is } = comparisonsIn(given[name]);
			// Whole units of an unknown token are compared after decoding.
			if (is === undefined || isAmount(input, name, whole)) return [];
			return type.kind === 'list' || type.kind === 'tuple' ? [] : [[name, is]];
		}),
	);
}

/** True for an argument that is in whole units. */
function isAmount(input: AbiParameter, name: string, whole: Decimals | undefined): boolean {
	return decimalsOf(input, name, decodedZero(input), whole) !== undefined;
}

/** Integers of more than 48 bits are decoded as text. */
const decodedZero = ({ type }: AbiParameter) => ('bits' in type && type.bits <= 48 ? 0 : '0');

function testOf(
	input: AbiParameter,
	name: string,
	how: string,
	wanted: unknown,
	whole: Decimals | undefined,
): Test {
	const { type } = input;
	const isNumber = type.kind === 'uint' || type.kind === 'int';
	const values: unknown[] = Array.isArray(wanted) && type.kind !== 'list' ? wanted : [wanted];
	if (values.length === 0) throw new AbiMistake(`must have a value in the list of ${name}`);
	if (input.indexed && isHashed(type)) {
		if (how !== 'is') {
			throw new AbiMistake(`must have only is for ${name}: a log has the hash of the value`);
		}
		const topics = values.map((one) => topicForOne(input, one));
		return (value) => topics.includes(String(value));
	}
	if (isNumber && how !== 'contains') {
		const scaled = isAmount(input, name, whole);
		const lines = values.map((one) => lineIn(one, input, name, scaled || how !== 'is'));
		const sign = ORDERED[how] ?? 0;
		return (value, argumentDecimals) => {
			const decimals = scaled ? decimalsOf(input, name, String(value), argumentDecimals) : 0;
			if (decimals === undefined) throw new AbiMistake('its contract returns no decimals');
			const each = lines.map((line) => compared(BigInt(String(value)), line, decimals));
			return each.some((difference) => difference === sign);
		};
	}
	if (how === 'contains') return containing(input, name, values);
	if (how !== 'is') {
		throw new AbiMistake(`must not have ${how} for ${name}: ${typeText(type)} is not a number`);
	}
	const encoded = values.map((one) => encodedAs(input, one));
	return (value) => encoded.includes(encodeOne(type, value, name));
}

function encodedAs({ type, name }: AbiParameter, value: unknown): string {
	try {
		return encodeOne(type, value, name);
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		throw new AbiMistake(`must fit the event: ${error.message}`);
	}
}

/** A number to compare with: any decimal, or an integer of the type. */
function lineIn(given: unknown, input: AbiParameter, name: string, isFree: boolean): string {
	if (!isFree) {
		const word = BigInt(`0x${encodedAs(input, given)}`);
		return String(input.type.kind === 'int' ? BigInt.asIntN(256, word) : word);
	}
	const isSafe =
		typeof given !== 'number' || Number.isSafeInteger(given) || !Number.isInteger(given);
	const text = typeof given === 'string' ? given.trim() : String(given);
	if (isSafe && DECIMAL.test(text)) return text;
	throw new AbiMistake(`must have decimal numbers for ${name}, in quotes if they are large`);
}

/** The sign of the difference between base units and a number in whole units, exact. */
function compared(value: bigint, line: string, decimals: number): number {
	const scale = Math.max(decimals, line.split('.')[1]?.length ?? 0);
	const difference = value * 10n ** BigInt(scale - decimals) - baseUnits(line, scale);
	return difference > 0n ? 1 : difference < 0n ? -1 : 0;
}

/** Of a text, a part without regard to case; of bytes, a part; of a list, an entry. */
function containing(input: AbiParameter, name: string, values: readonly unknown[]): Test {
	const { type } = input;
	if (type.kind === 'list') {
		const each = { name, type: type.each };
		const encoded = values.flat().map((one) => encodedAs(each, one));
		return (list) =>
			(list as unknown[]).some((one) => encoded.includes(encodeOne(type.each, one, name)));
	}
	const isBytes = type.kind === 'bytes' || type.kind === 'fixedBytes';
	if (type.kind !== 'string' && !isBytes) {
		throw new AbiMistake(`must not have contains for ${name}: it is for texts, bytes and lists`);
	}
	const parts = values.map((one) => {
		const text = String(one).toLowerCase();
		if (isBytes && !/^0x([0-9a-f]{2})+$/.test(text)) {
			throw new AbiMistake(`must have bytes for ${name}: 0x and hexadecimal digits`);
		}
		if (text === '') throw new AbiMistake(`must have a text that is not empty for ${name}`);
		return isBytes ? text.slice(2) : text;
	});
	return (value) => {
		const all = String(value).toLowerCase();
		return parts.some((part) => (isBytes ? hasBytes(all.slice(2), part) : all.includes(part)));
	};
}

/** True if hex digits have these bytes, at a whole byte. */
function hasBytes(digits: string, part: string): boolean {
	for (let at = digits.indexOf(part); at >= 0; at = digits.indexOf(part, at + 1)) {
		if (at % 2 === 0) return true;
	}
	return false;
}
