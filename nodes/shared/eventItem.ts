import type { IDataObject } from 'n8n-workflow';
import type { EventDeclaration } from '../../core/events/declare';
import { shapeOf } from '../../core/events/eventColumns';
import { present, simplify } from '../../core/fields/present';
import { outputFrom } from './outputFields';
import type { Parameters } from './parameters';
import { presentationOf } from './presentation';

/**
 * Returns the function that converts the data of an event to an item by the form: flat items always
 * have their columns, others those of Simplify unless it is off. Throws `Failure` for an option
 * that breaks its rule.
 */
export function eventItemOf(
	event: EventDeclaration,
	settings: unknown,
	parameters: Parameters,
): (data: Record<string, unknown>) => IDataObject {
	const { output, columns, input } = shapeOf(event, settings);
	const simple = event.columns === undefined || (outputFrom(parameters).simplify ?? true);
	const how = presentationOf(parameters, simple);
	return (data) =>
		(simple
			? simplify(columns, data, how, input)
			: present(output, data, how, input)) as IDataObject;
}
