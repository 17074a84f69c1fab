import type { NetworkEvent } from '../../core/events/event';
import {
	ABSENT,
	DAY_SECONDS,
	type TableItem,
	type TableItems,
	eventKey,
	expiry,
	pack,
	unpack,
} from './tableItems';

export type StoredEvents = ReturnType<typeof storedEvents>;

/**
 * Time for which an event is kept (s). A delivery needs it for ten attempts, each at most a day
 * after the last one.
 */
const KEEP = 40 * DAY_SECONDS;
/** An event that expires within this time (s) is stored again when it is delivered once more. */
const NEEDED = 30 * DAY_SECONDS;
/** A dead letter is kept for 90 days, and may be put back into the outbox on the last one. */
const KEEP_FOR_DEAD = 120 * DAY_SECONDS;
/** A shorter event is stored as text: it needs one write unit as it is (bytes). */
const SHORT = 900;
/** Maximum size of the events that are kept in memory (bytes of JSON, about). */
const CACHE_BYTES = 16 * 1024 * 1024;

/**
 * The events of deliveries in a table: each is stored once, however many targets it is for, as the item
 * `event#<message id>`. The first content stays: all targets and all attempts send the same. Those that were put or
 * read last are kept in memory.
 */
export function storedEvents({ get, put, update }: TableItems) {
	const cache = new Map<string, { event: Promise<NetworkEvent | undefined>; bytes: number }>();
	const puts = new Map<string, Promise<void>>();
	let bytes = 0;

	function keep(id: string, event: Promise<NetworkEvent | undefined>, size: number): void {
		forget(id);
		cache.set(id, { event, bytes: size });
		bytes += size;
		for (const [oldest] of cache) {
			if (bytes <= CACHE_BYTES) break;
			forget(oldest);
		}
	}
	function forget(id: string): void {
		bytes -= cache.get(id)?.bytes ?? 0;
		cache.delete(id);
		puts.delete(id);
	}

	async function write(id: string, event: NetworkEvent, now: number): Promise<void> {
		const text = JSON.stringify(event);
		const content = text.length > SHORT ? { data: pack(event) } : { event: text };
		const isNew = await put(
			{ ...eventKey(id), ...content, expiresAt: expiry(now, KEEP) },
			`${ABSENT} OR expiresAt < :needed`,
			{ ':needed': expiry(now, NEEDED) },
		);
		if (isNew) keep(id, Promise.resolve(event), text.length);
		else forget(id);
		puts.set(id, Promise.resolve());
	}

	async function read(id: string, now = Infinity): Promise<NetworkEvent | undefined> {
		const item = await get(eventKey(id));
		if (!item) return undefined;
		if (Number(item.expiresAt) >= expiry(now, NEEDED)) puts.set(id, Promise.resolve());
		return eventIn(item);
	}

	return {
		/** Stores an event, if it is not there yet. */
		async put(id: string, event: NetworkEvent, now: number): Promise<void> {
			const putting = puts.get(id) ?? write(id, event, now);
			puts.set(id, putting);
			// One that failed is written again by the next delivery.
			await putting.catch((error: unknown) => {
				puts.delete(id);
				throw error;
			});
		},
		/**
		 * Reads which of these events are stored, so that they are not written again: a fan-out that
		 * continues has stored some of them.
		 */
		async recall(ids: readonly string[], now: number): Promise<void> {
			await Promise.all(
				[...new Set(ids)].map(async (id) => {
					const event = await read(id, now);
					if (event) cache.set(id, { event: Promise.resolve(event), bytes: 0 });
				}),
			);
		},
		/** An event; undefined if it is not there any more. */
		async get(id: string): Promise<NetworkEvent | undefined> {
			const known = cache.get(id);
			if (known) return await known.event;
			const reading = read(id);
			keep(id, reading, SHORT);
			const event = await reading.catch((error: unknown) => {
				forget(id);
				throw error;
			});
			if (event) keep(id, reading, JSON.stringify(event).length);
			else forget(id);
			return event;
		},
		/** Makes an event outlive a dead letter. To be called before the delivery becomes one. */
		async keepForDead(id: string, now: number): Promise<void> {
			// Deliveries of an earlier version have their events themselves.
			const end = { ':expiry': expiry(now, KEEP_FOR_DEAD) };
			await update(eventKey(id), 'SET expiresAt = :expiry', end, 'attribute_exists(pk)');
		},

		/** True if all deliveries of an event are in the queue, or were. */
		isFannedOut: async (id: string) => (await get(eventKey(id)))?.fannedOut === true,

		async markFannedOut(id: string): Promise<void> {
			const change = 'SET fannedOut = :true';
			await update(eventKey(id), change, { ':true': true }, 'attribute_exists(pk)');
		},
	};
}

function eventIn({ event, data }: TableItem): NetworkEvent {
	return data === undefined
		? (JSON.parse(String(event)) as NetworkEvent)
		: unpack<NetworkEvent>(data as Uint8Array);
}
