import { inParallel } from '../shared/parallel';
import { type TableCalls, tableItems } from '../notify/tableItems';
import {
	KEYS,
	attemptItem,
	itemKey,
	nameOfItem,
	sampleItem,
	subscriptionItem,
	subscriptionOf,
} from './dynamoItems';
import { type Row, boundsOf, nameInRow } from './matching';
import type { SubscriptionReader } from './store';
import { keyInName } from './subscription';

const PARALLEL_REMOVALS = 10;
/** A sample above this size is not kept (bytes of JSON). */
const LARGEST_SAMPLE = 100_000;

/** The part of the table of subscriptions that notify uses. */
export function dynamoReader(client: TableCalls, table: string): SubscriptionReader {
	const { get, put, remove, pages, getAll, putAll } = tableItems(client, table);
	return {
		dataKey: async (id) => (await get({ pk: KEYS, sk: id }))?.encrypted as Uint8Array | undefined,

		async find(key) {
			const item = await get(itemKey(key));
			return item && subscriptionOf(item);
		},

		async findMany(names) {
			const keys = names.flatMap((name) => keyInName(name) ?? []);
			const items = await getAll(keys.map(itemKey));
			return new Map(items.map((item) => [nameOfItem(item), subscriptionOf(item)]));
		},

		async *matching(list, after) {
			const { from, to } = boundsOf(list, after);
			const key = 'pk = :pk AND sk BETWEEN :from AND :to';
			const values = { ':pk': list.pk, ':from': from, ':to': to };
			for await (const { Items = [] } of pages(key, values)) {
				yield Items.map((item) => {
					const row = item as Row & { v: number };
					return { pk: row.pk, sk: row.sk, name: nameInRow(row), version: row.v };
				});
			}
		},

		move: (from, next) => put(subscriptionItem(next), 'version = :from', { ':from': from }),

		async removeRows(rows, upTo) {
			await inParallel(rows, PARALLEL_REMOVALS, async ({ pk, sk }) => {
				await remove({ pk, sk }, 'v <= :upTo', { ':upTo': upTo });
			});
		},

		async noteAttempts(attempts) {
			// One call takes an item once: of two attempts of a message in one millisecond the last is kept.
			const items = attempts.map(attemptItem);
			const distinct = new Map(
				items.map((item) => [`${String(item.pk)} ${String(item.sk)}`, item]),
			);
			await putAll([...distinct.values()]);
		},

		async noteSample(wanted, now) {
			if (Buffer.byteLength(JSON.stringify(wanted.event)) > LARGEST_SAMPLE) return;
			await put(sampleItem(wanted, now));
		},
	};
}
