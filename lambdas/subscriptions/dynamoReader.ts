import { lifeKey, lifeStore } from '../notify/heldStore';
import { inParallel } from '../shared/parallel';
import { type TableCalls, tableItems } from '../notify/tableItems';
import { dueTimes } from './dueTimes';
import { KEYS, attemptItem, contentOf, itemKey, sampleItem, subscriptionItem } from './dynamoItems';
import { type MatchedRow, type Row, type RowList, boundsOf, nameInRow } from './matching';
import type { WantedEvent } from '../notify/recipients';
import type { AttemptRecord } from './store';
import { type Subscription, type SubscriptionKey, keyInName, nameOf } from './subscription';

const PARALLEL_REMOVALS = 10;
/** A sample above this size is not kept (bytes of JSON). */
const LARGEST_SAMPLE = 100_000;

export type SubscriptionReader = ReturnType<typeof dynamoReader>;

/** The part of the table of subscriptions that notify uses. Writes with a condition return whether they took place. */
export function dynamoReader(client: TableCalls, table: string) {
	const items = tableItems(client, table);
	const { get, put, remove, pages, getAll, putAll } = items;
	return {
		...dueTimes(items),

		openAs: <Opened>(open: (client: TableCalls, table: string) => Opened) => open(client, table),

		/** The life of the alerts of a subscription, with silences of its own. */
		lives(name: string) {
			const silences = { pk: `silences#${name}`, sk: 'silences' };
			const forget = async () => {
				for (const key of [lifeKey(name), silences]) await remove(key);
			};
			return { ...lifeStore(items, silences), forget };
		},

		dataKey: async (id: string) =>
			(await get({ pk: KEYS, sk: id }))?.encrypted as Uint8Array | undefined,

		/** The newest version of a subscription. */
		async find(key: SubscriptionKey): Promise<Subscription | undefined> {
			const item = await get(itemKey(key));
			return item && contentOf<Subscription>(item);
		},

		/** Subscriptions by the names of their targets; a version may be a second old. */
		async findMany(names: readonly string[]): Promise<Map<string, Subscription>> {
			const keys = names.flatMap((name) => keyInName(name) ?? []);
			const items = await getAll(keys.map(itemKey));
			return new Map(items.map(contentOf<Subscription>).map((one) => [nameOf(one), one]));
		},

		/** The names of the targets in a list of rows, in pages, in order, after one of them. */
		async *matching(list: RowList, after?: string): AsyncGenerator<readonly MatchedRow[]> {
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

		/** Writes the next version if the present one is still `from`. */
		move: (from: number, next: Subscription) =>
			put(subscriptionItem(next), 'version = :from', { ':from': from }),

		/** Removes rows if no version after `upTo` of their subscription has put them again. */
		async removeRows(rows: readonly Row[], upTo: number): Promise<void> {
			await inParallel(rows, PARALLEL_REMOVALS, async ({ pk, sk }) => {
				await remove({ pk, sk }, 'v <= :upTo', { ':upTo': upTo });
			});
		},

		async noteAttempts(attempts: readonly AttemptRecord[]): Promise<void> {
			// One call takes an item once: of two attempts of a message in one millisecond the last is kept.
			const items = attempts.map(attemptItem);
			const distinct = new Map(
				items.map((item) => [`${String(item.pk)} ${String(item.sk)}`, item]),
			);
			await putAll([...distinct.values()]);
		},

		/** Keeps an event as the sample of its type. */
		async noteSample(wanted: WantedEvent, now: number): Promise<void> {
			if (Buffer.byteLength(JSON.stringify(wanted.event)) > LARGEST_SAMPLE) return;
			await put(sampleItem(wanted, now));
		},
	};
}
