import type { Clock } from '../../core/protocol/ports';
import { tooLarge, webhookMessageId } from './batchEvents';
import { inParallel } from '../shared/parallel';
import type { Recipients } from './recipients';
import type { QueueMessage } from './sendQueue';
import type { SendQueue } from './sqsQueue';
import type { SourceSettings } from './settings';
import type { Store } from './dynamoStore';
import type { BatchEvent, Delivery, FanOutPosition } from './store';

/** The table and the queue of deliveries, and the time for them. */
export interface Outlet {
	store: Store;
	queue: Pick<SendQueue, 'send'>;
	clock: Pick<Clock, 'now'>;
	/** Unix milliseconds: nothing more is read or put after it. */
	deadline: number;
}

export interface FanOutOptions extends Outlet {
	recipients: Pick<Recipients, 'targetsFor' | 'holds' | 'waits'>;
	/**
	 * True if events may come twice, such as by a message and by a list: those whose deliveries are in
	 * the queue are skipped.
	 */
	mayRepeat?: boolean;
	/** Called with the number of deliveries that were put into the queue. */
	onQueued?: (count: number) => void;
	/** Called for every delivery that is put as a dead letter. */
	onDead?: (target: string, reason: string) => void;
}

/** Number of deliveries per piece: the maximum that is repeated after a crash. */
const PIECE = 500;
/**
 * Size of the first piece of a run that continues a batch: each run makes progress, even if it
 * crashes early.
 */
const FIRST_PIECE = 10;
const PARALLEL_WRITES = 16;

type Placed = { at: FanOutPosition; delivery: Delivery; dead?: string };

/**
 * Puts the events of a batch into the outbox of each target, in pieces, until all are there (true)
 * or the time has run out (false). The position is stored after every piece; a run that continues
 * the batch starts there. Putting a delivery twice has no effect.
 */
export async function fanOut(
	source: Pick<SourceSettings, 'name'>,
	{ version, batch }: { version: number; batch: readonly BatchEvent[] },
	options: FanOutOptions,
	again = false,
): Promise<boolean> {
	const { store, clock } = options;
	if (options.mayRepeat) return await putEvents(source, batch, options);
	const from = again ? await store.fanOutPosition(source.name, version) : undefined;
	const deliveries = placed(source, batch, options, from);
	for (let size = again ? FIRST_PIECE : PIECE; ; size = Math.min(PIECE, size * 2)) {
		const piece = await take(deliveries, size);
		const last = piece.at(-1);
		if (!last) return true;
		if (again && size === FIRST_PIECE) {
			// An earlier run has stored some of them.
			const ids = piece.map(({ delivery }) => delivery.id);
			await store.events.recall(ids, clock.now());
		}
		if (!(await putPiece(piece, options))) return false;
		if (piece.length < size) return true;
		await store.saveFanOutPosition(source.name, version, last.at);
	}
}

/** Puts deliveries into the queue, and dead letters into the table: all (true), unless it is late. */
async function putPiece(
	piece: readonly Placed[],
	{ store, queue, recipients, clock, deadline, onDead, onQueued }: FanOutOptions,
): Promise<boolean> {
	let late = false;
	// Also if the clock is set back: what was left out is not there.
	const isLate = () => (late ||= clock.now() >= deadline);
	await inParallel(piece, PARALLEL_WRITES, async ({ delivery, dead }) => {
		if (isLate()) return;
		const { id, event, createdAt, target } = delivery;
		// The event comes first: an attempt that fails needs it.
		if (dead === undefined) await store.events.put(id, event, createdAt);
		else if (await store.addDead(delivery, dead)) onDead?.(target, dead);
	});
	const live: QueueMessage[] = [];
	const waiting = new Map<string, Delivery[]>();
	for (const { delivery, dead } of piece) {
		const { target } = delivery;
		if (dead !== undefined) continue;
		if (!recipients.holds?.(target)) live.push({ delivery });
		else waiting.set(target, [...(waiting.get(target) ?? []), delivery]);
	}
	await inParallel([...waiting.values()], PARALLEL_WRITES, async (deliveries) => {
		// One after the other: those of an alert stay in order.
		for (const delivery of deliveries) {
			if (!isLate()) await store.held.put(delivery, clock.now());
		}
	});
	if (isLate()) return false;
	if (waiting.size > 0) await recipients.waits?.([...waiting.keys()]);
	await queue.send(live);
	onQueued?.(live.length);
	return true;
}

/**
 * Puts events that may have come before, one after the other, into the outbox of each target (true), unless
 * the time has run out (false). Putting one again has no effect.
 */
export async function putEvents(
	source: Pick<SourceSettings, 'name'>,
	batch: readonly BatchEvent[],
	options: FanOutOptions,
): Promise<boolean> {
	const { events } = options.store;
	for (const event of batch) {
		const id = webhookMessageId(source.name, event.id);
		if (await events.isFannedOut(id)) continue;
		const deliveries = placed(source, [event], options);
		for (;;) {
			const piece = await take(deliveries, PIECE);
			if (!(await putPiece(piece, options))) return false;
			if (piece.length < PIECE) break;
		}
		// The mark comes last: an event without it is put again.
		await events.markFannedOut(id);
	}
	return true;
}

/** Pairs of event and target: events oldest first, targets of each in the order of their names. */
async function* placed(
	source: Pick<SourceSettings, 'name'>,
	batch: readonly BatchEvent[],
	{ recipients, clock }: FanOutOptions,
	from?: FanOutPosition,
): AsyncGenerator<Placed> {
	const now = clock.now();
	const times = { attempts: 0, dueAt: now, createdAt: now };
	for (const [index, { cutFrom, ...event }] of batch.entries()) {
		if (index < (from?.event ?? 0)) continue;
		const id = webhookMessageId(source.name, event.id);
		const after = index === from?.event ? from.target : undefined;
		for await (const names of recipients.targetsFor({ source: source.name, event }, after)) {
			for (const target of names) {
				const dead = cutFrom === undefined ? undefined : tooLarge(cutFrom);
				const delivery = { target, id, source: source.name, event, ...times };
				yield { at: { event: index, target }, delivery, dead };
			}
		}
	}
}

async function take<T>(items: AsyncIterator<T>, count: number): Promise<T[]> {
	const taken: T[] = [];
	while (taken.length < count) {
		const { value, done } = await items.next();
		if (done) break;
		taken.push(value);
	}
	return taken;
}
