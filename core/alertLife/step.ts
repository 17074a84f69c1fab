import { type Acknowledgement, type AckAnswer, acknowledge } from './acknowledge';
import { type LifeAlert, type Firing, isResolved, isSingle, severityRank } from './alert';
import { localTime, minuteOf } from './localTime';
import { type Judged, applies, judgedAlert, matches, valueIn } from './matchers';
import { isReasonOn, ruledBy, saidBefore, minuteText } from './reasons';
import type { Rules } from './rules';
import {
	type AlertLifeState,
	type Group,
	type Hold,
	type StoredAlert,
	type Reason,
	MOST_CHARACTERS,
	MOST_HELD,
	NOTHING_KEPT,
	copyOf,
	firingIn,
	forgetOldest,
	heldIn,
} from './state';
import { type LifeDelivery, eventDelivery, listDelivery, saidAgain, summaryOf } from './words';

/**
 * The life of alerts: what is delivered now, and what is held, and why. It reads no clock and stores
 * nothing: the host stores the new state together with the deliveries, or neither. What cannot be held,
 * because as much as possible is, is delivered.
 */

export interface StepInput {
	/** Milliseconds since 1970. */
	now: number;
	/** New events, oldest first. */
	events: readonly LifeAlert[];
	acknowledgements?: readonly Acknowledgement[];
	/** The keys of alerts whose delivery failed: they escalate at once. */
	failed?: readonly string[];
}

export interface StepResult {
	deliveries: LifeDelivery[];
	/** The new events that are not delivered now, each with the reason. */
	held: Array<{ alert: LifeAlert; because: string }>;
	answers: AckAnswer[];
	/** Silences and windows that ended and held nothing: their matchers may be wrong. */
	warnings: string[];
	state: AlertLifeState;
}

/** The working data of one step: its rules, the state, and what it delivers. */
interface Run {
	rules: Rules;
	state: AlertLifeState;
	now: number;
	firing: Map<string, Judged>;
	/** Room for further held events. */
	room: { count: number; characters: number };
	/** Deliveries of new events, and those that the time brings. */
	fresh: LifeDelivery[];
	late: LifeDelivery[];
	held: StepResult['held'];
}

/** The next step of all alerts: with their new events, or at a later time without any. */
export function lifeStep(
	rules: Rules,
	given: AlertLifeState | undefined,
	{ now, events, acknowledgements = [], failed = [] }: StepInput,
): StepResult {
	const state = copyOf(given ?? NOTHING_KEPT, now, rules);
	const answers = acknowledgements.map((one) => acknowledge(state, rules, one, now));
	for (const key of failed) {
		const { delivered } = (state.alerts[key] as StoredAlert | undefined) ?? {};
		if (delivered) delivered.failed = true;
	}
	const { count, characters } = heldIn(state);
	const run: Run = {
		rules,
		state,
		now,
		firing: firingIn(state, events),
		room: { count: MOST_HELD - count, characters: MOST_CHARACTERS - characters },
		fresh: [],
		late: [],
		held: [],
	};
	for (const event of events) take(run, event);
	silenceDelivered(run);
	release(run);
	const { summaries, warnings } = sumUp(run);
	flush(run);
	escalate(run);
	const deliveries = [...run.fresh, ...summaries, ...run.late].map((one) => withHidden(state, one));
	forgetOldest(state, rules.group?.intervalMs ?? 0, now);
	// A full digest, or a group that does not wait, is delivered in the step of its event.
	const primary = deliveries.filter(({ kind }) => kind !== 'escalation');
	const sent = new Set(primary.flatMap(({ alerts }) => alerts.map(({ id }) => id)));
	const held = run.held.filter(({ alert: { id } }) => !sent.has(id));
	return { deliveries, held, answers, warnings, state };
}

const deliveryOf = (severity: Firing, now: number) => ({ severity, at: now, first: now, steps: 0 });

/** The alert with a new event. Its acknowledgement ends when it is resolved or worse. */
function withEvent(
	before: StoredAlert | undefined,
	{ alert, severity }: Judged,
	now: number,
): StoredAlert {
	const begins = !before || (isResolved(before.latest) && !isResolved(alert));
	const { held, acked, since } = before ?? {};
	// Somebody may have been told of an alert whose beginning is forgotten.
	const delivered = !before && isResolved(alert) ? deliveryOf(severity, now) : before?.delivered;
	const ends =
		begins || isResolved(alert) || (acked && severityRank(severity) > severityRank(acked.severity));
	return {
		latest: alert,
		severity,
		since: begins || since === undefined ? now : since,
		at: now,
		...(delivered && { delivered }),
		...(held && { held }),
		...(acked && !ends && { acked }),
	};
}

