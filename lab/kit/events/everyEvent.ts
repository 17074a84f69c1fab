import { parseFields } from '../../../core';
import type { EventSource } from '../../../core/events/event';
import type { Control, World } from '../../../emulator';
import { type EventCase, eventCases, nameOf } from './case';

/** All events by their cases, as sources with parsed settings. */

type Act = (control: Control, world: World) => unknown;

/** An event, and what brings it to tell something. */
export interface PolledEvent {
	value: string;
	name: string;
	source: EventSource<unknown>;
	settings(world: World): unknown;
	prepare?: Act;
	steps: Act[];
	/** The number of events that read: several in a watch. */
	readers(settings: unknown): number;
}

function ofCase(given: EventCase): PolledEvent {
	const { event, prepare, steps, settings } = given;
	return {
		value: event.value,
		name: nameOf(given),
		source: event.source as EventSource<unknown>,
		settings: (world) => parseFields(event.fields, settings(world), 'test'),
		prepare,
		steps: steps.map(({ act }) => act),
		readers: (parsed) => event.watched?.settingsOf(parsed).length ?? 1,
	};
}

export const EVERY_EVENT: readonly PolledEvent[] = eventCases.map(ofCase);
