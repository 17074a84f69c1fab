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
			...(event.ownNode ? [ownNodeNotice(show, event.ownNode)] : []),
			...mainProperties(fields, show),
			...[...filtersOf(fields), optionsOf(fields, common)].map((property) => ({
				...property,
				displayOptions: { show },
			})),
		];
	});
}

/**
 * Tells at the top of a form that the event needs a node of one's own. A form cannot read its
 * credential, so the notice names the field to check.
 */
export function ownNodeNotice(
	show: Record<string, string[]>,
	when: NonNullable<EventDeclaration['ownNode']>,
): INodeProperties {
	const values = when === true ? {} : { [when.field]: [...when.values] };
	return {
		displayName:
			'This needs a node of your own: open the credential and check that <b>Node URL</b> leads to it. With the default Node URL, a public endpoint, the workflow cannot be published.',
		name: 'ownNodeNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { ...show, ...values } },
	};
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
