import { MINUTE_MS } from '../formats/timeUnits';
import { MINUTES_OF_DAY, localTime, minuteOf } from './localTime';
import { isReasonOn } from './reasons';
import type { Rules, Window } from './rules';
import { type AlertLifeState, type Reason, firingIn } from './state';
import { periodOf } from './step';

/**
 * The next time (ms) at which the clock on the wall shows a minute of the day, and at the latest that at which a change
 * of daylight saving time skips it.
 */
function nextMinute(zone: string, minute: number, now: number): number {
	const begun = now - (now % MINUTE_MS);
	const left = (minute - localTime(zone, now).minute + MINUTES_OF_DAY - 1) % MINUTES_OF_DAY;
	const at = begun + (left + 1) * MINUTE_MS;
	const ahead = (localTime(zone, at).minute - minute + MINUTES_OF_DAY) % MINUTES_OF_DAY;
	const isAhead = ahead < MINUTES_OF_DAY / 2;
	return isAhead ? Math.max(begun + MINUTE_MS, at - ahead * MINUTE_MS) : at;
}

/** The next begin of a window. */
function beginOf({ once, weekly }: Window, now: number): number {
	if (once) return once.from > now ? once.from : Infinity;
	return weekly ? nextMinute(weekly.zone, minuteOf(weekly.from) ?? 0, now) : Infinity;
}

/** The end of a rule that holds alerts now, as far as time ends it. */
function endOf({ kind, rule }: Pick<Reason, 'kind' | 'rule'>, rules: Rules, now: number): number {
	const window = kind === 'window' && rules.windows.find(({ name }) => name === rule);
	if (!window) return Infinity;
	const { once, weekly } = window;
	if (once) return once.until;
	return weekly ? nextMinute(weekly.zone, minuteOf(weekly.until) ?? 0, now) : Infinity;
}

/**
 * The time (ms) of the next step that may do something without new events: until then, no step is needed. Undefined if
 * there is none. Escalations are not among the reasons for it.
 */
export function nextStepAt(rules: Rules, state: AlertLifeState, now: number): number | undefined {
	const { silences, repeat, digest, group } = rules;
	const firing = firingIn(state, []);
	const times = silences.flatMap(({ from, until }) => [from, until].filter((at) => at > now));
	const alerts = Object.values(state.alerts);
	for (const { held, delivered, acked } of alerts) {
		if (held?.kind === 'acknowledged') times.push(acked?.until ?? now);
		if (held?.kind === 'repeat')
			times.push(repeat && delivered ? delivered.at + repeat.everyMs : now);
	}
	const reasons = [...alerts.flatMap(({ held }) => held ?? []), ...Object.values(state.holds)];
	for (const reason of reasons) {
		if (reason.kind === 'acknowledged' || reason.kind === 'repeat') continue;
		times.push(isReasonOn(reason, rules, firing, now) ? endOf(reason, rules, now) : now);
	}
	// A window takes over what another reason holds.
	if (reasons.length > 0) times.push(...rules.windows.map((window) => beginOf(window, now)));
	for (const { due, events } of Object.values(state.groups)) {
		if (events.length > 0) times.push(group ? due : now);
	}
	if (state.digest && state.digest.events.length > 0) {
		const isDue = !digest || periodOf(digest, now) > state.digest.begun;
		times.push(isDue ? now : nextMinute(digest.zone, minuteOf(digest.at) ?? 0, now));
	}
	const first = Math.min(...times);
	return first === Infinity ? undefined : first;
}
