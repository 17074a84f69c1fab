import type { INodeProperties } from 'n8n-workflow';
import type { EventDeclaration } from '../../core/events/declare';
import { parseFields } from '../../core/fields/fieldSet';
import { type Parameters, inputFromParameters } from '../shared/parameters';
import { presentationOptions } from '../shared/presentation';
import { locatedIn } from '../shared/fieldProperties';
import { filtersOf, mainProperties, optionsOf } from '../shared/properties';
import { maxEvents, retries, timeoutSeconds } from './options';

/** The forms of declared events, and their settings: both are derived from the field sets. */

/** The parameters of all declared events, each shown for its event. */
export function declaredProperties(events: readonly EventDeclaration[]): INodeProperties[] {
	return events.flatMap((event) => {
		const fields = locatedIn(event.fields);
		const show = { event: [event.value] };
		const common = [...presentationOptions(event.output), maxEvents, retries, timeoutSeconds];
		return [
			...mainProperties(fields, show),
			...[...filtersOf(fields), optionsOf(fields, common)].map((property) => ({
				...property,
				displayOptions: { show },
			})),
		];
	});
}

/** The settings of a declared event from its form. Throws `Failure` that names the field. */
export function declaredSettings(
	event: EventDeclaration,
	parameters: Parameters,
): Record<string, unknown> {
	return parseFields(
		event.fields,
		inputFromParameters(event.fields, parameters),
		'avalancheTrigger',
	);
}