const storedIn = ({ state }: Run, key: string) => state.alerts[key] as StoredAlert | undefined;

/** The rule that held an alert so far, if it ends before anybody was told of it: `release` counts it. */
const unsaid = ({ latest, delivered, held }: StoredAlert) =>
	isResolved(latest) && !delivered && held && isRule(held) ? held : undefined;

/** Holds or delivers a new event. */
function take(run: Run, alert: LifeAlert): void {
	const { rules, now, firing, state } = run;
	const before = storedIn(run, alert.alertKey);
	const given = judgedAlert(alert, before?.severity);
	const stored = withEvent(before, given, now);
	state.alerts[alert.alertKey] = stored;
	const reason =
		ruledBy(rules, given, firing, now) ?? saidBefore(rules, given, stored, now) ?? unsaid(stored);
	if (!reason || !takeRoom(run, alert, stored.held ? 0 : 1)) {
		deliver(run, stored, true);
		return;
	}
	hold(run, stored, reason, 1);
	run.held.push({ alert, because: reason.because });
}

/** Takes room for an event, if there is any. */
function takeRoom({ room }: Run, alert: LifeAlert, entries: number): boolean {
	const { length } = JSON.stringify(alert);
	if (room.count < entries || room.characters < length) return false;
	room.count -= entries;
	room.characters -= length;
	return true;
}

const isRule = ({ kind }: Reason) => kind !== 'acknowledged' && kind !== 'repeat';
const holdKey = ({ kind, rule }: Reason) => `${kind}:${rule}`;

function holdOf({ state, now }: Run, reason: Reason): Hold {
	const key = holdKey(reason);
	const { kind, rule, source, because } = reason;
	const made = { kind, rule, because, ...(source !== undefined && { source }) };
	const hold = (state.holds[key] as Hold | undefined) ?? {
		...made,
		since: now,
		events: 0,
		over: 0,
		titles: [],
		follow: 0,
	};
	return (state.holds[key] = { ...hold, ...made });
}

function hold(run: Run, stored: StoredAlert, reason: Reason, events: number): void {
	const { count = 0, since = run.now } = stored.held ?? {};
	stored.held = { ...reason, count: count + events, since };
	if (!isRule(reason)) return;
	const own = holdOf(run, reason);
	own.events += events;
	if (stored.delivered) own.touched = true;
}

/** Delivers the latest event of an alert, alone or with others. */
function deliver(run: Run, stored: StoredAlert, isNew: boolean): void {
	const { state, now } = run;
	const { latest, severity, delivered } = stored;
	// No event was held of an alert that only waits for the end of a silence.
	const held = isNew && stored.held?.count === 0 ? undefined : stored.held;
	const alert = saidAgain(latest, held);
	const queue = queueFor(run, alert, severity);
	// No event may follow a later one of its alert.
	const earlier = takeQueued(run, alert.alertKey, queue?.events);
	if (queue) {
		queue.events.push(...earlier, alert);
		if (isNew) run.held.push({ alert: latest, because: queue.because });
	} else {
		if (earlier.length > 0) run.fresh.push(listDelivery('group', earlier));
		(isNew ? run.fresh : run.late).push(eventDelivery(alert, held));
	}
	delete stored.held;
	if (stored.acked && now >= stored.acked.until) delete stored.acked;
	if (isResolved(latest) || isSingle(latest)) delete state.alerts[latest.alertKey];
	else {
		const counts = delivered && severityRank(severity) <= severityRank(delivered.severity);
		const { first, steps } = counts ? delivered : { first: now, steps: 0 };
		stored.delivered = { severity, at: now, first, steps };
	}
}

