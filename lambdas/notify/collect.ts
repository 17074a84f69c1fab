import type { PollContext, SourceState, Unreadable } from '../../core/events/event';
import { batchOf, cut } from './batchEvents';
import { declared } from './events';
import { type FanOutOptions, fanOut } from './fanOut';
import type { Store } from './dynamoStore';
import type { SourceSettings } from './settings';
import type { NextCursor } from './store';

export interface CollectOptions extends Omit<FanOutOptions, 'clock' | 'deadline'> {
	poll: PollContext;
}

/** The result of one source. */
export interface Collected {
	/** New events. */
	events: number;
	/** True if another run saved its state first. */
	contended: boolean;
	/** True if more is pending because the time has run out. */
	unfinished: boolean;
	/** Records that cannot be read, and were not reported before; absent if there are none. */
	skipped?: Unreadable[];
}

/**
 * Polls a source until it has no more events or the time has run out, and puts every event into the
 * outbox of each target. The source's new state and its events are written in one conditional
 * write: of two simultaneous runs one succeeds, and the other reads its events again. From then on
 * the events are in the cursor; the next run continues their fan-out if this one crashes or has no
 * time left. Throws `Failure` if a service fails.
 */
export async function collect(source: SourceSettings, options: CollectOptions): Promise<Collected> {
	const { poll: context } = options;
	const { cursors } = options.store;
	const { name } = source;
	let events = 0;
	const unread: Unreadable[] = [];
	const ended = (how: Partial<Collected> = {}): Collected => {
		const skipped = unread.length > 0 ? { skipped: unread } : {};
		return { events, contended: false, unfinished: false, ...skipped, ...how };
	};
	const isLate = () => context.clock.now() >= context.deadline;
	const to = { ...options, ...context };

	let cursor = await cursors.read(name);
	/** Moves the cursor; false if another run was faster. */
	const move = async (next: NextCursor): Promise<boolean> => {
		const moved = await cursors.move(name, cursor, next);
		cursor = moved ?? cursor;
		return moved !== undefined;
	};
	if (cursor.batch) {
		const { version, batch, state } = cursor;
		if (!(await fanOut(source, { version, batch }, to, true))) return ended({ unfinished: true });
		if (!(await move({ state }))) return ended({ contended: true });
		if (isLate()) return ended({ unfinished: true });
	}
	for (;;) {
		const {
			state,
			batch,
			more,
			skipped = [],
		} = await pollOnce(source, cursor.state, context, cursors);
		if (!batch && JSON.stringify(state) === JSON.stringify(cursor.state)) return ended();
		if (!(await move({ state, batch }))) return ended({ contended: true });
		unread.push(...skipped);
		if (batch) {
			events += batch.length;
			const { version } = cursor;
			if (!(await fanOut(source, { version, batch }, to))) return ended({ unfinished: true });
			if (!(await move({ state }))) return ended({ contended: true });
		}
		if (!more) return ended();
		if (isLate()) return ended({ unfinished: true });
	}
}

/** One poll whose events fit into the cursor; if they do not fit, it polls for fewer of them. */
async function pollOnce(
	{ name, event, ...settings }: SourceSettings,
	before: SourceState | undefined,
	context: PollContext,
	cursors: Pick<Store['cursors'], 'fits'>,
) {
	const { source } = await declared[event]();
	for (let maxEvents = context.maxEvents; ; maxEvents = Math.max(1, Math.floor(maxEvents / 4))) {
		const { state, events, more, skipped } = await source.poll(settings, before, {
			...context,
			maxEvents,
		});
		const batch = events.length > 0 ? batchOf(name, events) : undefined;
		if (!batch || cursors.fits({ state, batch })) return { state, batch, more, skipped };
		if (maxEvents > 1) continue;
		return { state, batch: batch.map((one) => cut(name, one)), more, skipped };
	}
}
