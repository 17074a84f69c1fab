import type { INodeProperties } from 'n8n-workflow';
import type { EventDeclaration } from '../../core/events/declare';
import { canReplay } from '../../core/events/replay';
import { type FieldSet, infoOf, parseFields } from '../../core/fields/fieldSet';
import { type Parameters, inputFromParameters, parameterAt } from '../shared/parameters';
import { presentationOptions } from '../shared/presentationOptions';
import { eventFields } from '../shared/eventFields';
import { type Located, locatedIn, optionalProperty } from '../shared/fieldProperties';
import { filtersOf, mainProperties, optionsOf, simplifyProperty } from '../shared/properties';
import type { ChosenForm } from '../shared/sharedProperties';
import { deliveryFields, pollFields } from './fields';
import { holdFields } from '../../core/alertLife/holdFields';
import { retries, timeoutSeconds } from './options';

/** The forms of events, and their settings: both are derived from the field sets. */

/** The parameters of each event. */
export function eventForms(events: readonly EventDeclaration[]): ChosenForm[] {
	return events.map((event) => {
		const fields = eventFields(event);
		const common = [
			...presentationOptions(event.output),
			...fields.filter(({ info }) => info.wasOption).map(formerOption),
			...pollOptions(event),
			retries,
			timeoutSeconds,
		];
		const properties = [
			...(event.ownNode ? [ownNodeNotice(event.ownNode)] : []),
			...(event.watched?.ownNode.length ? [leftOutNotice(event.watched.ownNode)] : []),
			...mainProperties(fields),
			...filtersOf(fields),
			...(event.columns ? [simplifyProperty] : []),
			optionsOf(fields, common),
		];
		return { chosen: { event: event.value }, properties };
	});
}

/** The same property, shown for these values of other fields. */
function shownOnlyFor(property: INodeProperties, show: Record<string, string[]>): INodeProperties {
	return Object.keys(show).length > 0 ? { ...property, displayOptions: { show } } : property;
}

/** Options for the limits of a poll and for deliveries; some are only for lists that grow. */
function pollOptions(event: EventDeclaration): INodeProperties[] {
	return [
		...locatedIn(pollFields as unknown as FieldSet).filter(
			({ key }) =>
				(key !== 'maxPages' || (event.watched?.events ?? [event]).some(canReplay)) &&
				(key !== 'pollAtOnce' || event.subscriptions !== undefined),
		),
		...locatedIn(deliveryFields as unknown as FieldSet),
		...locatedIn(holdFields as unknown as FieldSet),
	].map(optionalProperty);
}

/** The option that nodes of version 1 have instead of the field. */
function formerOption(field: Located): INodeProperties {
	return { ...optionalProperty(field), displayOptions: { show: { '@version': [1] } } };
}

/**
 * The notice at the top of a form that the event needs the user's own node. A form cannot read its
 * credential, so the notice names the field to check.
 */
function ownNodeNotice(when: NonNullable<EventDeclaration['ownNode']>): INodeProperties {
	const notice: INodeProperties = {
		displayName:
			'This needs a node of your own: open the credential and check that <b>Node URL</b> leads to it. With the default Node URL, a public endpoint, the workflow cannot be published.',
		name: 'ownNodeNotice',
		type: 'notice',
		default: '',
	};
	return shownOnlyFor(notice, when === true ? {} : { [when.field]: [...when.values] });
}

/** The notice that names the events of a watch that are left out with a public endpoint. */
function leftOutNotice(events: readonly EventDeclaration[]): INodeProperties {
	const names = events.map(({ name }) => name).join(', ');
	return {
		displayName: `These events need a node of your own, and are left out while <b>Node URL</b> in the credential is a public endpoint: ${names}`,
		name: 'leftOutNotice',
		type: 'notice',
		default: '',
	};
}

/** The settings of an event from its form. Throws `Failure` that names the field. */
export function declaredSettings(
	event: EventDeclaration,
	parameters: Parameters,
): Record<string, unknown> {
	const input = inputFromParameters(event.fields, parameters);
	for (const key of event.fields.keys) {
		const info = infoOf(event.fields, key);
		if (!info.wasOption) continue;
		const option = parameterAt(parameters, 'options', key, info);
		// The default in the form equals that of the event: without the field, a workflow's state
		// remains valid.
		const entered = input[key] === info.default ? undefined : input[key];
		if (option !== undefined) input[key] = option;
		else if (entered === undefined) delete input[key];
	}
	return parseFields(event.fields, input, 'avalancheTrigger');
}
