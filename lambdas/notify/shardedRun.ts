import { randomUUID } from 'node:crypto';
import type { Asked } from './actionSchema';
import { MOST_LINKS } from './store';
import type { Bucket, GivenSource } from './storedSources';
import { inParallel } from '../shared/parallel';
import { type RunOptions, type RunReport, type SourceReport, run } from './run';
import { type SourceSettings, checkedSources } from './settings';

/**
 * Many sources in several invocations. A run with more sources than one invocation should read invokes
 * the function again for each shard of them, and reads those of the settings itself. An invocation whose
 * time for sources ends before it has read all invokes the function for the rest. A shard has a lease
 * until all its sources have been read: the next run does not begin with it again before.
 */

/** The sources that one invocation reads. */
export type Shard = NonNullable<Asked<'run'>['shard']>;

/** The sources of one invocation. Eight at a time, 500 take 7 seconds at a tenth of a second each. */
export const SHARD_SOURCES = 500;
/** The next invocation for a shard begins within this time after the end of the one before (ms). */
const SLACK_MS = 60_000;

/** The shards of the sources in the table; empty if one invocation can read them all. */
export function shardsOf(buckets: readonly Bucket[], others: number): Shard[] {
	const total = buckets.reduce((sum, { count }) => sum + count, others);
	if (total <= SHARD_SOURCES) return [];
	const groups: Bucket[][] = [];
	let room = 0;
	for (const bucket of buckets) {
		if (bucket.count > room) {
			groups.push([]);
			room = SHARD_SOURCES;
		}
		groups[groups.length - 1].push(bucket);
		room -= bucket.count;
	}
	return groups.map((group) => {
		return { buckets: group.map(({ name }) => name), holder: randomUUID(), links: 0 };
	});
}

/** The lease of a shard, in the place of a target's: no target has such a name. */
const leaseOf = ({ buckets }: Shard) => `~sources#${buckets[0] ?? ''}`;

/** Takes the lease of a shard until the end of an invocation and the beginning of the next; false if another has it. */
async function leaseShard(
	shard: Shard,
	{ store, clock, deadline }: ShardedRunOptions,
): Promise<boolean> {
	const lease = await store.lease(leaseOf(shard), shard.holder, deadline + SLACK_MS, clock.now());
	return lease !== undefined;
}

export interface ShardedRunOptions extends Omit<RunOptions, 'onRead' | 'isShard'> {
	/** The shard that this invocation is for. */
	shard?: Shard;
	/** Invokes the function again; without it, one invocation reads all sources. */
	again?: (event: object) => Promise<void>;
	/** Called when the run proceeds from sources to later attempts. */
	onRead: () => void;
}

/** The report of one of several invocations of a run. */
export interface ShardedReport extends RunReport {
	/** Number of shards that other invocations read. */
	shards?: number;
	/** Number of shards that could not be started: the next run reads their sources. */
	notStarted?: number;
	/** Number of sources that another invocation reads, because the time was up. */
	continued?: number;
	/** True if another invocation is reading the shard: this one did nothing. */
	busy?: true;
}

const IDLE = { sources: [], queued: 0, dead: 0, failingTargets: [] };
const BUSY: ShardedReport = { ...IDLE, disabledTargets: [], busy: true };
const PARALLEL_INVOKES = 8;

/** A run, or a shard of one, with the sources of the settings and of the table. */
export async function shardedRun(options: ShardedRunOptions): Promise<ShardedReport> {
	const { settings, shard, telemetry, again, store, clock } = options;
	if (shard && !(await leaseShard(shard, options))) return BUSY;
	let isOver = false;
	let continued = 0;
	try {
		const { sources, broken, shards, buckets } = await sourcesOf(options);
		const notStarted = shards.length > 0 ? await start(shards, options) : 0;
		const whole = { buckets, holder: randomUUID(), links: 0 };
		const onRead = async (unread: readonly string[]) => {
			options.onRead();
			if (unread.length === 0 || !again) return;
			const { links, ...same } = shard ?? whole;
			const rest = { ...same, only: [...unread], links: links + 1 };
			if (links >= MOST_LINKS || (!shard && !(await leaseShard(rest, options)))) return;
			try {
				await again({ action: 'run', shard: rest });
				continued = unread.length;
				isOver = true;
			} catch (error) {
				telemetry.logger.warn('The rest of the sources is left to the next run', error as Error);
				if (!shard) await store.release(leaseOf(rest), rest.holder, clock.now());
			}
		};
		const isShard = shard !== undefined;
		const done = await run({ ...options, settings: { ...settings, sources }, onRead, isShard });
		for (const { name, error } of broken) telemetry.logger.error(`Source ${name}: ${error}`);
		if (broken.length > 0) telemetry.measure('FailedSources', broken.length);
		return {
			...done,
			sources: [...done.sources, ...broken],
			...(shards.length > 0 && { shards: shards.length - notStarted }),
			...(notStarted > 0 && { notStarted }),
			...(continued > 0 && { continued }),
		};
	} finally {
		if (shard && !isOver) await store.release(leaseOf(shard), shard.holder, clock.now());
	}
}

/** Invokes the function for each shard; the number of those that could not be started. */
async function start(
	shards: readonly Shard[],
	{ again, telemetry }: ShardedRunOptions,
): Promise<number> {
	let failed = 0;
	await inParallel(shards, PARALLEL_INVOKES, async (shard) => {
		try {
			await again?.({ action: 'run', shard });
		} catch (error) {
			failed++;
			telemetry.logger.error('A shard of the sources could not be started', error as Error);
		}
	});
	return failed;
}

/**
 * The sources of this invocation, with the items of the table that have them and reports of those that cannot be
 * read (`broken`), and the shards for others.
 */
async function sourcesOf(options: ShardedRunOptions) {
	const { settings, shard, store, again } = options;
	if (shard) {
		const { buckets, only } = shard;
		const { sources, broken } = await checked(await store.sources.read(buckets), options);
		if (!only) return { sources, broken, shards: [], buckets };
		const names = new Set(only);
		const rest = [...settings.sources, ...sources].filter(({ name }) => names.has(name));
		return { sources: rest, broken: [], shards: [], buckets };
	}
	if (!settings.storedSources) {
		return { sources: settings.sources, broken: [], shards: [], buckets: [] };
	}
	const buckets = await store.sources.buckets();
	const shards = again ? shardsOf(buckets, settings.sources.length) : [];
	const own = shards.length > 0 ? [] : buckets;
	const { sources, broken } = await checked(
		own.flatMap((bucket) => bucket.sources()),
		options,
	);
	const names = own.map(({ name }) => name);
	return { sources: [...settings.sources, ...sources], broken, shards, buckets: names };
}

/** Sources of the table: those that can be read, and reports of those that cannot. */
async function checked(given: readonly GivenSource[], { settings }: ShardedRunOptions) {
	const sources: SourceSettings[] = [];
	const broken: SourceReport[] = [];
	for (const { name, source, mistakes } of await checkedSources(given, settings)) {
		if (source) sources.push(source);
		else {
			const error = `ConfigurationError: ${mistakes.join('; ')}`;
			broken.push({ name, events: 0, contended: false, unfinished: false, error });
		}
	}
	return { sources, broken };
}
