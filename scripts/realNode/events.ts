import {
	type Clock,
	eventDeclarations,
	type EventSource,
	type HealthSettings,
	healthSource,
	isFailure,
	type NetworkEvent,
	parseFields,
	type PollContext,
} from '../../core';
import type { Asker } from './ask';
import { eventUses, type EventUse } from './eventUses';
import type { Facts } from './facts';
import { spelledValuesIn } from './leaves';
import { rawJson } from './raw';

/** Polls the events that a node alone serves, and compares what they tell with what the node said. */

export interface PolledEvent {
	event: string;
	note: string;
	/** Events of the first poll and samples. */
	told: number;
	/** Why nothing was told, where the node is not ready for the check. */
	notReady?: string;
	findings: string[];
}

const POLL_MS = 60_000;
const SAMPLES = 5;
/** Events of a health check have their settings as they are. */
const HEALTH: EventSource<HealthSettings> = healthSource;

function sourceOf({ event, settings }: EventUse): [EventSource<unknown>, unknown] {
	if (event === 'health') return [HEALTH as EventSource<unknown>, settings];
	const declaration = eventDeclarations.find(({ value }) => value === event);
	if (!declaration) throw new Error(`There is no event ${event}`);
	return [declaration.source, parseFields(declaration.fields, settings, event)];
}

/** Values of columns that the node did not say. */
function unsaid(events: readonly NetworkEvent[], { said }: EventUse, asker: Asker): string[] {
	const values = new Set(
		asker.taken().flatMap(({ response }) => {
			try {
				return spelledValuesIn(rawJson(response.text));
			} catch {
				return [];
			}
		}),
	);
	return events.flatMap(({ data }) =>
		said.flatMap((column) => {
			const value = data[column];
			if (value === undefined || value === null) return [];
			const [spelled] = spelledValuesIn(value);
			return values.has(spelled) ? [] : [`${column} ${spelled} is not what the node said`];
		}),
	);
}

async function pollOne(use: EventUse, asker: Asker, clock: Clock): Promise<PolledEvent> {
	const polled: PolledEvent = { event: use.event, note: use.note, told: 0, findings: [] };
	const context = (): PollContext => ({
		client: asker.client,
		clock,
		deadline: clock.now() + POLL_MS,
		maxEvents: 1000,
		maxPages: 100,
	});
	try {
		const [source, given] = sourceOf(use);
		const settings = use.from === undefined ? given : { ...(given as object), startFrom: use.from };
		asker.taken();
		const first = await source.poll(settings, undefined, context());
		// The sample of an event that is not there now is made up.
		const samples = use.sampled ? await source.sample(settings, context(), SAMPLES) : [];
		polled.findings.push(...unsaid([...first.events, ...samples], use, asker));
		const second = await source.poll(settings, first.state, context());
		const known = new Set(first.events.map(({ id }) => id));
		const repeated = second.events.filter(({ id }) => known.has(id));
		if (repeated.length > 0) polled.findings.push(`${repeated.length} events came twice`);
		polled.told = first.events.length + samples.length;
		if (use.fires && polled.told === 0) polled.findings.push('it told nothing');
	} catch (error) {
		if (isFailure(error) && error.kind === 'unavailable') polled.notReady = error.message;
		else if (isFailure(error)) polled.findings.push(`${error.kind}: ${error.message}`);
		else polled.findings.push(`an error of no kind: ${String(error)}`);
	}
	return polled;
}

/** Polls every event twice with settings for what the node has. */
export async function pollEvents(
	facts: Facts,
	asker: Asker,
	clock: Clock,
	say: (line: string) => void = () => {},
): Promise<PolledEvent[]> {
	const all: PolledEvent[] = [];
	for (const use of eventUses(facts)) {
		say(`event ${use.event} ${use.note}`);
		all.push(await pollOne(use, asker, clock));
	}
	return all;
}
