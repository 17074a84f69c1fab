import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/protocol/ports';
import { type Attempted, type AttemptOptions, attempt } from '../notify/attempt';
import { inParallel } from '../shared/parallel';
import type { Recipients } from '../notify/recipients';
import { isRepeatable } from '../notify/webhook';
import type { Send } from '../notify/send';
import {
	type Lane,
	LONGEST_DELAY,
	type QueueMessage,
	type QueuedDelivery,
} from '../notify/sendQueue';
import type { Target } from '../notify/settings';
import type { Outlet } from '../notify/fanOut';
import type { Delivery } from '../notify/store';
import type { Tally } from '../notify/tally';
import { disabledTargets } from '../notify/disable';
import { keyInName } from '../subscriptions/subscription';
import { type SenderMemory, type Result, cachedStates, saveLearned } from './memory';

/** A message of a batch. */
export interface Received {
	/** ID of the message in the queue, not of the event. */
	messageId: string;
	delivery: QueuedDelivery;
}

export interface BatchOptions
	extends Pick<AttemptOptions, 'endTarget'>,
		Pick<Outlet, 'store' | 'queue'> {
	/** Called with the result of every delivery that was sent or became a dead letter. */
	onAttempt?: (delivery: Delivery, attempted: Attempted) => void;
	lane: Lane;
	recipients: Pick<Recipients, 'find'>;
	memory: SenderMemory;
	send: Send;
	clock: Clock;
	tally: Tally;
	/** Maximum number of invocations at once, which share the limits of a target. */
	senders: number;
}

/**
 * Time after which no attempt of a batch begins (ms), so that quick deliveries do not wait long for the end
 * of their batch.
 */
const BATCH_MS = 5_000;
/** The longest wait for a target's rate within a batch (ms). */
const PACE_MS = 1_000;
/** Delay of messages that a batch has no time for (s). */
const PUT_OFF = 5;
/** Added to the target's own timeout: afterwards another sender may claim the attempt. */
const CLAIM_SLACK_MS = 30_000;

interface Sent extends Result {
	delivery: QueuedDelivery;
	/** Undefined if it is no longer configured. */
	target?: Target;
}

/**
 * Sends the messages of a batch and stores the outcomes. Messages that cannot be sent now are put into
 * the queue again before they are deleted from it; the outcome is stored before, too. So a sender that
 * ends early leaves its messages in the queue, and repeats are sent under the same id. Targets that have answered
 * quickly are sent to in the main lane, and all others in the slow one: they would hold the rest of their batch.
 * `failed`: ids of messages whose outcome could not be stored, which come again, and `error` the first reason;
 * `heldBack`: messages that wait for the rate of their target, or for one of the requests that it accepts at once.
 */
export async function sendBatch(received: readonly Received[], options: BatchOptions) {
	const { store, memory, clock, recipients, queue, lane } = options;
	const byTarget = Map.groupBy(newestOf(received), ({ target }) => target);
	const names = [...byTarget.keys()];
	const states = cachedStates(memory, store.states, clock);
	const [targets, known] = await Promise.all([recipients.find(names), states.read(names)]);
	const disabled = disabledTargets([...targets.values()], known);
	const results: Sent[] = [];
	const again: QueueMessage[] = [];
	const other: Lane = lane === 'main' ? 'slow' : 'main';
	const toOther: QueueMessage[] = [];
	const broken: TargetOptions['broken'] = [];
	const end = clock.now() + BATCH_MS;
	await inParallel([...byTarget], names.length, async ([name, own]) => {
		const isSent = targets.has(name) && !disabled.has(name);
		if (isSent && lane !== (known.get(name)?.quick ? 'main' : 'slow')) {
			toOther.push(...own.map((delivery) => ({ delivery })));
			return;
		}
		const { failing } = known.get(name) ?? {};
		const given = { ...options, states, disabled, failing, results, again, broken, end };
		await sendTo(targets.get(name), own, given);
	});
	for (const { delivery, attempted } of results) {
		options.tally.attempted(delivery.target, attempted);
	}
	const failed = new Set(broken.map(({ delivery }) => deliveryKey(delivery)));
	let error = broken[0]?.error;
	const keep = async ([deliveries, work]: DependentWrite) => {
		if (deliveries.length === 0) return;
		await work().catch((reason: unknown) => {
			error ??= reason;
			for (const one of deliveries) failed.add(deliveryKey(one));
		});
	};
	const now = clock.now();
	const writes: DependentWrite[] = [
		[deliveriesOf(toOther), async () => await queue.send(toOther, other)],
		[deliveriesOf(again), async () => await queue.send(again, lane)],
		...stored(results, options, now),
	];
	await Promise.all(writes.map(keep));
	await saveLearned(results, known, states, now).catch((reason) => void (error ??= reason));
	const ids = received.filter(({ delivery }) => failed.has(deliveryKey(delivery)));
	return { failed: ids.map(({ messageId }) => messageId), heldBack: again.length, error };
}

