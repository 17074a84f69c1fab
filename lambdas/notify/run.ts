import { type AnyClient, type Clock, isFailure, saidOfSkipped } from '../../core';
import { HandlerError, toHandlerError } from '../shared/errors';
import type { Telemetry } from '../shared/telemetry';
import { attemptNotes } from '../subscriptions/attemptNotes';
import type { Subscribers } from '../subscriptions/recipients';
import { keyInName } from '../subscriptions/subscription';
import { disabledTargets } from './disable';
import { type Collected, collect } from './collect';
import { type Deliver, deliverDue, type Delivered } from './deliver';
import { putHeartbeats } from './heartbeat';
import { inParallel } from './parallel';
import { THROTTLED } from './patience';
import { type Recipients, configuredRecipients, mergedRecipients } from './recipients';
import type { Send } from './send';
import type { SendQueue } from './sendQueue';
import type { Settings, SourceSettings, Target } from './settings';
import type { Store } from './store';
import { type Counts, createTally } from './tally';
import { type TargetBook, openTargetBook } from './targetBook';

/** The report of one run. */
export interface RunReport extends Counts, Delivered {
	sources: SourceReport[];
	disabledTargets: string[];
}

/** The report of one source. `unfinished`: more is pending for the next run. */
export interface SourceReport extends Omit<Collected, 'skipped'> {
	name: string;
	error?: string;
	/** True if there was no time to read it. */
	unread?: true;
}

export interface RunOptions {
	settings: Settings;
	store: Store;
	send: Send;
	client: AnyClient;
	clock: Clock;
	telemetry: Pick<Telemetry, 'logger' | 'measure'>;
	/** Unix milliseconds: no source is read and no event put into the outbox after it. */
	pollEnd: number;
	/** Unix milliseconds: no attempt ends after it. */
	deadline: number;
	/** Called when the run proceeds from sources to deliveries, with the names of sources that were not read. */
	onDeliver?: (unread: readonly string[]) => Promise<void>;
	/** True for a shard of a run: heartbeats and deliveries that were due before are left to the run. */
	isShard?: boolean;
	deliver?: Deliver;
	/** Set if deliveries are sent behind a queue: new events are put there. */
	queue?: SendQueue;
	/** The subscriptions, beside the targets of the settings. */
	subscribers?: Subscribers;
	/** Maximum number of events of one poll. Default 200. */
	maxEvents?: number;
	/**
	 * Ids of deliveries that another function has just put, by target. Present: sources are not read,
	 * and only deliveries are sent.
	 */
	added?: ReadonlyMap<string, ReadonlySet<string>>;
}

const MAX_EVENTS = 200;
const MAX_PAGES = 50;
/** The share of the time that sources may use; the rest is for deliveries. */
const POLL_SHARE = 0.4;
/** Number of sources that are read at the same time. */
const PARALLEL_SOURCES = 8;
/** The share that one attempt may take, so that even a short run ends with deliveries. */
const ATTEMPT_SHARE = 1 / 3;

/** Time at which a run that starts at `now` stops reading sources (Unix ms). */
export function pollEndOf(now: number, deadline: number): number {
	return now + (deadline - now) * POLL_SHARE;
}

/**
 * One run: polls the sources, then sends due deliveries. A source that fails does not affect other
 * sources or deliveries. The next run continues the work that is left. Throws only if the store
 * fails.
 */
export async function run(options: RunOptions): Promise<RunReport> {
	const { store, clock, deadline, telemetry, send, deliver = deliverDue, subscribers } = options;
	const longest = Math.max(1, Math.floor(((deadline - clock.now()) * ATTEMPT_SHARE) / 1000));
	const settings = {
		...options.settings,
		targets: options.settings.targets.map((target) => ({
			...target,
			timeoutSeconds: Math.min(target.timeoutSeconds, longest),
		})),
	};
	const recipients = mergedRecipients([
		configuredRecipients(settings.targets),
		...(subscribers ? [subscribers] : []),
	]);
	const notes = subscribers && attemptNotes(subscribers, clock);
	const book = await openTargetBook(store);
	const disabled = disabledTargets(settings.targets, book);
	const { added: put, isShard = false } = options;
	const added = new Map([...(put ?? [])].map(([name, ids]) => [name, new Set(ids)]));
	const tally = createTally();
	const { dead: onDead, queued: onQueued } = tally;
	try {
		const sources = put
			? []
			: await collectAll({ ...options, recipients, book, disabled, added, onDead, onQueued });
		await options.onDeliver?.(sources.flatMap(({ name, unread }) => (unread ? [name] : [])));
		if (!put && !isShard) {
			const failed = sources.filter(({ error }) => error !== undefined).length;
			const read = { read: sources.length, failed };
			const beats = { store, book, clock, disabled, added, sources: read };
			await putHeartbeats(settings.targets, beats);
		}
		const outbox = { store, book, disabled, added, tally, ...notes?.hooks };
		const done =
			isShard && added.size === 0
				? { slowTargets: [] }
				: await deliver({ ...outbox, send, clock, recipients, deadline });
		const unfinished = sources.filter((source) => source.unfinished).length;
		telemetry.measure('UnfinishedSources', unfinished);
		telemetry.measure('SlowTargets', done.slowTargets.length);
		const failing = failingTargets(settings.targets, book, disabled, clock.now());
		telemetry.measure('FailingTargets', failing);
		const disabledTargets = [...disabled.keys()].filter((name) => !keyInName(name));
		telemetry.measure('DisabledTargets', disabledTargets.length);
		return { sources, ...tally.counts(), ...done, disabledTargets };
	} finally {
		// The counts include all results before a failure of the store.
		tally.tell(telemetry);
		await notes?.flush(telemetry.logger);
	}
}

