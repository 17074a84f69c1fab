import * as z from 'zod/v4';
import { mapOf } from '../fields/culprit';
import { isMap } from '../formats/json';
import { type Value, value } from '../fields/field';
import { MOST_DECIMALS, exactName } from '../fields/wholeUnits';
import { wholeUnits } from '../formats/amount';
import { byName, keysOf } from './decode';
import { AbiMistake, type AbiParameter, type AbiType } from './types';

/**
 * Integers of contracts as amounts in whole units. As in all items, the number has the plain name, and the
 * exact text a name that ends in `Exact`, behind the other values.
 */

/** The decimals of all integers of more than 48 bits, or of the integers with these names. */
export type Decimals = number | Readonly<Record<string, number>>;

/** Maximum number of names in an error. */
const MOST_NAMED = 20;

const RULE = `must be a whole number from 0 to ${MOST_DECIMALS}, or a JSON object with such a number for each name`;

const isDecimals = (given: unknown): given is number =>
	Number.isInteger(given) && (given as number) >= 0 && (given as number) <= MOST_DECIMALS;

function numberOf(given: unknown): unknown {
	return typeof given === 'string' && /^\s*\d{1,2}\s*$/.test(given) ? Number(given) : given;
}

/** The decimals of amounts: a number, or numbers by name as JSON text or as an object. */
export function decimals(): Value<Decimals, unknown> {
	const read = (given: unknown): unknown => {
		const read = numberOf(mapOf(given));
		if (!isMap(read)) return read;
		return Object.fromEntries(Object.entries(read).map(([name, each]) => [name, numberOf(each)]));
	};
	const isSound = (read: unknown) =>
		isDecimals(read) ||
		(isMap(read) && Object.keys(read).length > 0 && Object.values(read).every(isDecimals));
	const schema = () => z.unknown().transform(read).refine(isSound, { error: RULE });
	return value(schema as unknown as () => z.ZodType<Decimals>, { control: 'text', rule: RULE });
}

/**
 * The rule that names with decimals are those of integers. `lists`: the parameters of each function or
 * event. Throws `AbiMistake`.
 */
export function checkDecimals(
	decimals: Decimals | undefined,
	lists: ReadonlyArray<readonly AbiParameter[]>,
): void {
	if (typeof decimals !== 'object') return;
	const known = lists.flatMap((parameters) =>
		keysOf(parameters).filter((_, at) => isInteger(parameters[at].type)),
	);
	const stray = Object.keys(decimals).find((name) => !known.includes(name));
	if (stray === undefined) return;
	const names = [...new Set(known)].slice(0, MOST_NAMED).join(', ') || 'there are none';
	throw new AbiMistake(`must have names of integers only (${names}), not ${stray}`);
}

const isInteger = ({ kind }: AbiType) => kind === 'uint' || kind === 'int';

/** The number of decimals of a value; undefined if it is not an amount. */
export function decimalsOf(
	{ type }: AbiParameter,
	name: string,
	value: unknown,
	decimals: Decimals | undefined,
): number | undefined {
	if (decimals === undefined || !isInteger(type)) return undefined;
	if (typeof decimals === 'number') return typeof value === 'string' ? decimals : undefined;
	return Object.hasOwn(decimals, name) ? decimals[name] : undefined;
}

/** An amount in whole units. */
export function scaledAmount(value: unknown, decimals: number): number {
	return Number(wholeUnits(value, decimals));
}

/** Values by name, the amounts among them in whole units. */
export function withAmounts(
	parameters: readonly AbiParameter[],
	values: readonly unknown[],
	decimals: Decimals | undefined,
): unknown {
	const exact: Array<[string, unknown]> = [];
	const entries = keysOf(parameters).map((key, at): [string, unknown] => {
		const count = decimalsOf(parameters[at], key, values[at], decimals);
		if (count === undefined) return [key, values[at]];
		exact.push([exactName(key), values[at]]);
		return [key, scaledAmount(values[at], count)];
	});
	if (exact.length === 0) return byName(parameters, values);
	return Object.fromEntries([...entries, ...exact]);
}