const deliveryKey = ({ target, id }: Pick<Delivery, 'target' | 'id'>) => `${target} ${id}`;

/** Each delivery once: the queue may have one twice. */
function newestOf(received: readonly Received[]): QueuedDelivery[] {
	const byKey = new Map<string, QueuedDelivery>();
	for (const { delivery } of received) {
		const known = byKey.get(deliveryKey(delivery));
		if (!known || known.attempts < delivery.attempts) byKey.set(deliveryKey(delivery), delivery);
	}
	return [...byKey.values()];
}

interface TargetOptions
	extends BatchOptions,
		Pick<AttemptOptions, 'states' | 'disabled' | 'failing'> {
	results: Sent[];
	again: QueueMessage[];
	/** Attempts that the table interrupted: their messages come again. */
	broken: Array<{ delivery: QueuedDelivery; error: unknown }>;
	end: number;
}

/** Sends the messages of one target, within its limits. */
async function sendTo(
	target: Target | undefined,
	deliveries: readonly QueuedDelivery[],
	options: TargetOptions,
): Promise<void> {
	const { store, clock, senders, disabled, again, end, results, broken } = options;
	const limited = target && !disabled.has(target.name) ? target : undefined;
	const isNarrow = limited !== undefined && limited.concurrency < senders;
	let slot: Awaited<ReturnType<typeof takeSlot>>;
	let turns: ReadonlyMap<QueuedDelivery, number> | undefined;
	try {
		slot = isNarrow ? await takeSlot(limited, options) : undefined;
		if (isNarrow && slot === undefined) {
			again.push(...deliveries.map((delivery) => ({ delivery, delaySeconds: PUT_OFF })));
			return;
		}
		if (limited?.perMinute) turns = await turnsOf(limited, limited.perMinute, deliveries, options);
	} catch (error) {
		broken.push(...deliveries.map((delivery) => ({ delivery, error })));
		return;
	}
	const width = Math.max(1, Math.floor((target?.concurrency ?? senders) / senders));
	await inParallel(deliveries, width, async (delivery) => {
		const turn = turns ? turns.get(delivery) : clock.now();
		if (turn === undefined) {
			again.push({ delivery, delaySeconds: LONGEST_DELAY });
			return;
		}
		const wait = Math.max(0, turn - clock.now());
		if (wait > PACE_MS) {
			const delaySeconds = Math.ceil(wait / 1000);
			again.push({ delivery: { ...delivery, paced: true }, delaySeconds });
			return;
		}
		if (clock.now() >= end) {
			again.push({ delivery, delaySeconds: PUT_OFF });
			return;
		}
		if (wait > 0) await clock.sleep(wait);
		const attempted = await attemptOne(delivery, target, options).catch((error: unknown) => {
			broken.push({ delivery, error });
			return undefined;
		});
		if (attempted === 'busy') again.push({ delivery, delaySeconds: PUT_OFF });
		else if (attempted) results.push({ delivery, target, attempted });
	});
	// If this fails, the lease ends by itself.
	if (slot) await store.release(slot.name, slot.holder, clock.now()).catch(() => undefined);
}

/**
 * Takes one of the requests that a target accepts at once, for as long as this batch may take. For a target that
 * accepts fewer than there are senders: of the others, each sender has its share. Undefined if all are taken.
 */