/**
 * Time without success after which a target counts as failing (ms): two retries have failed by
 * then.
 */
const FAILING_MS = 15 * 60_000;

/** Number of targets whose attempts have all failed for 15 minutes. */
function failingTargets(
	targets: readonly Target[],
	book: TargetBook,
	disabled: ReadonlyMap<string, string>,
	now: number,
): number {
	const states = book.states();
	const isFailing = ({ name }: Target) =>
		!disabled.has(name) && now - (states[name]?.failing?.since ?? now) >= FAILING_MS;
	return targets.filter(isFailing).length;
}

interface CollectingOptions extends RunOptions {
	onDead: (target: string, reason: string) => void;
	onQueued: (count: number) => void;
	book: TargetBook;
	recipients: Recipients;
	disabled: ReadonlyMap<string, string>;
	added: Map<string, Set<string>>;
}

/**
 * Reads several sources at a time, each with an equal share of the remaining time; those with more events are polled again
 * after the others. The first one is random in every run, so that none is always the last.
 */
async function collectAll(options: CollectingOptions): Promise<SourceReport[]> {
	const { settings, clock, pollEnd } = options;
	const { sources } = settings;
	const first = Math.min(Math.floor(clock.random() * sources.length), sources.length - 1);
	const reports = new Map<string, SourceReport>();
	let waiting = [...sources.slice(first), ...sources.slice(0, first)];
	while (waiting.length > 0) {
		const again: SourceSettings[] = [];
		let left = waiting.length;
		await inParallel(waiting, PARALLEL_SOURCES, async (source) => {
			const before = reports.get(source.name);
			const now = clock.now();
			const rounds = Math.ceil(left-- / PARALLEL_SOURCES);
			if (now >= pollEnd) {
				const unread = { ...NOTHING, name: source.name, unfinished: true, unread: true } as const;
				reports.set(source.name, before ?? unread);
				return;
			}
			const share = now + (pollEnd - now) / rounds;
			const report = await collected(source, share, options);
			reports.set(source.name, { ...report, events: report.events + (before?.events ?? 0) });
			if (report.unfinished) again.push(source);
		});
		waiting = again;
	}
	return sources.map(({ name }) => reports.get(name) as SourceReport);
}

const NOTHING: Collected = { events: 0, contended: false, unfinished: false };

async function collected(
	source: SourceSettings,
	deadline: number,
	options: CollectingOptions,
): Promise<SourceReport> {
	const { store, client, clock, telemetry, queue, onQueued, maxEvents = MAX_EVENTS } = options;
	const { name } = source;
	try {
		const note = (sentence: string) => telemetry.logger.info(`Source ${name}: ${sentence}`);
		const poll = { client, clock, deadline, maxEvents, maxPages: MAX_PAGES, note };
		const { book, recipients, disabled, added, onDead } = options;
		const { skipped, ...found } = await collect(source, {
			store,
			book,
			recipients,
			queue,
			onQueued,
			disabled,
			added,
			onDead,
			poll,
		});
		telemetry.measure('Events', found.events);
		if (skipped) {
			telemetry.logger.warn(`Source ${name}: ${saidOfSkipped(skipped)}`);
			telemetry.measure('SkippedRecords', skipped.length);
		}
		return { name, ...found };
	} catch (error) {
		const told = toHandlerError(error);
		// A failing table affects all sources: the run ends. A throttling table may have enough
		// capacity for deliveries, which need less of it.
		if (!isFailure(error) && !(error instanceof HandlerError)) throw error;
		if ((told as HandlerError).name === THROTTLED) {
			telemetry.logger.warn(`Source ${name} is delayed: the table throttles`, told as HandlerError);
			return { ...NOTHING, name, unfinished: true };
		}
		telemetry.measure('FailedSources');
		telemetry.logger.error(`Source ${name} failed`, told as HandlerError);
		return {
			...NOTHING,
			name,
			error: `${(told as HandlerError).name}: ${(told as HandlerError).message}`,
		};
	}
}
