import {
	type Clock,
	type EventSource,
	isFailure,
	type NetworkEvent,
	parseFields,
	type PollContext,
} from '../../../core';
import { type EventRoom, eventRooms, type NodeUse } from '../../kit/events/case';
import type { Asker } from '../../kit/operations/ask';
import type { Facts } from './drawing';
import { spelledValuesIn } from './leaves';
import { rawJson } from './raw';

/** Polls the events that a node alone serves, and compares what they tell with what the node said. */

export interface PolledEvent {
	event: string;
	note: string;
	/** Events of the first poll and samples. */
	items: number;
	/** Reason why nothing was reported, if the node is not ready for the check. */
	notReady?: string;
	findings: string[];
}

interface Polling {
	facts: Facts;
	asker: Asker;
	clock: Clock;
	/** The event with a fault. */
	change?(source: EventSource<never>): EventSource<never>;
}

const POLL_MS = 60_000;
const NOTHING = 'it told nothing';
const SAMPLES = 5;

/** Values of columns that the node did not say. */
function unsaid(events: readonly NetworkEvent[], use: NodeUse, asker: Asker): string[] {
	const { said, made = {} } = use;
	const answers = asker.taken().flatMap(({ response }) => {
		try {
			return [rawJson(response.text)];
		} catch {
			return [];
		}
	});
	const values = new Set(answers.flatMap((one) => spelledValuesIn(one)));
	const columns = Object.entries({
		...Object.fromEntries(said.map((one) => [one, null])),
		...made,
	});
	return events.flatMap(({ data }) =>
		columns.flatMap(([column, make]) => {
			const value = data[column];
			if (value === undefined || value === null) return [];
			const [spelled] = spelledValuesIn(value);
			const isSaid = make ? make(answers) === value : values.has(spelled);
			return isSaid ? [] : [`${column} ${spelled} is not what the node said`];
		}),
	);
}

async function pollOne(
	{ event: { value, source: declared, fields } }: EventRoom,
	use: NodeUse,
	{ facts, asker, clock, change = (source) => source }: Polling,
): Promise<PolledEvent> {
	const source = change(declared);
	const polled: PolledEvent = { event: value, note: use.note ?? '', items: 0, findings: [] };
	const context = (): PollContext => ({
		client: asker.client,
		clock,
		deadline: clock.now() + POLL_MS,
		maxEvents: 1000,
		maxPages: 100,
	});
	try {
		const given: object = parseFields(fields, use.settings(facts), value);
		const settings = (use.from ? { ...given, startFrom: use.from(facts) } : given) as never;
		asker.taken();
		const first = await source.poll(settings, undefined, context());
		// The sample of an event that is not there now is made up.
		const samples = use.sampled ? await source.sample(settings, context(), SAMPLES) : [];
		polled.findings.push(...unsaid([...first.events, ...samples], use, asker));
		const second = await source.poll(settings, first.state, context());
		const known = new Set(first.events.map(({ id }) => id));
		const repeated = second.events.filter(({ id }) => known.has(id));
		if (repeated.length > 0) polled.findings.push(`${repeated.length} events came twice`);
		polled.items = first.events.length + samples.length;
		const fires = typeof use.fires === 'function' ? use.fires(facts) : use.fires;
		if (fires && polled.items === 0) polled.findings.push(NOTHING);
	} catch (error) {
		if (isFailure(error) && error.kind === 'unavailable') polled.notReady = error.message;
		else if (isFailure(error)) polled.findings.push(`${error.kind}: ${error.message}`);
		else polled.findings.push(`an error of no kind: ${String(error)}`);
	}
	return polled;
}

/** Seconds between two polls of an event that is not ready. */
const AGAIN = 15;

/**
 * Polls every event twice with settings for what the node has. Those that are not ready, or have nothing to
 * tell yet, are polled again until they are, for `patience` seconds in all.
 */
export async function pollEvents({
	say = () => {},
	only = '',
	patience = 0,
	...polling
}: Polling & {
	say?: (line: string) => void;
	only?: string;
	patience?: number;
}): Promise<PolledEvent[]> {
	const { facts, clock } = polling;
	const uses = eventRooms
		.filter(({ event }) => event.value.includes(only))
		.flatMap((room) => room.realNode.map((use) => ({ room, use })))
		.filter(({ use: { needs = [] } }) => needs.every((fact) => fact in facts));
	const polls = uses.map(({ room, use }) => async () => {
		say(`event ${room.event.value} ${use.note ?? ''}`);
		return await pollOne(room, use, polling);
	});
	const all: PolledEvent[] = [];
	for (const poll of polls) all.push(await poll());
	const end = clock.now() + patience * 1000;
	const isOpen = ({ notReady, findings }: PolledEvent) =>
		notReady !== undefined || findings.includes(NOTHING);
	while (all.some(isOpen) && clock.now() < end) {
		await clock.sleep(AGAIN * 1000);
		for (const [at, polled] of all.entries()) {
			if (isOpen(polled)) all[at] = await polls[at]();
		}
	}
	return all;
}
