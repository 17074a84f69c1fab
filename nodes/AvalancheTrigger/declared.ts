import type { INodeProperties } from 'n8n-workflow';
import type { EventDeclaration } from '../../core/events/declare';
import type { FieldInfo } from '../../core/fields/field';
import { parseFields } from '../../core/fields/fieldSet';
import { inputFromParameters } from '../shared/parameters';
import { presentationOptions } from '../shared/presentation';
import {
	collectedProperty,
	fieldProperty,
	inOrder,
	locatedIn,
	shownFor,
} from '../shared/properties';
import { maxEvents, retries, timeoutSeconds } from './options';

/** The forms of declared events, and their settings: both are made from the field sets. */

/** The parameters of all declared events, each shown for its event. */
export function declaredProperties(events: readonly EventDeclaration[]): INodeProperties[] {
	return events.flatMap((event) => {
		const fields = locatedIn(event.fields);
		const shown = (...shows: Array<FieldInfo['show']>) =>
			fields.filter(({ info }) => shows.includes(info.show));
		const main = shown('main');
		const required = main.filter(({ info }) => info.required);
		const others = main.filter(({ info }) => !info.required);
		const filters = shown('filter').map(collectedProperty);
		const own = shown('option').map(collectedProperty);
		const common = [...presentationOptions(event.output), maxEvents, retries, timeoutSeconds];
		return [
			...[...required, ...others].map(({ key, info }) =>
				shownFor(fieldProperty({ key, info }), info, { event: [event.value] }),
			),
			...(filters.length > 0 ? [collection('Filters', 'filters', filters, event)] : []),
			collection('Options', 'options', inOrder([...own, ...common]), event),
		];
	});
}

/** The settings of a declared event from its form. Throws `Failure` that names the field. */
export function declaredSettings(
	event: EventDeclaration,
	parameter: (name: string, fallback?: unknown) => unknown,
): Record<string, unknown> {
	return parseFields(
		event.fields,
		inputFromParameters(event.fields, { parameter }),
		'avalancheTrigger',
	);
}

function collection(
	displayName: 'Filters' | 'Options',
	name: string,
	options: INodeProperties[],
	{ value }: EventDeclaration,
): INodeProperties {
	return {
		displayName,
		name,
		type: 'collection',
		placeholder: `Add ${displayName.slice(0, -1)}`,
		default: {},
		displayOptions: { show: { event: [value] } },
		options,
	};
}
