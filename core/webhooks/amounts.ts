import { isMap } from '../formats/json';
import { firstNamed } from './openPayload';

/** Amounts of messages without a schema: digits, or lists of `{ amount }` as the service's balances. */

const isDigits = (value: unknown): value is string =>
	typeof value === 'string' && /^\d{1,40}$/.test(value);

function sumOf(value: unknown): bigint | undefined {
	if (isDigits(value)) return BigInt(value);
	if (Number.isSafeInteger(value) && Number(value) >= 0) return BigInt(value as number);
	if (isMap(value)) return isDigits(value.amount) ? BigInt(value.amount) : undefined;
	if (!Array.isArray(value)) return undefined;
	const parts = (value as unknown[]).map(sumOf);
	if (parts.some((part) => part === undefined)) return undefined;
	return (parts as bigint[]).reduce((sum, part) => sum + part, 0n);
}

const isAmount = (value: unknown): value is unknown => sumOf(value) !== undefined;

/** The first amount with one of the names in base units; undefined if there is none. */
export function amountNamed(event: unknown, names: readonly string[]): string | undefined {
	const sum = sumOf(firstNamed(event, names, isAmount));
	return sum === undefined ? undefined : String(sum);
}
