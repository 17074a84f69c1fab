import type { AckAnswer, Acknowledgement } from '../../core/alertLife/acknowledge';
import { type LifeAlert, isResolved, lifeAlertOf } from '../../core/alertLife/alert';
import { rulesOfOptions } from '../../core/alertLife/holdFields';
import { type Rules, rulesOf } from '../../core/alertLife/rules';
import { type AlertLifeState, savedOf } from '../../core/alertLife/state';
import { lifeStep } from '../../core/alertLife/step';
import { type LifeDelivery, many } from '../../core/alertLife/words';
import { type NetworkEvent } from '../../core/events/event';
import { headed } from '../../core/events/item';
import { DAY_MS, MINUTE_MS } from '../../core/formats/timeUnits';
import { HandlerError } from '../shared/errors';
import { inParallel } from '../shared/parallel';
import { OF_SUBSCRIPTIONS } from '../subscriptions/subscription';
import { digestOf, randomId, randomToken } from '../subscriptions/tokens';
import { OWN_SOURCE } from './disable';
import type { Store } from './dynamoStore';
import type { Outlet } from './fanOut';
import {
	type HeldNote,
	type Incident,
	type Life,
	type LifeMessage,
	type StoredSilence,
	heldQueue,
} from './heldStore';
import { pack } from './tableItems';
import type { Settings, Target } from './settings';
import type { Delivery } from './store';
import type { TargetStates } from './targetStates';
import { webhookMessageId } from './batchEvents';
import { channelOfTarget } from './webhook';

/**
 * Targets that hold events: these wait in the table for the next step of their target, which a run takes. The new
 * state and the messages of a step are one conditional write, of which one run at a time succeeds; the messages are
 * in the state until they are in the queue. A run that takes over the messages of one that died repeats them under
 * the same ids.
 */

export interface HoldingOptions extends Outlet {
	settings: Pick<Settings, 'targets' | 'routes' | 'inhibitions' | 'linkUrl'>;
	note: (sentence: string) => void;
	onQueued?: (count: number) => void;
}

/** Maximum number of new events of one step, and of messages that fall due by time. */
const PAGE = 100;
const MOST = 100;
/** Time for a run to put the messages of a step into the queue (ms). */
const BUSY_MS = MINUTE_MS;
const MOST_NOTES = 200;
/** Maximum size of a state in the table, which takes 400 KB with its messages (bytes). */
const LARGEST = 150_000;
const MOST_LISTED = 100;
const LONGEST_TITLE = 300;
const LINK_MS = DAY_MS;
/** Alerts of one link: as many as a silence can name. */
const MOST_LINKED = 100;
const DEFAULT_ESCALATION = 30;
/** Events that were just put may be missing in the index for a moment. */
export const AFTER_OFF_MS = 10 * MINUTE_MS;
/** Rules that hold nothing. */
export const NO_RULES = rulesOf({ most: 10_000 });

/** The rules of a target. */
function rulesFor(
	target: Target,
	{ inhibitions = [] }: HoldingOptions['settings'],
	silences: readonly StoredSilence[],
): Rules {
	const { escalateTo, escalateAfterMinutes = DEFAULT_ESCALATION } = target;
	const afterMs = escalateAfterMinutes * MINUTE_MS;
	const match = { severity: ['warning', 'critical'] };
	return rulesOfOptions(target, target.holdZone ?? 'UTC', {
		...{ most: MOST, inhibitions },
		silences: silences
			.filter(({ target: only = target.name }) => target.applySilences && only === target.name)
			.map(({ target: _, ...silence }) => silence),
		...(escalateTo !== undefined && { escalation: { afterMs, steps: 1, match } }),
	});
}

/** The targets that hold events, each with its rules; the silences are read only if one applies them. */
export async function heldTargets(
	settings: HoldingOptions['settings'],
	store: Pick<Store, 'held'>,
) {
	const targets = settings.targets.filter(({ holds }) => holds);
	const silences = targets.some((one) => one.applySilences) ? await store.held.silences() : [];
	return targets.map((target) => {
		return { name: target.name, target, rules: rulesFor(target, settings, silences) };
	});
}

/** Runs a step of the alert life of each target that holds events. */
export async function stepTargets(options: HoldingOptions): Promise<void> {
	const held = await heldTargets(options.settings, options.store);
	await inParallel(held, held.length, async (one) => await stepTarget(one, options));
}

