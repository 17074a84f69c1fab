import type { AnyClient } from '../../core/clientTypes';
import { saidOfSkipped } from '../../core/events/unreadable';
import { isFailure } from '../../core/failure';
import type { Clock } from '../../core/protocol/ports';
import { HandlerError, toHandlerError } from '../shared/errors';
import type { Telemetry } from '../shared/telemetry';
import type { Subscribers } from '../subscriptions/recipients';
import { OF_SUBSCRIPTIONS } from '../subscriptions/subscription';
import { disabledTargets } from './disable';
import { type Collected, collect } from './collect';
import { drain } from './drain';
import type { Outlet } from './fanOut';
import { putHeartbeats } from './heartbeat';
import { inParallel } from '../shared/parallel';
import { THROTTLED } from './patience';
import { type Recipients, configuredRecipients, mergedRecipients } from './recipients';
import type { Settings, SourceSettings } from './settings';
import { type Counts, type Tally, createTally } from './tally';

/** The report of one run. */
export interface RunReport extends Counts {
	sources: SourceReport[];
	/** Later attempts in the table; absent in the report of a shard. */
	lateAttempts?: number;
	disabledTargets: string[];
}

/** The report of one source. `unfinished`: more is pending for the next run. */
export interface SourceReport extends Omit<Collected, 'skipped'> {
	name: string;
	error?: string;
	/** True if there was no time to read it. */
	unread?: true;
}

export interface RunOptions extends Outlet {
	settings: Settings;
	client: AnyClient;
	clock: Clock;
	telemetry: Pick<Telemetry, 'logger' | 'measure'>;
	/** Unix milliseconds: no source is read and no event put into the outbox after it. */
	pollEnd: number;
	/** Called when the run proceeds from sources to later attempts, with the names of sources that were not read. */
	onRead?: (unread: readonly string[]) => Promise<void>;
	/** True for a shard of a run: heartbeats and later attempts are left to the run. */
	isShard?: boolean;
	/** The subscriptions, beside the targets of the settings. */
	subscribers?: Subscribers;
	/** Maximum number of events of one poll. Default 200. */
	maxEvents?: number;
}

const MAX_EVENTS = 200;
const MAX_PAGES = 50;
/** The share of the time that sources may use; the rest is for later attempts. */
const POLL_SHARE = 0.4;
/** Number of sources that are read at the same time. */
const PARALLEL_SOURCES = 8;
/** Time without success after which a target counts as failing (ms): two retries have failed by then. */
const FAILING_MS = 15 * 60_000;

/** Time at which a run that starts at `now` stops reading sources (Unix ms). */
export function pollEndOf(now: number, deadline: number): number {
	return now + (deadline - now) * POLL_SHARE;
}

/**
 * One run: polls the sources and puts their events into the queue, then the later attempts that are due. A
 * source that fails does not affect the others. The next run continues the work that is left. Throws only if
 * the store or the queue fails.
 */
export async function run(options: RunOptions): Promise<RunReport> {
	const { store, settings, clock, telemetry, subscribers, isShard = false } = options;
	const { targets } = settings;
	const configured = configuredRecipients(targets, settings.routes);
	const recipients = subscribers ? mergedRecipients(configured, subscribers) : configured;
	const tally = createTally();
	try {
		const sources = await collectAll({ ...options, recipients, tally });
		await options.onRead?.(sources.flatMap(({ name, unread }) => (unread ? [name] : [])));
		const unfinished = sources.filter((source) => source.unfinished).length;
		telemetry.measure('UnfinishedSources', unfinished);
		if (isShard) return { sources, ...tally.counts(), disabledTargets: [] };
		const failed = sources.filter(({ error }) => error !== undefined).length;
		const note = (sentence: string) => telemetry.logger.warn(sentence);
		const holding = { ...options, note, onQueued: tally.queued };
		if (targets.some(({ holds }) => holds))
			await (await import('./holding.js')).stepTargets(holding);
		await putHeartbeats(targets, { read: sources.length, failed }, options);
		await drain({ ...options, tally });
		const [states, lateAttempts] = await Promise.all([store.states.troubled(), store.countLate()]);
		if ([...states.values()].some(({ holdsSince }) => holdsSince !== undefined))
			await (await import('./holding.js')).releaseFormer(states, holding);
		// After all other work, so that subscriptions delay none of it.
		if (subscribers && states.has(OF_SUBSCRIPTIONS))
			await (await import('../subscriptions/dueSteps.js')).stepDue(subscribers, holding);
		telemetry.measure('LateAttempts', lateAttempts);
		const disabled = disabledTargets(targets, states);
		const now = clock.now();
		const failing = targets.filter(({ name }) => {
			const { since = now } = states.get(name)?.failing ?? {};
			return !disabled.has(name) && now - since >= FAILING_MS;
		});
		telemetry.measure('FailingTargets', failing.length);
		telemetry.measure('DisabledTargets', disabled.size);
		return { sources, ...tally.counts(), lateAttempts, disabledTargets: [...disabled.keys()] };
	} finally {
		// The counts include all results before a failure of the store.
		tally.tell(telemetry);
	}
}

interface CollectingOptions extends RunOptions {
	recipients: Recipients;
	tally: Tally;
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
	const { store, client, clock, telemetry, queue, tally, maxEvents = MAX_EVENTS } = options;
	const { name } = source;
	try {
		const note = (sentence: string) => telemetry.logger.info(`Source ${name}: ${sentence}`);
		const poll = { client, clock, deadline, maxEvents, maxPages: MAX_PAGES, note };
		const { dead: onDead, queued: onQueued } = tally;
		const to = { store, queue, recipients: options.recipients, onDead, onQueued };
		const { skipped, ...found } = await collect(source, { ...to, poll });
		telemetry.measure('Events', found.events);
		if (skipped) {
			telemetry.logger.warn(`Source ${name}: ${saidOfSkipped(skipped)}`);
			telemetry.measure('SkippedRecords', skipped.length);
		}
		return { name, ...found };
	} catch (error) {
		// A failing table affects all sources: the run ends. A throttling table may have enough
		// capacity for deliveries, which need less of it.
		if (!isFailure(error) && !(error instanceof HandlerError)) throw error;
		const handled = toHandlerError(error);
		if (handled.name === THROTTLED) {
			telemetry.logger.warn(`Source ${name} is delayed: the table throttles`, handled);
			return { ...NOTHING, name, unfinished: true };
		}
		telemetry.measure('FailedSources');
		telemetry.logger.error(`Source ${name} failed`, handled);
		return { ...NOTHING, name, error: `${handled.name}: ${handled.message}` };
	}
}
