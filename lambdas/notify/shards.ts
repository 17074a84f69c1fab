import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/protocol/ports';
import type { Asked } from './actionSchema';
import type { Store } from './dynamoStore';
import { MOST_LINKS } from './store';
import type { Bucket } from './storedSources';

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
		if (bucket.count > room || groups.length === 0) {
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

/** The rest of a shard, for the next invocation; undefined if there were too many. */
export function restOf(shard: Shard, only: string[]): Shard | undefined {
	const links = shard.links + 1;
	return links > MOST_LINKS ? undefined : { ...shard, only, links };
}

/** The lease of a shard, in the place of a target's: no target has such a name. */
const leaseOf = ({ buckets }: Shard) => `~sources#${buckets[0] ?? ''}`;

/** Takes the lease of a shard until the end of an invocation and the beginning of the next; false if another has it. */
export async function leaseShard(
	shard: Shard,
	{ store, clock, deadline }: { store: Store; clock: Clock; deadline: number },
): Promise<boolean> {
	const lease = await store.lease(leaseOf(shard), shard.holder, deadline + SLACK_MS, clock.now());
	return lease !== undefined;
}

/** Ends the lease of a shard whose sources have been read. */
export async function releaseShard(
	shard: Shard,
	{ store, clock }: { store: Store; clock: Clock },
): Promise<void> {
	await store.release(leaseOf(shard), shard.holder, clock.now());
}