/** Delivers what is held by targets whose options are off, and then forgets that they held events. */
export async function releaseFormer(states: TargetStates, options: HoldingOptions): Promise<void> {
	const { store, clock, settings } = options;
	for (const [name, { holdsSince }] of states) {
		const target = settings.targets.find((one) => one.name === name);
		if (holdsSince === undefined || target?.holds || name === OF_SUBSCRIPTIONS) continue;
		await stepTarget({ name, target, rules: NO_RULES }, options);
		const { batch } = await store.held.life(name);
		const now = clock.now();
		// A step without time has not looked at what waits.
		if (batch || now >= options.deadline) continue;
		await store.states.change(name, now, (known) => {
			const { holdsSince: since, holdsUntil = now + AFTER_OFF_MS, ...rest } = known;
			return now < holdsUntil ? { ...rest, holdsSince: since, holdsUntil } : rest;
		});
	}
}

interface Stepped {
	name: string;
	/** Undefined if the settings do not have it any more. */
	target?: Target;
	rules: Rules;
}

/** The data of an alert: the message of its event. */
interface Origin {
	message: string;
	source: string;
}
export const originOf = ({ data }: LifeAlert) => data as Origin;

/**
 * The steps of a target, until no event waits. With acknowledgements it takes one step, whose messages the next run
 * puts into the queue, and returns the answers.
 */
export async function stepTarget(
	stepped: Stepped,
	options: HoldingOptions,
	acknowledgements: readonly Acknowledgement[] = [],
): Promise<AckAnswer[]> {
	const { store, clock, deadline, note } = options;
	const { name } = stepped;
	const isRun = acknowledgements.length === 0;
	while (clock.now() < deadline) {
		const now = clock.now();
		const life = await store.held.life(name);
		const busy = { busyUntil: now + BUSY_MS };
		if (isRun && life.batch) {
			// The run that made them may still be alive.
			if ((life.busyUntil ?? 0) > now) break;
			const own = { ...life, ...busy };
			if (await store.held.moveLife(name, own)) await finish(name, own.version + 1, own, options);
			continue;
		}
		const page = isRun ? (await store.late(heldQueue(name), PAGE)).deliveries : [];
		const waiting = await store.held.waiting(name, page);
		const events = waiting.map(({ id: message, source, event }) => {
			const alert = lifeAlertOf(event, { message, source } satisfies Origin);
			return { ...alert, title: alert.title.slice(0, LONGEST_TITLE) };
		});
		const { failed, sent } = await failedIn(stepped, life, options);
		const input = { now, events, acknowledgements, failed };
		let result = lifeStep(stepped.rules, life.state, input);
		// More than the table can have is delivered.
		if (pack(result.state).length > LARGEST) result = lifeStep(NO_RULES, life.state, input);
		const { deliveries, held, state, answers, warnings } = result;
		const isSame = savedOf(life.state) === savedOf(state) && sameKeys(life.sent, sent);
		if (isRun && isSame && waiting.length === 0 && deliveries.length === 0) break;
		const messages = [
			...deliveries.flatMap((one) => messagesOf(stepped, one, { now, life, state }, options)),
			...waitingEnds(stepped, events, { now, life, result }),
		];
		const escalated =
			stepped.target?.escalateTo === undefined ? {} : latestMessages(name, messages);
		const isBatch = life.batch !== undefined || messages.length + waiting.length > 0;
		const notes = held.map((one) => noteOf(one, now)).reverse();
		const next: Life = {
			...{ version: life.version, state },
			...(isBatch && {
				batch: [...(life.batch ?? []), ...messages],
				taken: [...(life.taken ?? []), ...waiting.map(({ id, dueAt }) => ({ id, dueAt }))],
				busyUntil: isRun ? busy.busyUntil : life.busyUntil,
			}),
			held: [...notes, ...life.held].slice(0, MOST_NOTES),
			sent: stillFiring({ ...sent, ...escalated }, state),
		};
		if (!(await store.held.moveLife(name, next))) continue;
		for (const warning of warnings) note(`Target ${name}: ${warning}`);
		if (!isRun) return answers;
		if (isBatch) await finish(name, life.version + 1, next, options);
		if (page.length < PAGE) break;
	}
	if (!isRun) throw new HandlerError('TimedOut', 'There was no time left to acknowledge');
	return [];
}

const sameKeys = (one: object, other: object) =>
	Object.keys(one).join() === Object.keys(other).join();

/** The last messages about alerts that still fire, as long as they are being sent. */
function stillFiring(sent: Life['sent'], { alerts }: AlertLifeState): Life['sent'] {
	return Object.fromEntries(
		Object.entries(sent).filter(
			([key]) => Object.hasOwn(alerts, key) && !isResolved(alerts[key].latest),
		),
	);
}

