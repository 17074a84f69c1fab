import type { Clock } from '../../core/protocol/ports';
import { type Recipients, type WantedEvent, mergedPages } from '../notify/recipients';
import type { Target } from '../notify/settings';
import { partsOf } from '../notify/tableItems';
import type { Telemetry } from '../shared/telemetry';
import { targetOf } from './destination';
import { type MatchedRow, listsFor, rowsOf, wants } from './matching';
import type { Sealer } from './sealing';
import type { SubscriptionReader } from './dynamoReader';
import { type Subscription, isOn, isOver, keyInName } from './subscription';

/** The subscriptions as targets of notify. */

export interface SubscribersOptions {
	reader: SubscriptionReader;
	sealer: Pick<Sealer, 'open'>;
	clock: Pick<Clock, 'now'>;
	/** Cache of this process; a new one by default. */
	known?: Known;
	/** For subscriptions that end because their target refuses messages. */
	telemetry?: Pick<Telemetry, 'logger' | 'measure'>;
}

/** Times of the samples that a process has kept, by type, and the subscriptions that it has read last. */
export interface Known {
	sampled: Map<string, number>;
	recent: Map<string, { one: Subscription; at: number }>;
}

export const nothingKnown = (): Known => ({ sampled: new Map(), recent: new Map() });

/** Subscriptions as recipients, and the use of their table beyond that. */
export interface Subscribers extends Recipients {
	reader: SubscriptionReader;
	/** Ends the subscription of a target that accepts no messages any more; false if the target is none. */
	end(target: Pick<Target, 'name' | 'url'>, reason: string): Promise<boolean>;
}

/** Targets that are read at once. */
const CHUNK = 100;
/** A sample is younger than this (ms), as far as this process knows. */
const SAMPLE_MS = 60 * 60_000;
/** A subscription that was read is present for this time (ms): what the table answers may be as old. */
const RECENT_MS = 1_000;

/** The subscriptions in a table. */
export function subscribedRecipients(options: SubscribersOptions): Subscribers {
	const { reader, sealer, clock, telemetry } = options;
	const { sampled, recent } = options.known ?? nothingKnown();

	/**
	 * Subscriptions by the names of their targets, of which no version is older than that of a row. One that is on is
	 * read once in a second; any version may be a second older than that.
	 */
	async function findMany(
		names: readonly string[],
		rows: ReadonlyMap<string, readonly MatchedRow[]> = new Map(),
	): Promise<Map<string, Subscription>> {
		const now = clock.now();
		for (const [name, { at }] of recent) {
			if (Math.abs(now - at) < RECENT_MS) break;
			recent.delete(name);
		}
		const found = new Map<string, Subscription>();
		for (const name of names) {
			const one = recent.get(name)?.one;
			if (one && !rows.get(name)?.some(({ version }) => version > one.version))
				found.set(name, one);
		}
		const missing = names.filter((name) => !found.has(name));
		for (const [name, one] of missing.length > 0 ? await reader.findMany(missing) : []) {
			found.set(name, one);
			// The newest reads stand last.
			recent.delete(name);
			if (isOn(one, now)) recent.set(name, { one, at: now });
		}
		return found;
	}

	/** Removes rows whose subscription is gone for good. A version that is a second old does not decide that. */
	async function clean(name: string, rows: readonly MatchedRow[]): Promise<void> {
		const key = keyInName(name);
		const newest = key && (await reader.find(key));
		if (newest && !isOver(newest, clock.now())) return;
		const upTo = Math.max(...rows.map(({ version }) => version));
		await reader.removeRows(rows, upTo);
	}

	/** Keeps an event as the sample of its type, at most once an hour. */
	async function sample(given: WantedEvent): Promise<void> {
		const now = clock.now();
		const { type } = given.event;
		if (now - (sampled.get(type) ?? -Infinity) < SAMPLE_MS) return;
		sampled.set(type, now);
		await reader.noteSample(given, now);
	}

	const holding = new Set<string>();

	async function* wanted(given: WantedEvent, after?: string): AsyncGenerator<readonly string[]> {
		const rows = new Map<string, MatchedRow[]>();
		const lists = listsFor(given.event).map(async function* (list) {
			for await (const page of reader.matching(list, after)) {
				for (const row of page) rows.set(row.name, [...(rows.get(row.name) ?? []), row]);
				yield page.map(({ name }) => name);
			}
		});
		for await (const page of mergedPages(lists)) {
			for (const names of partsOf(page, CHUNK)) {
				const found = await findMany(names, rows);
				const now = clock.now();
				const on: string[] = [];
				for (const name of names) {
					const one = found.get(name);
					if (one && isOn(one, now) && wants(one, given)) on.push(name);
					holding[one?.alertLife ? 'add' : 'delete'](name);
					if (!one || isOver(one, now)) await clean(name, rows.get(name) as MatchedRow[]);
					rows.delete(name);
				}
				if (on.length > 0) yield on;
			}
		}
	}

	return {
		reader,
		holds: (name) => holding.has(name),

		async waits(names) {
			const own = names.filter((name) => keyInName(name));
			if (own.length > 0) await reader.addNews(own, clock.now());
		},

		async *targetsFor(given, after) {
			if (after === undefined) await sample(given);
			yield* wanted(given, after);
		},

		async find(names) {
			const found = new Map<string, Target>();
			const now = clock.now();
			for (const [name, one] of await findMany(names)) {
				if (!isOn(one, now)) continue;
				found.set(name, targetOf(one, await sealer.open(one.sealed, name), now));
			}
			return found;
		},

		async end({ name, url }, reason) {
			const key = keyInName(name);
			if (!key) return false;
			for (;;) {
				const one = await reader.find(key);
				if (!one || isOver(one, clock.now())) return true;
				const { url: present } = await sealer.open(one.sealed, name);
				// The answer was of an earlier URL.
				if (present !== url) return true;
				const version = one.version + 1;
				const ended = { ...one, version, status: 'ended', endedAt: clock.now(), reason } as const;
				if (!(await reader.move(one.version, ended))) continue;
				recent.delete(name);
				telemetry?.measure('EndedSubscriptions');
				telemetry?.logger.warn('A subscription has ended', { target: name, reason });
				await reader.removeRows(rowsOf(one), version);
				return true;
			}
		},
	};
}
