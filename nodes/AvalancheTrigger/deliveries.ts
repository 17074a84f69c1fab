import {
	deepCopy,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { Failure } from '../../core/failure';
import { type Parameters, valuesOf } from '../shared/parameters';
import type { EventMark, EventName } from './eventMark';
import type { Outgoing } from './holding';
import { deliveryFields } from './fields';
import { type WaitingEvent, givenUpItem, sentAt } from './unconfirmed';

/**
 * The time from the first delivery of an event to the second one (ms), with the option Deliver until
 * Confirmed; nothing if it is off. Throws `Failure` if the workflow has no operation that
 * confirms: each event would be delivered several times, and given up.
 */
export function repeatsAfter(
	context: Pick<IPollFunctions, 'getNode' | 'getChildNodes'>,
	parameters: Parameters,
): number | undefined {
	const { untilConfirmed = false, repeatAfterMinutes = 5 } = valuesOf(deliveryFields, parameters);
	if (!untilConfirmed) return undefined;
	const after = context.getChildNodes(context.getNode().name, { includeNodeParameters: true });
	const confirms = after.some(
		({ type, disabled, parameters: { resource, operation } = {} }) =>
			!disabled && type.endsWith('.avalanche') && resource === 'event' && operation === 'confirm',
	);
	if (!confirms) {
		const message =
			'"Deliver until Confirmed" (untilConfirmed) must be used with the operation Event: Confirm of the node Avalanche, which is not in this workflow after the trigger';
		throw new Failure({ kind: 'invalid-input', message, field: 'untilConfirmed' });
	}
	return repeatAfterMinutes * 60_000;
}

/** A new event with its item, as it waits after its first delivery. */
export function waitingOf(
	{ id, timestamp, json, mark: { ids, first, holdable, showHeld } }: Outgoing,
	now: number,
	firstMs: number,
): WaitingEvent {
	const { title = id, occurredAt = timestamp } = json as Partial<EventName>;
	const entry: WaitingEvent = { id, title, occurredAt, item: json, ids, sent: 0, due: now };
	const own = {
		...(first && { first }),
		...(holdable && { holdable }),
		...(showHeld && { showHeld }),
	};
	return sentAt({ ...entry, ...own }, now, firstMs);
}

/** An entry as an item of the poll. */
export function markedAgain(entry: WaitingEvent, trigger: string): INodeExecutionData {
	const { id, item, ids = [], first, givesUp, holdable, showHeld } = entry;
	const mark: EventMark = {
		ids,
		confirm: id,
		...(first && { first }),
		...(givesUp && { givesUp }),
		...(holdable && { holdable }),
		...(showHeld && { showHeld }),
	};
	const json = item ? deepCopy(item) : givenUpItem(entry, givesUp ?? [], trigger);
	return { json, event: mark as unknown as IDataObject };
}
