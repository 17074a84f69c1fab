import { type LifeAlert, isResolved, severityRank } from './alert';
import { localTime, minuteOf } from './localTime';
import { type Judged, applies, matches, valueIn } from './matchers';
import type { Inhibition, Rules, Silence, WeeklyTimes, Window } from './rules';
import type { StoredAlert, Reason } from './state';

/** Reasons to hold an alert. Their order is that of Alertmanager: inhibition, silence, window, then what was said. */

/** True while one of the times is on, by the clock on the wall. */
export function isWithin({ zone, days, from, until }: WeeklyTimes, now: number): boolean {
	const { weekday, minute } = localTime(zone, now);
	const [start, end] = [minuteOf(from) ?? 0, minuteOf(until) ?? 0];
	const isOn = (day: number) => days.includes((day + 7) % 7);
	if (end > start) return isOn(weekday) && minute >= start && minute < end;
	return (isOn(weekday) && minute >= start) || (isOn(weekday - 1) && minute < end);
}

export const isWindowOn = ({ once, weekly }: Window, now: number): boolean =>
	once ? now >= once.from && now < once.until : weekly !== undefined && isWithin(weekly, now);

export const isSilenceOn = ({ from, until }: Silence, now: number): boolean =>
	now >= from && now < until;

/** The time of an instant as texts show it: ISO 8601, to the minute. */
export const minuteText = (ms: number) => `${new Date(ms).toISOString().slice(0, 16)}Z`;

const quoted = (name: string) => JSON.stringify(name);

const silenceText = ({ id, until, by, why }: Silence) =>
	`silence ${quoted(id)}${by ? ` by ${quoted(by)}` : ''} until ${minuteText(until)}${why ? `: ${quoted(why)}` : ''}`;

function windowText({ name, kind, once, weekly }: Window): string {
	const what = kind === 'quiet' ? 'quiet hours' : 'maintenance';
	const end = once ? minuteText(once.until) : `${weekly?.until} (${weekly?.zone})`;
	return `${what} ${quoted(name)} until ${end}`;
}

/**
 * The alert that hides this one. One that matches both sides of a rule is not hidden by another one
 * that does, nor by itself.
 */
function hiddenBy(
	{ source, target, equal }: Inhibition,
	given: Judged,
	firing: ReadonlyMap<string, Judged>,
): LifeAlert | undefined {
	if (!applies(target, given)) return undefined;
	const isBoth = matches(source, given);
	for (const other of firing.values()) {
		if (other.alert.alertKey === given.alert.alertKey || !matches(source, other)) continue;
		if (isBoth && matches(target, other)) continue;
		if (equal.every((name) => valueIn(other, name) === valueIn(given, name))) return other.alert;
	}
	return undefined;
}

/** The rule of a user that holds an alert now. `firing` are all alerts that fire, by their keys. */
export function ruledBy(
	rules: Rules,
	given: Judged,
	firing: ReadonlyMap<string, Judged>,
	now: number,
): Reason | undefined {
	for (const rule of rules.inhibitions) {
		const by = hiddenBy(rule, given, firing);
		if (!by) continue;
		const because = `${quoted(by.title)} hides it (${quoted(rule.name)})`;
		const name = JSON.stringify([rule.name, by.alertKey]);
		return { kind: 'inhibition', rule: name, because, source: by.alertKey };
	}
	const silence = rules.silences.find((one) => isSilenceOn(one, now) && applies(one.match, given));
	if (silence) return { kind: 'silence', rule: silence.id, because: silenceText(silence) };
	const window = rules.windows.find((one) => isWindowOn(one, now) && applies(one.match, given));
	return window && { kind: 'window', rule: window.name, because: windowText(window) };
}

/** The delivery or the acknowledgement that holds an alert now. */
export function saidBefore(
	{ repeat }: Rules,
	given: Judged,
	{ acked, delivered }: StoredAlert,
	now: number,
): Reason | undefined {
	if (isResolved(given.alert)) return undefined;
	const { severity } = given;
	if (acked && now < acked.until && severityRank(severity) <= severityRank(acked.severity)) {
		const because = `acknowledged by ${quoted(acked.by)} at ${minuteText(acked.at)}, until ${minuteText(acked.until)}`;
		return { kind: 'acknowledged', rule: acked.by, because };
	}
	const isRecent =
		delivered?.severity === severity && repeat && now < delivered.at + repeat.everyMs;
	if (!isRecent || !applies(repeat.match, given)) return undefined;
	const because = `it was delivered at ${minuteText(delivered.at)}, and is repeated after ${minuteText(delivered.at + repeat.everyMs)}`;
	return { kind: 'repeat', rule: 'repeat', because };
}

/** True while a rule of a user holds alerts. */
export function isReasonOn(
	{ kind, rule, source }: Pick<Reason, 'kind' | 'rule' | 'source'>,
	rules: Rules,
	firing: ReadonlyMap<string, Judged>,
	now: number,
): boolean {
	if (kind === 'silence')
		return rules.silences.some((one) => one.id === rule && isSilenceOn(one, now));
	if (kind === 'window')
		return rules.windows.some((one) => one.name === rule && isWindowOn(one, now));
	return source !== undefined && firing.has(source);
}
