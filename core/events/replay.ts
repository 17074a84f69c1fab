import { field } from '../fields/field';
import { fieldSet, parseFields } from '../fields/fieldSet';
import { timestamp } from '../fields/moments';
import { startNotAfterEnd } from '../fields/rules';
import { isoSeconds } from '../formats/time';
import type { EventDeclaration } from './declare';
import type { NetworkEvent, PollContext } from './event';

/**
 * Replays a period of an event: returns what a trigger or the notify function lost, with the same
 * filters and ids.
 */

/** Settings that only polls have. */
const OF_POLLS = new Set(['startFrom', 'startBlock', 'overlapSeconds', 'overlapBlocks']);

/** The period: Unix seconds, both inclusive. */
export const PERIOD = fieldSet(
	{
		since: field(timestamp(), {
			in: 'form',
			label: 'Since',
			description: 'Start of the period (inclusive): a date-time or Unix seconds',
			placeholder: '2026-09-01T00:00:00Z',
		}),
		until: field(timestamp().optional(), {
			in: 'form',
			label: 'Until',
			description: 'End of the period (inclusive): a date-time or Unix seconds; now by default',
			placeholder: '2026-09-02T00:00:00Z',
			show: 'main',
		}),
	},
	startNotAfterEnd(['since', 'Since'], ['until', 'Until'], isoSeconds),
);

/** True of events of lists that grow. */
export function canReplay({ source }: EventDeclaration): boolean {
	return source.replay !== undefined;
}

/** The keys of the fields that a replay has: those that select items. */
export function replayKeys({ fields }: EventDeclaration): string[] {
	return fields.keys.filter((key) => !OF_POLLS.has(key));
}

/**
 * The events of a period, oldest first, page by page. `period` and `settings` are checked; throws
 * `Failure`.
 */
export async function* replay(
	event: EventDeclaration,
	given: { period: unknown; settings: unknown },
	context: PollContext,
): AsyncGenerator<NetworkEvent[]> {
	const subject = `replay.${event.value}`;
	const { since, until } = parseFields(PERIOD, given.period, subject);
	const settings: unknown = parseFields(event.fields, given.settings, subject);
	const period = { from: since, until: until ?? Math.floor(context.clock.now() / 1000) };
	yield* event.source.replay?.(settings, period, context) ?? [];
}
