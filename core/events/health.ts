import { getHealth, getLiveness, getReadiness } from '../operations/rpc/health';
import type { OutputOf } from '../operations/declare';
import { Failure, isFailure } from '../protocol/failure';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	keyOf,
	stateFor,
} from './event';

/** Which health answer is watched, and when a change counts. */
export interface HealthSettings {
	/** Default `health`. */
	path?: 'health' | 'readiness' | 'liveness';
	tags?: string[];
	/** Polls in a row that must show the new state before it counts. Default 1. */
	confirmations?: number;
	/**
	 * Polls in a row without any answer after which the node counts as unhealthy. Default 2. With 0, a
	 * node that cannot be reached is no event: the failure is thrown.
	 */
	unreachableAfter?: number;
	/** Tell of the first state seen, too. */
	fireFirst?: boolean;
}

type State = 'healthy' | 'unhealthy';
type Health = OutputOf<typeof getHealth>;

/**
 * s: the state that counts. a: since when, as seen here (ms). n: changes told so far. p: polls in a
 * row that showed the other state, and when the first of them was. u: polls in a row without answer,
 * as far as they are counted.
 */
interface HealthState extends SourceState {
	s: State;
	a: number;
	n: number;
	p?: [polls: number, since: number];
	u?: number;
}

const UNREACHABLE_AFTER = 2;
/** Looks of one poll are at least so far apart. */
const SHORTEST_PAUSE_MS = 100;

const OPERATIONS = { health: getHealth, readiness: getReadiness, liveness: getLiveness } as const;

/** A node's health turning from 200 to 503 or back; each change once. */
export const healthSource: EventSource<HealthSettings> = {
	key: keyOfSettings,

	async poll(settings, previous, context) {
		const key = keyOfSettings(settings);
		const known = stateFor(key, previous) as HealthState | undefined;
		return known
			? await watch(settings, known, context)
			: first(settings, key, await look(settings, context), context.clock.now());
	},

	async sample(settings, context) {
		const now = context.clock.now();
		const { events } = first(
			{ ...settings, fireFirst: true },
			'',
			await look(settings, context),
			now,
		);
		const shown = events.some(({ data }) => (data.failingChecks as unknown[]).length > 0);
		return shown ? events : [...events, unhealthySample(now)];
	},
};

function keyOfSettings({ path = 'health', tags = [] }: HealthSettings): string {
	return keyOf({ source: 'health', path, tags });
}

/** What one look saw: a state, or no answer and why. */
type Seen =
	| { state: State; statusCode: number; health: Health; failure?: undefined }
	| { failure: Failure };

/** What the node says now. An answer of another status says nothing about its health: it throws. */
async function look(
	{ path = 'health', tags }: HealthSettings,
	{ client }: PollContext,
): Promise<Seen> {
	try {
		const health = await client.call(OPERATIONS[path], tags && tags.length > 0 ? { tags } : {});
		const statusCode = Number(health.statusCode);
		if (statusCode !== 200 && statusCode !== 503) {
			throw new Failure({
				kind: 'invalid-response',
				status: statusCode,
				message: `The node answered with status ${statusCode}, which says nothing on its health`,
				operation: OPERATIONS[path].id,
			});
		}
		return { state: statusCode === 503 ? 'unhealthy' : 'healthy', statusCode, health };
	} catch (error) {
		if (isFailure(error) && error.kind === 'network') return { failure: error };
		throw error;
	}
}

/** The baseline: it needs an answer. */
function first(settings: HealthSettings, key: string, seen: Seen, now: number): PollResult {
	if (seen.failure) throw seen.failure;
	const state: HealthState = { k: key, s: seen.state, a: now, n: 0 };
	const events = settings.fireFirst ? [changed(undefined, state, seen, now)] : [];
	return { events, state, more: false };
}

/**
 * Looks once, or, where the host forgets the state of a poll without events, until the looks that
 * must agree have been made. They are spread over the time until the deadline; where it comes first,
 * the looks so far decide.
 */
