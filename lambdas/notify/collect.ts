import type { EventSource, NetworkEvent, PollContext } from '../../core/events/event';
import { healthSource } from '../../core/events/health';
import { stakingSource } from '../../core/events/staking';
import { validatorSource } from '../../core/events/validators';
import { HandlerError } from '../shared/errors';
import { inParallel } from './parallel';
import type { SourceSettings, Target } from './settings';
import { type Delivery, MAX_CURSOR_BYTES, type Store, packCursor } from './store';
import { messageIdOf } from './webhook';

const SOURCES: Record<SourceSettings['event'], EventSource<never>> = {
	stakingTransaction: stakingSource as EventSource<never>,
	validator: validatorSource as EventSource<never>,
	health: healthSource as EventSource<never>,
};

export interface CollectOptions {
	store: Store;
	targets: readonly Target[];
	/** Why a target takes no more, by its name. */
	disabled: ReadonlyMap<string, string>;
	poll: PollContext;
}

/** What one source brought. `events` are new ones; `contended` says that another run was quicker. */
export interface Collected {
	events: number;
	contended: boolean;
}

const PARALLEL_WRITES = 8;

/**
 * Polls a source until it has no more or time is up, and puts every event into the outbox of each
 * target. The source's new state and its events are written in one conditional write: of two runs
 * at once one wins, and what the other saw is seen again. A crash after it leaves the events in the
 * cursor, from where the next run puts them into the outbox; putting them twice changes nothing.
 * Throws `Failure` where a service fails.
 */
export async function collect(source: SourceSettings, options: CollectOptions): Promise<Collected> {
	const { store, poll } = options;
	let events = 0;
	for (;;) {
		const cursor = await store.cursor(source.name);
		if (cursor.batch) {
			await fanOut(source, cursor.batch, options, true);
			if (!(await store.moveCursor(source.name, cursor.version, { state: cursor.state }))) {
				return { events, contended: true };
			}
			continue;
		}
		const found = await pollOnce(source, cursor.state, poll);
		const batch = found.events.length > 0 ? found.events : undefined;
		if (!batch && JSON.stringify(found.state) === JSON.stringify(cursor.state)) {
			return { events, contended: false };
		}
		const next = { state: found.state, ...(batch && { batch }) };
		if (!(await store.moveCursor(source.name, cursor.version, next)))
			return { events, contended: true };
		events += found.events.length;
		if (batch) {
			await fanOut(source, batch, options);
			const cleared = await store.moveCursor(source.name, cursor.version + 1, {
				state: found.state,
			});
			if (!cleared) return { events, contended: true };
		}
		if (!found.more || poll.clock.now() >= poll.deadline) return { events, contended: false };
	}
}

/** One poll whose state and events fit into the cursor; where they do not, fewer events are taken. */
async function pollOnce(
	{ name, event, ...settings }: SourceSettings,
	state: Parameters<EventSource<never>['poll']>[1],
	context: PollContext,
) {
	for (let maxEvents = context.maxEvents; ; maxEvents = Math.max(1, Math.floor(maxEvents / 4))) {
		const found = await SOURCES[event].poll(settings as never, state, { ...context, maxEvents });
		const size = packCursor({ state: found.state, batch: found.events }).length;
		if (size <= MAX_CURSOR_BYTES) return found;
		if (maxEvents > 1) continue;
		throw new HandlerError(
			'SourceTooLarge',
			`Source ${name}: its state takes ${size} bytes, more than the table can hold; narrow it`,
		);
	}
}

async function fanOut(
	source: SourceSettings,
	events: readonly NetworkEvent[],
	options: CollectOptions,
	again = false,
) {
	const { store, targets, disabled, poll } = options;
	const wanted = targets.filter(({ sources }) => !sources || sources.includes(source.name));
	const now = poll.clock.now();
	const deliveries = events.flatMap((event) =>
		wanted
			.filter(({ types }) => !types || types.includes(event.type))
			.map(({ name: target }): Delivery => {
				const id = messageIdOf(source.name, event.id);
				return { target, id, source: source.name, event, attempts: 0, dueAt: now, createdAt: now };
			}),
	);
	// Where a run has died in here, the next goes on behind what that one has put.
	const left = again ? await store.missing(deliveries) : deliveries;
	await inParallel(left, PARALLEL_WRITES, async (delivery) => {
		await store.addDelivery(delivery, disabled.get(delivery.target));
	});
}
