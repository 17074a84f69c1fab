import type { IDataObject } from 'n8n-workflow';
import { markOf } from '../../core/events/event';
import type { EventMark, EventName } from './eventMark';

/**
 * The events that a workflow may not have confirmed. A poll cannot read what n8n's database has recorded,
 * so it delivers each event a fixed number of times, and then an item that gives it up; the executions
 * drop what is confirmed.
 */

/** Deliveries of an event. */
export const DELIVERIES = 5;
/** Deliveries of an item that gives up events: their executions can be killed as well. */
export const NOTICES = 3;
/** Factor by which the time until the next delivery grows. */
const GROWTH = 3;

/** Maximum number of events that wait; polls read no further ones until there is room. */
export const MOST_WAITING = 2_000;
/**
 * Maximum number of events on assets that are not known. Anybody can cause them, so they have a list of
 * their own: polls go on when it is full, and its oldest events are given up.
 */
export const MOST_FOREIGN = 500;

/** An event to deliver again, or the given-up events of one poll. */
export interface WaitingEvent extends EventName, Pick<EventMark, 'holdable' | 'showHeld'> {
	/** The item; none for given-up events, whose item the execution makes. */
	item?: IDataObject;
	/** The names by which the database records the event as delivered. */
	ids?: string[];
	/** True if the event is a baseline, in case this is the first start of the trigger. */
	first?: true;
	/** The events that are given up. */
	givesUp?: EventName[];
	/** True if these are events on assets that are not known, for which there is no room. */
	foreign?: true;
	/** Deliveries so far. */
	sent: number;
	/** Time of the next one (ms). */
	due: number;
}

/**
 * The time after a delivery at which the next one is due (ms). It is rounded up to a multiple of the
 * interval, so that the events of several polls are delivered by one execution.
 */
export function dueAfter(now: number, sent: number, firstMs: number): number {
	const interval = firstMs * GROWTH ** (sent - 1);
	return Math.ceil((now + interval) / interval) * interval;
}

const FOREIGN = 'unconfirmed:foreign:';

/** Given-up events as an entry that is due. */
function giveUp(
	events: readonly WaitingEvent[],
	now: number,
	prefix = 'unconfirmed:',
): WaitingEvent {
	const givesUp = events.map(({ id, title, occurredAt }) => ({ id, title, occurredAt }));
	return {
		id: `${prefix}${markOf(JSON.stringify(givesUp))}`,
		title: '',
		occurredAt: new Date(now).toISOString(),
		givesUp,
		sent: 0,
		due: now,
	};
}

const isForeign = ({ item, foreign }: WaitingEvent) => foreign === true || item?.known === false;

/** The number of further events that can wait, without those on assets that are not known. */
export function roomIn(waiting: readonly WaitingEvent[]): number {
	return MOST_WAITING - waiting.filter((entry) => !isForeign(entry)).length;
}

/** The entries without the oldest ones on unknown assets beyond `MOST_FOREIGN`: an entry gives these up. */
export function bounded(
	all: readonly WaitingEvent[],
	now: number,
	firstMs: number,
): { waiting: WaitingEvent[]; givenUp: WaitingEvent[] } {
	const foreign = all.filter((entry) => isForeign(entry) && !entry.givesUp);
	const over = new Set(foreign.slice(0, Math.max(0, foreign.length - MOST_FOREIGN)));
	if (over.size === 0) return { waiting: [...all], givenUp: [] };
	const givenUp: WaitingEvent = { ...giveUp([...over], now, FOREIGN), foreign: true };
	const rest = all.filter((entry) => !over.has(entry));
	return { waiting: [...rest, sentAt(givenUp, now, firstMs)], givenUp: [givenUp] };
}

/** The entries that a poll delivers again. */
export interface Again {
	/** The entries to deliver, the oldest first, those on assets that are not known last. */
	deliver: WaitingEvent[];
	/** The entries that wait after the poll. */
	waiting: WaitingEvent[];
}

/**
 * The deliveries that are due, at most `most` of them, and what waits then. `firstMs` is the time from the
 * first delivery of an event to the second one. Events that were delivered for the last time become
 * given-up ones; an item with those is left out after its last delivery.
 */
export function dueAgain(
	all: readonly WaitingEvent[],
	now: number,
	firstMs: number,
	most = Infinity,
): Again {
	const isDue = ({ due }: WaitingEvent) => due <= now;
	const over = all.filter((entry) => isDue(entry) && !entry.givesUp && entry.sent >= DELIVERIES);
	const going = all.filter((entry) => !over.includes(entry));
	if (over.length > 0) going.push(giveUp(over, now));
	const due = going.filter(isDue);
	const [known, foreign] = [false, true].map((of) => due.filter((one) => isForeign(one) === of));
	const deliver = [...known, ...foreign].slice(0, most);
	const delivered = new Set(deliver);
	const waiting = going.map((entry) =>
		delivered.has(entry) ? sentAt(entry, now, firstMs) : entry,
	);
	return { deliver, waiting: waiting.filter(({ givesUp, sent }) => !givesUp || sent < NOTICES) };
}

/** The entry after a delivery. */
export function sentAt(entry: WaitingEvent, now: number, firstMs: number): WaitingEvent {
	const sent = entry.sent + 1;
	return { ...entry, sent, due: dueAfter(now, sent, firstMs) };
}

const MOST_TITLES = 10;

/** The item that names given-up events, with the columns that all events have. */
export function givenUpItem(
	{ id, occurredAt }: Pick<WaitingEvent, 'id' | 'occurredAt'>,
	events: readonly EventName[],
	trigger: string,
): IDataObject {
	const count = events.length === 1 ? '1 event was' : `${events.length} events were`;
	const titles = events.slice(0, MOST_TITLES).map(({ title }) => title);
	const rest = events.length > MOST_TITLES ? `; and ${events.length - MOST_TITLES} more` : '';
	return {
		title: `${count} not confirmed`,
		severity: 'warning',
		subject: trigger,
		occurredAt,
		text: `${id.startsWith(FOREIGN) ? `More than ${MOST_FOREIGN} events on unknown assets wait for confirmation. Given up are` : `No execution confirmed, in ${DELIVERIES} deliveries`}: ${titles.join('; ')}${rest}. They are not delivered again.`,
		givenUp: events.map((event) => ({ ...event })),
		id,
		event: 'delivery.givenUp',
		url: null,
		alertKey: id,
	};
}