/** The alerts whose latest message is a dead letter, and the messages that are still under way. */
async function failedIn({ name, target }: Stepped, { sent }: Life, { store }: HoldingOptions) {
	const keys = target?.escalateTo === undefined ? [] : Object.keys(sent);
	const ends = await store.held.ends(
		name,
		keys.map((key) => sent[key]),
	);
	const failed = keys.filter((key) => ends.get(sent[key]) === 'dead');
	const left = keys.filter((key) => !ends.has(sent[key]));
	return { failed, sent: Object.fromEntries(left.map((key) => [key, sent[key]])) };
}

function latestMessages(name: string, messages: readonly LifeMessage[]): Life['sent'] {
	const own = messages.filter(({ to }) => to === undefined);
	return Object.fromEntries(
		own.flatMap((one) =>
			one.delivery.alerts.map(({ alertKey }) => [alertKey, messageIdOf(name, one)]),
		),
	);
}

function noteOf({ alert, because }: { alert: LifeAlert; because: string }, at: number): HeldNote {
	const { id, event, severity, subject, title } = alert;
	return { at, id, event, severity, subject, title, because };
}

/** The messages of a delivery: an escalation, and the end of an alert that was escalated, go to the second target. */
function messagesOf(
	{ target }: Stepped,
	delivery: LifeDelivery,
	{ now, life, state }: { now: number; life: Life; state: AlertLifeState },
	{ settings: { linkUrl }, note }: HoldingOptions,
): LifeMessage[] {
	const { kind, alerts, text } = delivery;
	const to = target?.escalateTo;
	if (kind === 'summary' && target && channelOfTarget(target).incidents) {
		// It would open an incident that nothing ends.
		note(`Target ${target.name}: ${text}`);
		return [];
	}
	const isAlone = kind === 'event' || kind === 'escalation';
	const isLinked = linkUrl !== undefined && target?.applySilences && (isAlone || kind === 'group');
	const incidents = isLinked ? incidentsOf(alerts, state) : [];
	const message = {
		...{ at: now, delivery },
		...(incidents.length > 0 &&
			incidents.length <= MOST_LINKED && {
				link: { id: randomId(20), token: randomToken(), incidents },
			}),
		...(kind === 'escalation' && { to }),
	};
	const ended = alerts.filter((one) => isEscalatedEnd(one, life));
	return [message, ...(to === undefined ? [] : ended.map((one) => endTo(to, one, now)))];
}

/** The message of an end to the second target. */
function endTo(to: string, one: LifeAlert, now: number): LifeMessage {
	const { id, severity, title } = one;
	return { at: now, to, delivery: { kind: 'event', id, severity, title, alerts: [one] } };
}

/** True for the end of an alert that the second target was told of. */
function isEscalatedEnd(one: LifeAlert, { state }: Life): boolean {
	const alerts: AlertLifeState['alerts'] = state?.alerts ?? {};
	if (!isResolved(one) || !Object.hasOwn(alerts, one.alertKey)) return false;
	return (alerts[one.alertKey].delivered?.steps ?? 0) > 0;
}

/** Ends that wait in a group or a digest, which the state does not know any more: the second target is told at once. */
function waitingEnds(
	{ target }: Stepped,
	events: readonly LifeAlert[],
	{ now, life, result }: { now: number; life: Life; result: ReturnType<typeof lifeStep> },
): LifeMessage[] {
	const to = target?.escalateTo;
	if (to === undefined) return [];
	const sent = new Set(result.deliveries.flatMap(({ alerts }) => alerts.map(({ id }) => id)));
	const ended = events.filter(
		(one) =>
			isEscalatedEnd(one, life) &&
			!sent.has(one.id) &&
			!Object.hasOwn(result.state.alerts, one.alertKey),
	);
	const byKey = new Map(ended.map((one) => [one.alertKey, one]));
	return [...byKey.values()].map((one) => endTo(to, one, now));
}

/** The incidents of alerts that the state has, each once: it has those that fire. */
function incidentsOf(alerts: readonly LifeAlert[], state: AlertLifeState): Incident[] {
	return [...new Set(alerts.map(({ alertKey }) => alertKey))].flatMap((alertKey) => {
		const stored = state.alerts[alertKey] as AlertLifeState['alerts'][string] | undefined;
		return stored ? [{ alertKey, since: stored.since }] : [];
	});
}

