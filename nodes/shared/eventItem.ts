import type { IDataObject } from 'n8n-workflow';
import { type EventDeclaration, eventTypesOf } from '../../core/events/declare';
import { eventColumns, shapeOf } from '../../core/events/eventColumns';
import { present, simplify } from '../../core/fields/present';
import { outputFrom } from './outputFields';
import type { Parameters } from './parameters';

/**
 * Returns the function that converts the data of an event to an item by the form: flat items always
 * have their columns, others those of Simplify unless it is off. Throws `Failure` for an option
 * that breaks its rule.
 */
export function eventItemOf(
	event: EventDeclaration,
	settings: unknown,
	parameters: Parameters,
): ToItem {
	if (event.watched) return watchItemOf(event, settings, parameters);
	const { output, columns, input } = shapeOf(event, settings);
	const selected = outputFrom(parameters);
	const simple = event.columns === undefined || (selected.simplify ?? true);
	const how = selected.how(simple);
	return (data) =>
		(simple
			? simplify(columns, data, how, input)
			: present(output, data, how, input)) as IDataObject;
}

type ToItem = (data: Record<string, unknown>) => IDataObject;

/** The item function of a watch: each item has the columns of its own event. */
function watchItemOf(
	{ watched, output }: EventDeclaration,
	settings: unknown,
	parameters: Parameters,
): ToItem {
	const byType = new Map<unknown, ToItem>();
	for (const one of watched?.settingsOf(settings) ?? []) {
		if (!one.settings) continue;
		const toItem = eventItemOf(one.event, one.settings, parameters);
		for (const type of eventTypesOf(one.event)) byType.set(type, toItem);
	}
	const columns = eventColumns(output, []);
	// The form is checked, whatever the selected events are.
	const how = outputFrom(parameters).how(true);
	return (data) => {
		const toItem = byType.get(data.event);
		return toItem?.(data) ?? (simplify(columns, data, how) as IDataObject);
	};
}