/** The events of the digest or the group that an event is added to, with the reason; none if it goes alone. */
function queueFor(
	run: Run,
	alert: LifeAlert,
	severity: Firing,
): { events: LifeAlert[]; because: string } | undefined {
	const { rules, state, now } = run;
	const { digest, group } = rules;
	const given = { alert, severity };
	const isInfo = digest && severity === 'info';
	if (!isInfo && !(group && applies(group.match, given))) return undefined;
	// A full digest is delivered before its time.
	if (!takeRoom(run, alert, 1)) {
		flushAll(run);
		if (!takeRoom(run, alert, 1)) return undefined;
	}
	if (isInfo) {
		// That of an empty one may be of an earlier day.
		if (!state.digest || (state.digest.events.length === 0 && !digest.empty))
			state.digest = { begun: periodOf(digest, now), events: [] };
		const { events } = state.digest;
		return { events, because: `it is part of the digest at ${digest.at} (${digest.zone})` };
	}
	if (!group) return undefined;
	const key = JSON.stringify(group.by.map((name) => valueIn(given, name)));
	const own = (state.groups[key] as Group | undefined) ?? { due: 0, events: [] };
	if (own.events.length === 0) {
		own.due = Math.max(now + group.waitMs, (own.sent ?? -Infinity) + group.intervalMs);
		// Groups are delivered in the order in which they begin.
		delete state.groups[key];
	}
	state.groups[key] = own;
	return { events: own.events, because: `it is grouped with others until ${minuteText(own.due)}` };
}

/** Takes the events of an alert out of the digest and the groups, except those of one queue. */
function takeQueued({ state }: Run, key: string, stays?: readonly LifeAlert[]): LifeAlert[] {
	const queues = [...Object.values(state.groups), ...(state.digest ? [state.digest] : [])];
	return queues.flatMap((queue) => {
		if (queue.events === stays) return [];
		const taken = queue.events.filter(({ alertKey }) => alertKey === key);
		if (taken.length > 0) queue.events = queue.events.filter((one) => !taken.includes(one));
		return taken;
	});
}

/**
 * Holds alerts that were delivered and still fire when a silence begins, so that the message at its end
 * names them.
 */
function silenceDelivered(run: Run): void {
	const { rules, now, firing, state, room } = run;
	if (rules.silences.length === 0) return;
	for (const stored of Object.values(state.alerts)) {
		if (stored.held || !stored.delivered || room.count < 1) continue;
		const given = { alert: stored.latest, severity: stored.severity };
		const reason = ruledBy(rules, given, firing, now);
		if (reason?.kind !== 'silence') continue;
		hold(run, stored, reason, 0);
		room.count -= 1;
	}
}

/** Delivers what nothing holds any more, the worst first; what was over before it was delivered is only counted. */
function release(run: Run): void {
	const { rules, now, firing, state } = run;
	const order = (stored: StoredAlert) => -severityRank(stored.severity);
	const waiting = Object.values(state.alerts)
		.filter(({ held }) => held)
		.sort((a, b) => order(a) - order(b) || a.at - b.at);
	for (const stored of waiting) {
		const { held, latest, severity, delivered } = stored;
		if (!held) continue;
		const given = { alert: latest, severity };
		const reason = ruledBy(rules, given, firing, now) ?? saidBefore(rules, given, stored, now);
		if (reason) {
			const isOther = holdKey(reason) !== holdKey(held);
			if (isOther && isRule(reason)) holdOf(run, reason).events += held.count;
			hold(run, stored, reason, 0);
		} else if (isResolved(latest) && !delivered && isRule(held)) {
			const own = holdOf(run, held);
			own.over += 1;
			if (own.titles.length < 10) own.titles.push(latest.title);
			delete state.alerts[latest.alertKey];
		} else {
			if (run.late.length >= rules.most) continue;
			const own = state.holds[holdKey(held)] as Hold | undefined;
			if (own) own.follow += 1;
			deliver(run, stored, false);
		}
	}
}

/** One line about each rule that does not hold any more. */
function sumUp(run: Run): { summaries: LifeDelivery[]; warnings: string[] } {
	const { rules, now, firing, state } = run;
	const summaries: LifeDelivery[] = [];
	const warnings: string[] = [];
	for (const silence of rules.silences) {
		const reason: Reason = { kind: 'silence', rule: silence.id, because: '' };
		if (isReasonOn(reason, rules, firing, now) && !(holdKey(reason) in state.holds)) {
			holdOf(run, { ...reason, because: `silence ${JSON.stringify(silence.id)}` });
		}
	}
	for (const [key, own] of Object.entries(state.holds)) {
		if (isReasonOn(own, rules, firing, now)) continue;
		if (summaries.length >= rules.most) break;
		delete state.holds[key];
		const waits = Object.values(state.alerts).filter(({ held }) => held && holdKey(held) === key);
		own.follow += waits.length;
		if (own.events > 0) summaries.push(summaryOf(own));
		else if (!own.touched) {
			warnings.push(`The ${own.because} ended and held nothing: no event matched it.`);
		}
	}
	return { summaries, warnings };
}