async function takeSlot(
	{ name: target, concurrency, timeoutSeconds }: Target,
	{ store, clock, end }: TargetOptions,
): Promise<{ name: string; holder: string } | undefined> {
	const holder = randomUUID();
	const first = Math.floor(clock.random() * concurrency);
	for (let at = 0; at < concurrency; at++) {
		const name = `slot#${(first + at) % concurrency}#${target}`;
		const until = end + timeoutSeconds * 1000 + CLAIM_SLACK_MS;
		if (await store.lease(name, holder, until, clock.now())) return { name, holder };
	}
	return undefined;
}

/**
 * The times at which a target's rate allows its deliveries (Unix milliseconds): now for those that were delayed to
 * their turn before, and none for those that a message cannot be delayed for.
 */
async function turnsOf(
	{ name }: Target,
	perMinute: number,
	deliveries: readonly QueuedDelivery[],
	{ store, clock }: TargetOptions,
): Promise<ReadonlyMap<QueuedDelivery, number>> {
	const now = clock.now();
	const waiting = deliveries.filter(({ paced }) => !paced);
	const turns = new Map(deliveries.map((delivery) => [delivery, now]));
	if (waiting.length === 0) return turns;
	const interval = 60_000 / perMinute;
	const latest = now + (LONGEST_DELAY - 1) * 1000 - waiting.length * interval;
	const first = await store.queued.turns(name, waiting.length, interval, { now, latest });
	for (const [at, delivery] of waiting.entries()) {
		if (first === undefined) turns.delete(delivery);
		else turns.set(delivery, first + at * interval);
	}
	return turns;
}

/** One attempt; undefined if the delivery was settled before, `busy` if another sender has claimed it. */
async function attemptOne(
	queued: QueuedDelivery,
	target: Target | undefined,
	options: TargetOptions,
): Promise<Attempted | 'busy' | undefined> {
	const { store, clock, disabled } = options;
	const now = clock.now();
	if (target && !isRepeatable(target) && !disabled.has(target.name)) {
		const until = now + target.timeoutSeconds * 1000 + CLAIM_SLACK_MS;
		const claim = await store.queued.claim(queued, until, now);
		if (claim !== 'taken') return claim === 'busy' ? 'busy' : undefined;
	}
	const event = queued.event ?? (await store.events.get(queued.id));
	const lost = !event && { lost: true as const };
	const delivery = { ...queued, dueAt: now, event, ...lost } as Delivery;
	const attempted = await attempt(delivery, target, options);
	options.onAttempt?.(delivery, attempted);
	return attempted;
}

/**
 * False for a subscription whose receiver knows a repeated message: the record of the attempt that its owner
 * sees is the outcome.
 */
const needsOutcome = ({ delivery, target }: Sent) =>
	keyInName(delivery.target) === undefined || !(target && isRepeatable(target));

const deliveriesOf = (list: ReadonlyArray<Pick<Received, 'delivery'>>) =>
	list.map(({ delivery }) => delivery);

type DependentWrite = [deliveries: QueuedDelivery[], work: () => Promise<void>];

/** The writes for the results, each with the deliveries that depend on it. */
function stored(
	results: readonly Sent[],
	{ store, queue, lane }: BatchOptions,
	now: number,
): DependentWrite[] {
	const { queued } = store;
	const delivered = results.filter(({ attempted }) => attempted.settlement.to === 'delivered');
	const done = deliveriesOf(delivered.filter(needsOutcome));
	const writes: DependentWrite[] = [[done, async () => await queued.delivered(done, now)]];
	const soon: QueueMessage[] = [];
	for (const { delivery, attempted } of results) {
		const { settlement } = attempted;
		if (settlement.to === 'delivered') continue;
		const { to, attempts, dueAt } = settlement;
		const { paced: _, ...rest } = delivery;
		const delaySeconds = Math.max(0, Math.ceil((dueAt - now) / 1000));
		if (to === 'pending' && delaySeconds <= LONGEST_DELAY)
			soon.push({ delivery: { ...rest, attempts, dueAt }, delaySeconds });
		else writes.push([[delivery], async () => await queued.failed(delivery, settlement, now)]);
	}
	writes.push([deliveriesOf(soon), async () => await queue.send(soon, lane)]);
	return writes;
}
