import type { LifeAlert, Firing } from './alert';
import { isResolved, isSingle } from './alert';
import { type Judged, judgedAlert } from './matchers';
import type { Rules } from './rules';

/** The memory of the engine: plain JSON, bounded in number and size. */

export interface AlertLifeState {
	/** By the key of the alert: what fires, and what is held. */
	alerts: Record<string, StoredAlert>;
	/** The rules that hold alerts, or held some, until they are summed up. */
	holds: Record<string, Hold>;
	/** Events that wait for others, by the values of the fields of the group. */
	groups: Record<string, Group>;
	digest?: Digest;
}

/** The reason for which an alert is held. */
export interface Reason {
	kind: 'inhibition' | 'silence' | 'window' | 'acknowledged' | 'repeat';
	/** The name of the rule; for an inhibition with the key of the alert that hides. */
	rule: string;
	/** Continues "held because …". */
	because: string;
	/** The alert that hides, of an inhibition. */
	source?: string;
}

/** An alert that fires, or that is held. */
export interface StoredAlert {
	latest: LifeAlert;
	/** The severity that it has, or had before it was resolved. */
	severity: Firing;
	/** Start of the incident (ms). */
	since: number;
	/** Time of the latest event (ms). */
	at: number;
	/** The latest delivery; `first` is that from which escalation counts. */
	delivered?: { severity: Firing; at: number; first: number; steps: number; failed?: true };
	acked?: { by: string; at: number; until: number; severity: Firing };
	/** Events since the latest delivery, and why the latest of them is held. */
	held?: HeldAlert;
}

export interface HeldAlert extends Reason {
	count: number;
	since: number;
}

export interface Hold extends Pick<Reason, 'kind' | 'rule' | 'source' | 'because'> {
	since: number;
	/** Events that were held. */
	events: number;
	/** Alerts that fired and were resolved meanwhile, and the titles of the first of them. */
	over: number;
	titles: string[];
	/** Number of held alerts that were delivered when it ended. */
	follow: number;
	/** True if it held an alert that was delivered before. */
	touched?: true;
}

export interface Group {
	due: number;
	/** Time of the latest delivery (ms). */
	sent?: number;
	events: LifeAlert[];
}

export interface Digest {
	/** The number of the day or week in which it began. */
	begun: number;
	events: LifeAlert[];
}

/** Maximum number of alerts, of held events, and of their characters as JSON. */
export const MOST_ALERTS = 500;
export const MOST_HELD = 500;
export const MOST_CHARACTERS = 2_000_000;
const MOST_GROUPS = 1_000;

export const NOTHING_KEPT: AlertLifeState = { alerts: {}, holds: {}, groups: {} };

/** A copy without prototype for keys from outside, with no time later than it can be by this clock. */
export function copyOf(
	given: AlertLifeState,
	now: number,
	{ acknowledgedMs, group }: Rules,
): AlertLifeState {
	const { alerts, holds, groups, digest } = JSON.parse(JSON.stringify(given)) as AlertLifeState;
	const past = (at: number) => Math.min(at, now);
	for (const stored of Object.values(alerts)) {
		stored.at = past(stored.at);
		stored.since = past(stored.since);
		if (stored.delivered)
			Object.assign(stored.delivered, {
				at: past(stored.delivered.at),
				first: past(stored.delivered.first),
			});
		if (stored.held) stored.held.since = past(stored.held.since);
		if (stored.acked) {
			stored.acked.at = past(stored.acked.at);
			stored.acked.until = Math.min(stored.acked.until, stored.acked.at + acknowledgedMs);
		}
	}
	for (const hold of Object.values(holds)) hold.since = past(hold.since);
	const wait = Math.max(group?.waitMs ?? 0, group?.intervalMs ?? 0);
	for (const each of Object.values(groups)) {
		each.due = Math.min(each.due, now + wait);
		if (each.sent !== undefined) each.sent = past(each.sent);
	}
	const own = <Value>(record: Record<string, Value>) =>
		Object.assign(Object.create(null) as Record<string, Value>, record);
	return { alerts: own(alerts), holds: own(holds), groups: own(groups), ...(digest && { digest }) };
}

/** The alerts that fire, held or not. */
export function firingIn(
	{ alerts }: AlertLifeState,
	events: readonly LifeAlert[],
): Map<string, Judged> {
	const firing = new Map<string, Judged>();
	const add = (alert: LifeAlert, severity?: Firing) => {
		firing.delete(alert.alertKey);
		if (!isResolved(alert) && !isSingle(alert))
			firing.set(alert.alertKey, judgedAlert(alert, severity));
	};
	for (const { latest, severity } of Object.values(alerts)) add(latest, severity);
	for (const event of events) add(event);
	return firing;
}

/** Number of held events, and the characters of all that is kept. */
export function heldIn(state: AlertLifeState): { count: number; characters: number } {
	const { alerts, groups, digest } = state;
	const lists = [...Object.values(groups), ...(digest ? [digest] : [])];
	const queued = lists.reduce((sum, { events }) => sum + events.length, 0);
	const held = Object.values(alerts).filter((stored) => stored.held).length;
	return { count: held + queued, characters: JSON.stringify(state).length };
}

/** Forgets the alerts that changed longest ago beyond the bounds, but none that is held; empty groups. */
export function forgetOldest(state: AlertLifeState, intervalMs: number, now: number): void {
	const free = Object.entries(state.alerts)
		.filter(([, { held }]) => !held)
		.sort(([, a], [, b]) => a.at - b.at);
	let over = Object.keys(state.alerts).length - MOST_ALERTS;
	let size = heldIn(state).characters - MOST_CHARACTERS;
	for (const [key, stored] of free) {
		if (over <= 0 && size <= 0) break;
		over -= 1;
		size -= JSON.stringify(stored).length;
		delete state.alerts[key];
	}
	const empty = Object.entries(state.groups).filter(([, { events }]) => events.length === 0);
	const isOver = ({ sent = 0 }: Group, i: number) =>
		sent + intervalMs <= now || i < empty.length - MOST_GROUPS;
	for (const [i, [key, group]] of empty.entries()) if (isOver(group, i)) delete state.groups[key];
}

/** The part of the state that must be saved: the day of an empty digest need not be. */
export function savedOf(state?: AlertLifeState): string {
	const { alerts = {}, holds = {}, groups = {}, digest } = state ?? {};
	return JSON.stringify([alerts, holds, groups, digest?.events ?? []]);
}

/** True if nothing waits. */
export const isIdle = (state: AlertLifeState) =>
	heldIn(state).count === 0 && Object.keys(state.holds).length === 0;