async function watch(
	settings: HealthSettings,
	known: HealthState,
	context: PollContext,
): Promise<PollResult> {
	const { clock, deadline, looksInOnePoll } = context;
	for (let state = known; ; ) {
		const seen = await look(settings, context);
		const result = step(settings, state, seen, clock.now());
		const missing = looksMissing(settings, result.state as HealthState);
		if (!looksInOnePoll || missing === 0) return result;
		const pause = (deadline - clock.now()) / (missing + 1);
		if (pause < SHORTEST_PAUSE_MS) {
			const now = { ...settings, confirmations: 1 };
			return step(seen.failure ? { ...now, unreachableAfter: 1 } : now, state, seen, clock.now());
		}
		await clock.sleep(pause);
		state = result.state as HealthState;
	}
}

/** How many more looks must agree before the state changes; 0 where none is under way. */
function looksMissing(
	{ confirmations = 1, unreachableAfter = UNREACHABLE_AFTER }: HealthSettings,
	{ s, p, u }: HealthState,
): number {
	if (u !== undefined) return s === 'healthy' ? Math.max(0, unreachableAfter - u) : 0;
	return p ? Math.max(0, confirmations - p[0]) : 0;
}

/** What one more look makes of the state. */
function step(settings: HealthSettings, known: HealthState, seen: Seen, now: number): PollResult {
	const { confirmations = 1, unreachableAfter = UNREACHABLE_AFTER } = settings;
	const { p: pending, u: unanswered = 0, ...steady } = known;
	const quiet = (state: HealthState): PollResult => ({ events: [], state, more: false });
	const since = pending?.[1] ?? now;
	if (seen.failure) {
		if (unreachableAfter === 0) throw seen.failure;
		const u = Math.min(unanswered + 1, unreachableAfter);
		if (u < unreachableAfter) return quiet({ ...known, u });
		if (known.s === 'unhealthy') return quiet({ ...steady, u });
		return turn(known, { k: known.k, s: 'unhealthy', a: since, n: known.n + 1, u }, seen);
	}
	if (seen.state === known.s) return quiet(steady);
	const polls = (pending?.[0] ?? 0) + 1;
	if (polls < confirmations) return quiet({ ...steady, p: [polls, since] });
	return turn(known, { k: known.k, s: seen.state, a: since, n: known.n + 1 }, seen);
}

function turn(known: HealthState, state: HealthState, seen: Seen): PollResult {
	return { events: [changed(known, state, seen, state.a)], state, more: false };
}

function changed(
	before: HealthState | undefined,
	after: HealthState,
	seen: Seen,
	at: number,
): NetworkEvent {
	const timestamp = new Date(at).toISOString();
	return {
		id: `health.changed:${after.k}:${after.n}:${after.s}`,
		type: 'health.changed',
		timestamp,
		data: {
			from: before?.s ?? null,
			to: after.s,
			statusCode: seen.failure ? null : seen.statusCode,
			at: timestamp,
			...(before && { previousStateSeconds: Math.max(0, Math.round((at - before.a) / 1000)) }),
			failingChecks: seen.failure ? [] : failingChecks(seen.health),
			...(seen.failure && { unreachable: seen.failure.message }),
		},
	};
}

/** What an unhealthy node looks like, for whoever builds a workflow while the node is healthy. */
function unhealthySample(now: number): NetworkEvent {
	const healthy: HealthState = { k: 'sample', s: 'healthy', a: now - 86_400_000, n: 0 };
	const health = {
		checks: {
			network: {
				message: { connectedPeers: 0 },
				error: 'network layer is unhealthy reason: not connected to a minimum of 1 peer(s) only 0',
				contiguousFailures: 3,
				timeOfFirstFailure: new Date(now - 60_000).toISOString(),
			},
		},
		healthy: false,
	} as unknown as Health;
	const seen: Seen = { state: 'unhealthy', statusCode: 503, health };
	const event = changed(healthy, { ...healthy, s: 'unhealthy', n: 1 }, seen, now);
	return { ...event, data: { ...event.data, sample: true } };
}

/** The checks that fail: what they say, since when, how often in a row. */
function failingChecks({ checks }: Health) {
	return Object.entries(checks ?? {}).flatMap(([name, check]) => {
		const { message, error, contiguousFailures, timeOfFirstFailure } = (check ?? {}) as Record<
			string,
			unknown
		>;
		if (error === undefined && !(Number(contiguousFailures) > 0)) return [];
		return [
			{
				name,
				message: message ?? null,
				error: error ?? null,
				since: timeOfFirstFailure ?? null,
				consecutiveFailures: Number(contiguousFailures ?? 1),
			},
		];
	});
}
