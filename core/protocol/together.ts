import { type Failure, isFailure } from '../failure';
import { parseFields } from '../fields/fieldSet';
import { isMap } from '../formats/json';
import type { AnyOperation } from '../operations/declare';

/** Lists of one operation that differ in a list of the input: asked for in one request, and taken apart. */

type Values = Record<string, unknown>;

/** One list, as it is asked for together with others. */
export interface Asking {
	operation: AnyOperation;
	/** Equal for lists that may be asked for together: the operation and the other input. */
	key: string;
	others: Values;
	/** The values of the list of the input. */
	values: readonly unknown[];
	/** Maximum number of values of one request. */
	most: number;
}

/**
 * The list that a call asks for, from checked input; undefined if it cannot be asked for together with others: the
 * operation does not declare it, or the list of the input is empty (then it means all) or too long.
 */
export function askingOf(operation: AnyOperation, input: Values): Asking | undefined {
	const { together, items } = operation;
	if (!together || items === undefined) return undefined;
	const { [together.field]: values, ...others } = input;
	if (!Array.isArray(values) || values.length === 0 || values.length > together.most) {
		return undefined;
	}
	const key = JSON.stringify([operation.id, others]);
	return { operation, key, others, values, most: together.most };
}

/** True if a list can be asked for together with others, from input that was not checked. */
export function asksTogether(operation: AnyOperation, input: unknown): boolean {
	try {
		const parsed = parseFields(operation.input, input, operation.id);
		return askingOf(operation, parsed) !== undefined;
	} catch {
		// The call itself checks the input, and reports what is wrong.
		return false;
	}
}

/**
 * Asks for all values in one request by `read`, and gives each caller its items in the order of the service. If
 * that fails for good, or an item belongs to none of the values, each caller's list is asked for alone.
 */
export async function askTogether(
	asked: readonly Asking[],
	read: (operation: AnyOperation, input: Values) => Promise<unknown[]>,
): Promise<Array<{ result: unknown } | { failure: Failure }>> {
	const [{ operation, others }] = asked;
	const { field, item: name } = operation.together as { field: string; item: string };
	const values = new Set(asked.flatMap((one) => one.values));
	const valueOf = (item: unknown) => (isMap(item) ? item[name] : undefined);
	try {
		const items = await read(operation, { ...others, [field]: [...values] });
		if (asked.length === 1) return [{ result: items }];
		if (items.every((item) => values.has(valueOf(item)))) {
			const given = new Set<unknown>();
			return asked.map((one) => {
				const mine = items.filter((item) => one.values.includes(valueOf(item)));
				// Two callers may have the same value: each gets an item of its own.
				const own = mine.map((item) => (given.has(item) ? structuredClone(item) : item));
				for (const item of mine) given.add(item);
				return { result: own };
			});
		}
	} catch (error) {
		if (!isFailure(error)) throw error;
		if (asked.length === 1 || error.retryable) return asked.map(() => ({ failure: error }));
	}
	const alone: Awaited<ReturnType<typeof askTogether>> = [];
	for (const one of asked) alone.push(...(await askTogether([one], read)));
	return alone;
}
