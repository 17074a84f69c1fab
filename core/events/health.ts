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
	 * Polls in a row without any answer after which the node counts as unhealthy. Left out, a node
	 * that cannot be reached is no news: the failure is thrown.
	 */
	unreachableAfter?: number;
	/** Tell of the first state seen, too. */
	fireFirst?: boolean;
}

type State = 'healthy' | 'unhealthy';
type Health = OutputOf<typeof getHealth>;

/**
 * s: the state that counts. a: since when, as seen here (ms). n: changes told so far. p: polls in a
 * row that showed the other state, and when the first of them was. u: polls in a row without answer.
 */
interface HealthState extends SourceState {
	s: State;
	a: number;
	n: number;
	p?: [polls: number, since: number];
	u?: number;
}

const OPERATIONS = { health: getHealth, readiness: getReadiness, liveness: getLiveness } as const;

/** A node's health turning from 200 to 503 or back; each change once. */
export const healthSource: EventSource<HealthSettings> = {
	key: keyOfSettings,

	async poll(settings, previous, context) {
		const key = keyOfSettings(settings);
		const known = stateFor(key, previous) as HealthState | undefined;
		const now = context.clock.now();
		const seen = await look(settings, known, context);
		if (seen === 'waiting') {
			return {
				events: [],
				state: { ...(known as HealthState), u: (known?.u ?? 0) + 1 },
				more: false,
			};
		}
		if (!known) {
			const state: HealthState = { k: key, s: seen.state, a: now, n: 0 };
			const events = settings.fireFirst ? [changed(undefined, state, seen, now)] : [];
			return { events, state, more: false };
		}
		return step(settings, known, seen, now);
	},

	async sample(settings, context) {
		const seen = await look({ ...settings, unreachableAfter: undefined }, undefined, context);
		if (seen === 'waiting') return [];
		const now = context.clock.now();
		return [changed(undefined, { k: '', s: seen.state, a: now, n: 0 }, seen, now)];
	},
};

function keyOfSettings({ path = 'health', tags = [] }: HealthSettings): string {
	return keyOf({ source: 'health', path, tags });
}

interface Seen {
	state: State;
	statusCode?: number;
	health?: Health;
	unreachable?: string;
}

/** What the node says now. `waiting`: it said nothing, and that does not count yet. */
async function look(
	{ path = 'health', tags, unreachableAfter }: HealthSettings,
	known: HealthState | undefined,
	{ client }: PollContext,
): Promise<Seen | 'waiting'> {
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
		// An answer of another status is no word on the node's health, whatever the user chose.
		const unreachable = isFailure(error) && error.kind === 'network';
		if (!unreachable || unreachableAfter === undefined || !known) throw error;
		if ((known.u ?? 0) + 1 < unreachableAfter) return 'waiting';
		return { state: 'unhealthy', unreachable: error.message };
	}
}

function step(settings: HealthSettings, known: HealthState, seen: Seen, now: number): PollResult {
	const { p: pending, u: unanswered, ...steady } = known;
	const silence = seen.unreachable ? { u: (unanswered ?? 0) + 1 } : {};
	if (seen.state === known.s) return { events: [], state: { ...steady, ...silence }, more: false };
	const polls = (pending?.[0] ?? 0) + 1;
	const since = pending?.[1] ?? now;
	// Silence was already counted in its own polls.
	if (polls < (settings.confirmations ?? 1) && !seen.unreachable) {
		return { events: [], state: { ...steady, p: [polls, since] }, more: false };
	}
	const state: HealthState = { k: known.k, s: seen.state, a: since, n: known.n + 1, ...silence };
	return { events: [changed(known, state, seen, since)], state, more: false };
}

function changed(
	before: HealthState | undefined,
	after: HealthState,
	{ statusCode, health, unreachable }: Seen,
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
			statusCode: statusCode ?? null,
			at: timestamp,
			...(before && { previousStateSeconds: Math.max(0, Math.round((at - before.a) / 1000)) }),
			failingChecks: health ? failingChecks(health) : [],
			...(unreachable && { unreachable }),
		},
	};
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