/** True for an event that is sent as it is, under its own id; one that is delivered again has another. */
function isPlain({ delivery: { id, text, hides, alerts }, link }: LifeMessage): boolean {
	if (text !== undefined || hides || link) return false;
	const { message, source } = originOf(alerts[0]);
	return webhookMessageId(source, id) === message;
}

const messageIdOf = (name: string, message: LifeMessage) =>
	isPlain(message)
		? originOf(message.delivery.alerts[0]).message
		: webhookMessageId(`${OWN_SOURCE}:${name}`, message.delivery.id);

/** Puts the messages of a step into the queue, takes its events out of the index, and then forgets both. */
async function finish(
	name: string,
	version: number,
	{ batch = [], taken = [], ...life }: Life,
	options: HoldingOptions,
): Promise<void> {
	const { store, queue, clock, onQueued } = options;
	const deliveries: Delivery[] = [];
	for (const message of batch) deliveries.push(await deliveryOf(name, message, options));
	await queue.send(deliveries.map((delivery) => ({ delivery })));
	onQueued?.(deliveries.length);
	await inParallel(taken, 16, async (one) => {
		const given = { ...one, target: name } as Delivery;
		await store.queued.handedOver(given, heldQueue(name), clock.now());
	});
	const { busyUntil: _, ...rest } = life;
	if (await store.held.moveLife(name, { ...rest, version })) return;
	// An acknowledgement came in between: its messages stay.
	const { batch: all, taken: others, busyUntil: __, ...newest } = await store.held.life(name);
	const left = all?.slice(batch.length) ?? [];
	if (JSON.stringify(all?.slice(0, batch.length)) !== JSON.stringify(batch)) return;
	await store.held.moveLife(name, { ...newest, ...(left.length > 0 && { batch: left }) });
}

/** A message with its event, as the queue takes it. */
async function deliveryOf(
	name: string,
	message: LifeMessage,
	{ store, settings: { linkUrl, targets } }: HoldingOptions,
): Promise<Delivery> {
	const { at, to: target = name, delivery, link } = message;
	const { kind, alerts, text, hides } = delivery;
	const id = messageIdOf(name, message);
	const times = { attempts: 0, createdAt: at, dueAt: at };
	const isAlone = kind === 'event' || kind === 'escalation';
	const base = isAlone ? await store.events.get(originOf(alerts[0]).message) : undefined;
	if (base && isPlain(message)) {
		return { target, id, source: originOf(alerts[0]).source, event: base, ...times };
	}
	const url = link && `${linkUrl?.replace(/\/$/, '')}/?id=${link.id}&token=${link.token}`;
	if (link) {
		const { id: linkId, token, incidents } = link;
		const title = isAlone ? delivery.title : `${delivery.title}: ${text}`;
		const given = { target: name, incidents, title, digest: digestOf(token), until: at + LINK_MS };
		await store.held.putLink(linkId, given);
	}
	const words = [
		base?.data.text,
		text,
		hides ? `It hides ${many(hides, 'alert')} now.` : undefined,
		url && `Acknowledge or silence it: ${url}`,
	];
	const given = words.filter((one): one is string => typeof one === 'string' && one !== '');
	const receiver = targets.find((one) => one.name === target);
	const hasButton = receiver?.format === 'slack' && receiver.actionSecret !== undefined;
	const button = link && hasButton ? { acknowledge: link.id } : {};
	const event = eventOf(name, message, given.join(' '), base, button);
	await store.events.put(id, event, at);
	return { target, id, source: OWN_SOURCE, event, ...times };
}

/** The event of a message that is not one alert unchanged, such as a group or a digest. */
function eventOf(
	name: string,
	{ at, delivery: { kind, id, severity, title, alerts } }: LifeMessage,
	text: string,
	base: NetworkEvent | undefined,
	button: object,
): NetworkEvent {
	const isList = kind !== 'event' && kind !== 'escalation';
	const subjects = new Set(alerts.map(({ subject }) => subject));
	const heads = alerts.slice(0, MOST_LISTED).map(({ data: _, ...head }) => head);
	return headed(
		{
			...{ id, severity, title, text: text || title },
			event: isList ? `alerts.${kind}` : alerts[0].event,
			subject: subjects.size === 1 ? alerts[0].subject : name,
			occurredAt: base?.timestamp ?? new Date(at).toISOString(),
			url: typeof base?.data.url === 'string' ? base.data.url : null,
			alertKey: isList ? id : alerts[0].alertKey,
		},
		{ ...base?.data, ...(isList && { count: alerts.length, events: heads }), ...button },
	);
}