/** Number of the day or week in which a time is, by the time of the day at which a digest is due. */
export function periodOf({ zone, at, weekday }: NonNullable<Rules['digest']>, now: number): number {
	const { day, minute } = localTime(zone, now);
	const days = minute >= (minuteOf(at) ?? 0) ? day : day - 1;
	// 1970-01-01 was a Thursday.
	return weekday === undefined ? days : Math.floor((days - ((weekday + 3) % 7)) / 7);
}

/** Delivers the groups and the digest that are due. */
function flush(run: Run): void {
	const { rules, state, now, late } = run;
	for (const [key, { due, events }] of Object.entries(state.groups)) {
		if (events.length === 0 || (rules.group && due > now) || late.length >= rules.most) continue;
		state.groups[key] = { due, sent: now, events: [] };
		sendList(run, 'group', events);
	}
	if (!state.digest) {
		if (rules.digest) state.digest = { begun: periodOf(rules.digest, now), events: [] };
		return;
	}
	const period = rules.digest ? periodOf(rules.digest, now) : Infinity;
	const { begun, events } = state.digest;
	if (period <= begun) {
		state.digest.begun = period;
		return;
	}
	if (late.length >= rules.most) return;
	if (rules.digest) state.digest = { begun: period, events: [] };
	else delete state.digest;
	if (events.length > 0 || rules.digest?.empty) sendList(run, 'digest', events);
}

/** Delivers all groups and the digest before their time: there is no room for more. */
function flushAll(run: Run): void {
	const { state, now, room } = run;
	for (const [key, { due, events }] of Object.entries(state.groups)) {
		if (events.length === 0) continue;
		state.groups[key] = { due, sent: now, events: [] };
		run.late.push(listDelivery('group', events));
	}
	const { digest } = state;
	if (digest && digest.events.length > 0) {
		run.late.push(listDelivery('digest', digest.events));
		digest.events = [];
	}
	const { count, characters } = heldIn(state);
	room.count = MOST_HELD - count;
	room.characters = MOST_CHARACTERS - characters;
}

/** Delivers a list, without what a rule holds since the event was added. */
function sendList(run: Run, kind: 'group' | 'digest', events: readonly LifeAlert[]): void {
	const { rules, state, now, firing } = run;
	const made = new Set<string>();
	const rest = events.filter((alert) => {
		const before = storedIn(run, alert.alertKey);
		const given = judgedAlert(alert, before?.severity);
		const reason = ruledBy(rules, given, firing, now);
		if (!reason) return true;
		const { severity } = given;
		const delivered = deliveryOf(severity, now);
		if (!before) made.add(alert.alertKey);
		const stored = before ?? { latest: alert, severity, since: now, at: now, delivered };
		// The alert has what came after, unless the list alone has it.
		if (made.has(alert.alertKey)) stored.latest = alert;
		stored.delivered ??= delivered;
		state.alerts[alert.alertKey] = stored;
		hold(run, stored, reason, 1);
		return false;
	});
	if (rest.length > 0 || events.length === 0) run.late.push(listDelivery(kind, rest));
}

/** Delivers again, to the next target, what fires and nobody acknowledged. */
function escalate(run: Run): void {
	const { rules, state, now, firing, late } = run;
	const { escalation } = rules;
	if (!escalation) return;
	for (const { latest, severity, delivered, acked } of Object.values(state.alerts)) {
		const given = { alert: latest, severity };
		if (!delivered || isResolved(latest) || (acked && now < acked.until)) continue;
		const isDue =
			delivered.failed ?? now - delivered.first >= escalation.afterMs * (delivered.steps + 1);
		if (!isDue || delivered.steps >= escalation.steps || late.length >= rules.most) continue;
		if (!matches(escalation.match, given) || ruledBy(rules, given, firing, now)) continue;
		delivered.steps += 1;
		delete delivered.failed;
		late.push({
			...eventDelivery(latest),
			kind: 'escalation',
			id: `${latest.id}:step:${delivered.steps}`,
			text: `Nobody acknowledged it since ${minuteText(delivered.first)}: step ${delivered.steps}`,
			step: delivered.steps,
		});
	}
}

/** The delivery with the number of alerts that it hides. */
function withHidden({ alerts }: AlertLifeState, delivery: LifeDelivery): LifeDelivery {
	const keys = new Set(delivery.alerts.map(({ alertKey }) => alertKey));
	const isHidden = ({ held }: StoredAlert) =>
		held?.kind === 'inhibition' && held.source !== undefined && keys.has(held.source);
	const hides = Object.values(alerts).filter(isHidden).length;
	return hides > 0 ? { ...delivery, hides } : delivery;
}
