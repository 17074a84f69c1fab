import { getHealth, getLiveness, getReadiness } from '../operations/rpc/health';
import type { OutputOf } from '../operations/declare';
import { Failure } from '../protocol/failure';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type SourceState,
	keyOf,
} from './event';
import { type Severity, headed } from './item';
import { type Change, type Reading, levelsSource } from './levels';
import { asSample } from './sample';

/** Which health check is watched, and when a change counts. */
export interface HealthSettings {
	/** Default `health`. */
	path?: 'health' | 'readiness' | 'liveness';
	tags?: string[];
	/** Polls in a row that must show the new state before it counts. Default 1. */
	confirmations?: number;
	/**
	 * Polls in a row without a response after which the node counts as unhealthy. Default 2. With
	 * 0, an unreachable node is not an event: the failure is thrown.
	 */
	unreachableAfter?: number;
	/** Also fire for the first state. */
	fireFirst?: boolean;
}

type State = 'healthy' | 'unhealthy';
type Health = OutputOf<typeof getHealth>;
interface Facts {
	statusCode: number;
	health: Health;
}

const UNREACHABLE_AFTER = 2;
const UNHEALTHY = 1;
const NODE = 'node';

const OPERATIONS = { health: getHealth, readiness: getReadiness, liveness: getLiveness } as const;

/** A node's health turning from 200 to 503 or back; each change once. */
export const healthSource: EventSource<HealthSettings> = levelsSource<HealthSettings, Facts>(
	{
		key: keyOfSettings,
		rules: ({ confirmations = 1, unreachableAfter = UNREACHABLE_AFTER, fireFirst = false }) => ({
			hold: confirmations,
			failedAfter: unreachableAfter,
			tellFirst: fireFirst,
			repeatMs: () => undefined,
		}),
		read: async (settings, context) => [await look(settings, context)],
		event: changed,
		counts: ({ kind }) => kind === 'network',
		failedLevel: UNHEALTHY,
		keepsAll: true,
		migrate,
	},
	sample,
);

async function sample(settings: HealthSettings, context: PollContext): Promise<NetworkEvent[]> {
	const { level, facts } = await look(settings, context);
	const at = context.clock.now();
	const first = { kind: 'first', id: 'sample:now', subject: NODE } as const;
	const now = changed({ ...first, to: level, since: at, at, facts });
	const shown = (now.data.failingChecks as unknown[]).length > 0;
	return shown ? [now] : [now, unhealthySample(at, facts.health)];
}

function keyOfSettings({ path = 'health', tags = [] }: HealthSettings): string {
	return keyOf({ source: 'health', path, tags });
}

/**
 * An earlier form of the state. s: the state that counts. a: since when (ms). n: number of reported
 * changes. p: polls in a row that showed the other state, and since when. u: polls in a row without
 * a response.
 */
function migrate(saved: SourceState): SourceState {
	if (saved.form !== undefined) return saved;
	const { k, s, a, n, p, u } = saved as SourceState & {
		s: State;
		a: number;
		n: number;
		p?: [polls: number, since: number];
		u?: number;
	};
	const t = levelOf(s);
	const node = { t, a, ...(p && { c: [[UNHEALTHY - t, ...p]] }) };
	return { k, form: 2, n, s: { [NODE]: node }, ...(u !== undefined && { u }) };
}

function levelOf(state: State): number {
	return state === 'unhealthy' ? UNHEALTHY : 0;
}

function stateOf(level: number): State {
	return level === UNHEALTHY ? 'unhealthy' : 'healthy';
}

/** The current health of the node. Throws for any other status, which says nothing about health. */
async function look(
	{ path = 'health', tags }: HealthSettings,
	{ client }: PollContext,
): Promise<Reading<Facts>> {
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
	const level = levelOf(statusCode === 503 ? 'unhealthy' : 'healthy');
	return { subject: NODE, level, facts: { statusCode, health } };
}

function changed({ id, from, to, since, before, facts, failure }: Change<Facts>): NetworkEvent {
	const occurredAt = new Date(since).toISOString();
	const state = stateOf(to);
	const failing = facts ? failingChecks(facts.health) : [];
	const previousStateSeconds =
		before === undefined ? undefined : Math.max(0, Math.round((since - before) / 1000));
	return headed(
		{
			id: `health.changed:${id}:${state}`,
			event: 'health.changed',
			severity: severityOf(from, to),
			subject: NODE,
			...wordsOf(state, from, failing, failure),
			occurredAt,
			url: null,
		},
		{
			from: from === undefined ? null : stateOf(from),
			to: state,
			statusCode: facts?.statusCode ?? null,
			at: occurredAt,
			...(previousStateSeconds !== undefined && { previousStateSeconds }),
			failingChecks: failing,
			...(failure && { unreachable: failure.message }),
		},
	);
}

function severityOf(from: number | undefined, to: number): Severity {
	if (to === UNHEALTHY) return 'critical';
	return from === undefined ? 'info' : 'resolved';
}

function wordsOf(
	state: State,
	from: number | undefined,
	failing: ReadonlyArray<{ name: string; error: unknown }>,
	failure: { message: string } | undefined,
): { title: string; text: string } {
	if (state === 'healthy') {
		const again = from === undefined ? '' : ' again';
		return { title: `The node is healthy${again}`, text: `The node answers with 200${again}.` };
	}
	if (failure) {
		return {
			title: 'The node cannot be reached',
			text: `The node does not respond: ${failure.message}`,
		};
	}
	const checks = failing.map(({ name, error }) =>
		error === null ? name : `${name} (${String(error)})`,
	);
	const which = checks.length > 0 ? ` Failing checks: ${checks.join(', ')}.` : '';
	return { title: 'The node is unhealthy', text: `The node answers with 503.${which}` };
}

/**
 * A sample of an unhealthy node, for building a workflow while the node is healthy: the first of the
 * node's checks fails.
 */
function unhealthySample(now: number, { checks }: Health): NetworkEvent {
	const [name = 'network'] = Object.keys(checks ?? {});
	const health = {
		checks: {
			[name]: {
				message: checks?.[name]?.message ?? null,
				error: `${name} is unhealthy`,
				contiguousFailures: 3,
				timeOfFirstFailure: new Date(now - 60_000).toISOString(),
			},
		},
		healthy: false,
	} as unknown as Health;
	const facts: Facts = { statusCode: 503, health };
	const event = changed({
		kind: 'crossed',
		id: 'sample:crossed',
		subject: NODE,
		from: 0,
		to: UNHEALTHY,
		since: now,
		before: now - 86_400_000,
		at: now,
		facts,
	});
	return asSample(event);
}

/** The failing checks: message, since when, how often in a row. */
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
