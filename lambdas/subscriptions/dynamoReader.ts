import {
	DAY_SECONDS,
	type TableItem,
	expiry,
	pack,
	unpack,
	type TableCalls,
	tableItems,
} from '../notify/tableItems';
import type { NetworkEvent } from '../../core/events/event';
import type { WantedEvent } from '../notify/recipients';
import type { AttemptRecord } from './store';
import { type Subscription, type SubscriptionKey, keyInName, nameOf } from './subscription';
import { lifeKey, lifeStore } from '../notify/heldStore';
import { inParallel } from '../shared/parallel';
import { dueTimes } from './dueTimes';
import { type MatchedRow, type Row, type RowList, boundsOf, nameInRow } from './matching';

/** The items of the table of subscriptions. */

/** Time for which a subscription that has ended is shown with its reason (s). */
const KEEP_ENDED = 7 * DAY_SECONDS;
/** Time for which attempts are listed (s). */
const KEEP_ATTEMPTS = 7 * DAY_SECONDS;

export const ownerPk = (owner: string) => `owner#${owner}`;
export const itemKey = ({ owner, id }: SubscriptionKey) => ({
	pk: ownerPk(owner),
	sk: `sub#${id}`,
});
export const TOKENS = 'tokens';
export const SAMPLE_ITEMS = 'samples';
export const KEYS = 'keys';

/** The time at which the table removes a subscription (Unix seconds): never if it is active without an expiration. */
function endOf(subscription: Subscription): number | undefined {
	const { status, version, expiration, endedAt, challenge } = subscription;
	// One that was active before is kept longer.
	if (status === 'pending') return expiry(challenge?.until ?? 0, version === 1 ? 0 : KEEP_ENDED);
	if (status === 'ended') return expiry(endedAt ?? 0, KEEP_ENDED);
	return expiration === undefined ? undefined : expiry(expiration, KEEP_ENDED);
}

export function subscriptionItem(subscription: Subscription): TableItem {
	return { ...itemKey(subscription), ...subscription, expiresAt: endOf(subscription) };
}

/** The content of an item. */
export const contentOf = <T>({ pk: _, sk: __, expiresAt: ___, ...content }: TableItem) =>
	content as T;

/** Attempts are in the order of their times: 13 digits last until the year 2286. */
function attemptItem(record: AttemptRecord): TableItem {
	const { target, message, at } = record;
	return {
		pk: `attempts#${target}`,
		sk: `${String(at).padStart(13, '0')}#${message}`,
		...record,
		expiresAt: expiry(at, KEEP_ATTEMPTS),
	};
}

function sampleItem({ source, event }: WantedEvent, now: number): TableItem {
	return { pk: SAMPLE_ITEMS, sk: event.type, at: now, source, event: pack(event) };
}

export function sampleOf(item: TableItem): WantedEvent & { at: number } {
	const event = unpack<NetworkEvent>(item.event as Uint8Array);
	return { source: String(item.source), event, at: Number(item.at) };
}

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
