import { deepCopy } from 'n8n-workflow';
import type { Client } from '../../core/client';
import { isFailure } from '../../core/failure';
import { parseFields } from '../../core/fields/fieldSet';
import { isMap } from '../../core/formats/map';
import type { AnyOperation } from '../../core/operations/declare';
import { itemsOf } from '../../core/protocol/paging';

/** Lists of one operation that differ in a list of the input: asked for in one request, and taken apart. */

/** One list, as it is asked for together with others. */
export interface Asking {
	operation: AnyOperation;
	/** Equal for lists that may be asked for together: the operation and the other input. */
	key: string;
	others: Record<string, unknown>;
	/** The values of the list of the input. */
	values: readonly unknown[];
	/** Maximum number of values of one request. */
	most: number;
}

/** A list that is asked for, and its caller. */
export interface AskedTogether extends Asking {
	resolve: (items: never) => void;
	reject: (error: unknown) => void;
}

/**
 * The list that a call asks for; undefined if it cannot be asked for together with others: the operation does
 * not declare it, the list of the input is empty (then it means all) or too long, or the input is invalid,
 * which the call itself reports.
 */
export function askingOf(operation: AnyOperation, input: unknown): Asking | undefined {
	const { together } = operation;
	if (!together || operation.items === undefined) return undefined;
	let parsed: Record<string, unknown>;
	try {
		parsed = parseFields(operation.input, input, operation.id);
	} catch {
		// The call itself checks the input, and reports what is wrong.
		return undefined;
	}
	const { [together.field]: values, ...others } = parsed;
	if (!Array.isArray(values) || values.length === 0 || values.length > together.most) {
		return undefined;
	}
	const key = JSON.stringify([operation.id, others]);
	return { operation, key, others, values, most: together.most };
}

/**
 * Asks for all values in one request, and gives each caller its items in the order of the service. If that
 * fails for good, or an item belongs to none of the values, each caller's list is asked for alone.
 */
export async function askTogether(
	client: Client<'tolerant'>,
	asked: readonly AskedTogether[],
): Promise<void> {
	const [{ operation }] = asked;
	const values = new Set(asked.flatMap((one) => one.values));
	const valueOf = (item: unknown) =>
		isMap(item) ? item[operation.together?.item ?? ''] : undefined;
	try {
		const items = await itemsFor(client, asked[0], [...values]);
		if (asked.length === 1) return asked[0].resolve(items as never);
		if (items.every((item) => values.has(valueOf(item)))) {
			const given = new Set<unknown>();
			// Two callers may have the same value: each gets an item of its own.
			const own = (item: unknown) => (given.has(item) ? deepCopy(item as object) : item);
			for (const one of asked) {
				const mine = items.filter((item) => one.values.includes(valueOf(item))).map(own);
				for (const item of mine) given.add(item);
				one.resolve(mine as never);
			}
			return;
		}
	} catch (error) {
		if (asked.length === 1 || !isFailure(error) || error.retryable) {
			for (const one of asked) one.reject(error);
			return;
		}
	}
	for (const one of asked) await askTogether(client, [one]);
}

async function itemsFor(
	client: Client<'tolerant'>,
	{ operation, others }: Asking,
	values: unknown[],
): Promise<unknown[]> {
	const input = { ...others, [operation.together?.field ?? '']: values } as never;
	if (!operation.paging) return itemsOf(operation, await client.call(operation, input));
	const items: unknown[] = [];
	for await (const page of client.pages(operation, input)) items.push(...page.items);
	return items;
}
