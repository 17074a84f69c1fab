import { type INodeProperties, cronNodeOptions } from 'n8n-workflow';
import type { FieldSet } from '../../core/fields/fieldSet';
import type { InstantEvent } from '../../core/webhooks/instantEvent';
import { instantEvents } from '../../core/subjects/events/allInstant';
import { pollFields } from '../AvalancheTrigger/fields';
import { retries, timeoutSeconds } from '../AvalancheTrigger/options';
import { locatedIn, optionalProperty } from '../shared/fieldProperties';
import { eventMenu } from '../shared/menu';
import { presentationOptions } from '../shared/presentationOptions';
import { filtersOf, mainProperties, optionsOf, simplifyProperty } from '../shared/properties';
import { type ChosenForm, sharedProperties } from '../shared/sharedProperties';
import { searchMethods } from '../shared/searchMethods';
import { subtitleOf } from '../shared/subtitle';
import { webhookFields } from './fields';

/** The form of the node, made from the events that webhooks report. */

const event: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: eventMenu(instantEvents).map((one) => ({ ...one, action: `${one.action}, at once` })),
	default: 'transfer',
};

const output: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Items',
			value: 'items',
			description: 'One item per event, with the columns of the same event of Avalanche Trigger',
		},
		{
			name: 'Raw',
			value: 'raw',
			description: 'The message as the service sent it; a lost message cannot be had again',
		},
	],
	default: 'items',
	description: 'What each item of the output contains',
};

/** The name that n8n reads; the node sets its own interval, which `polling` would not allow. */
const checks: INodeProperties = {
	displayName: 'Check Webhook',
	name: 'pollTimes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Check Time' },
	default: { item: [{ mode: 'everyX', value: 10, unit: 'minutes' }] },
	description:
		'When to check that the webhook is active, to repair it, and to read events whose message was lost',
	placeholder: 'Add Check Time',
	options: cronNodeOptions,
};

/** The parameters of one event. */
export function instantForm({ value, fields, items, polled }: InstantEvent): ChosenForm {
	const located = locatedIn(fields, 'data');
	const limits = locatedIn(pollFields as unknown as FieldSet).filter(() => polled !== undefined);
	const common = [
		...presentationOptions(items.output),
		...[...limits, ...locatedIn(webhookFields as unknown as FieldSet)].map(optionalProperty),
		retries,
		timeoutSeconds,
	];
	const notice: INodeProperties = {
		displayName:
			'No list of the service has these events: a message that is lost cannot be had again.',
		name: 'lostNotice',
		type: 'notice',
		default: '',
	};
	const simplify = { ...simplifyProperty, displayOptions: { show: { output: ['items'] } } };
	const properties = [
		...(polled ? [] : [notice]),
		...mainProperties(located),
		...filtersOf(located),
		output,
		...(items.columns ? [simplify] : []),
		checks,
		optionsOf(located, common),
	];
	return { chosen: { event: value }, properties };
}

export const webhookTriggerProperties: INodeProperties[] = [
	event,
	...sharedProperties(instantEvents.map(instantForm)),
];

export const subtitle = subtitleOf(webhookTriggerProperties, 'event');
export const searches = searchMethods(webhookTriggerProperties);
