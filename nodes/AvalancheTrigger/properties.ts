import type { INodeProperties } from 'n8n-workflow';
import { eventDeclarations } from '../../core/events/all';
import { stakingTransaction } from '../../core/events/stakingTransaction';
import { listL1Validators } from '../../core/operations/data/l1Validator';
import { listStakingTransactions } from '../../core/operations/data/stakingTransaction';
import { type FieldSet, infoOf } from '../../core/fields/fieldSet';
import { presentationOptions } from '../shared/presentation';
import { optionalProperty } from '../shared/fieldProperties';
import { collection, inOrder, simplifyProperty } from '../shared/properties';
import { declaredProperties, ownNodeNotice } from './declared';
import { ownFields } from './fields';
import { maxEvents, retries, timeoutSeconds } from './options';

type Show = Record<string, string[]>;

function shown(property: INodeProperties, show: Show): INodeProperties {
	return { ...property, displayOptions: { show } };
}

/** A field as its set declares it, optional in the trigger's form. */
function declared(set: FieldSet, key: string): INodeProperties {
	return optionalProperty({ key, info: infoOf(set, key) });
}

/** Checks whose state n8n does not save between polls are made within one poll. */
const IN_ONE_POLL = "In n8n's scheduler without durable cursors, these are checks within one poll";

/** "On …" in n8n's list of actions; without it, n8n divides "L1" and capitalizes every word. */
function actionOf(name: string): string {
	const words = name
		.split(' ')
		.map((word) => (/^[A-Z][a-z]/.test(word) ? word.toLowerCase() : word));
	return `On ${words.join(' ')}`;
}

const event: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'New Staking Transaction',
			value: 'stakingTransaction',
			description: stakingTransaction.description,
		},
		{
			name: 'New Validator',
			value: 'validator',
			description: 'A validator joins the primary network, a subnet or an L1',
		},
		{
			name: 'Node Health Changed',
			value: 'health',
			description:
				'A node turns from healthy (200) to unhealthy (503, or no answer in 2 polls) or back',
		},
		...eventDeclarations.map(({ name, value, description }) => ({ name, value, description })),
	]
		.map((entry) => ({ ...entry, action: actionOf(entry.name) }))
		.sort((a, b) => (a.name < b.name ? -1 : 1)),
	default: 'stakingTransaction',
};

const stakingFields: INodeProperties[] = [
	declared(listStakingTransactions.input, 'network'),
	declared(listStakingTransactions.input, 'addresses'),
	collection('Filters', [
		declared(listStakingTransactions.input, 'blockchainId'),
		declared(ownFields, 'minAmountStaked'),
		declared(ownFields, 'nodeIds'),
		declared(ownFields, 'subnetId'),
		declared(listStakingTransactions.input, 'txTypes'),
	]),
];

const staking = stakingFields.map((property) => shown(property, { event: ['stakingTransaction'] }));

const validator: INodeProperties[] = [
	shown(
		{
			displayName: 'Validators Of',
			name: 'source',
			type: 'options',
			options: [
				{
					name: 'EVM L1, From Its Own Chain',
					value: 'evm',
					description: 'With uptime and connection (validators.getCurrentValidators)',
				},
				{
					name: 'L1s, From the Data Service',
					value: 'l1',
					description: 'L1 validators with their continuous-fee balance',
				},
				{
					name: 'Primary Network, From the Node',
					value: 'primary',
					description: 'The network of the node (platform.getCurrentValidators)',
				},
				{
					name: 'Subnet or L1, From the Node',
					value: 'subnet',
					description: 'One subnet or L1 (platform.getCurrentValidators)',
				},
			],
			default: 'primary',
			description: 'Which validators to watch, and where to read them',
		},
		{ event: ['validator'] },
	),
	shown(
		{
			displayName: 'Subnet ID',
			name: 'subnetId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
			description: 'The subnet or L1 (cb58)',
		},
		{ event: ['validator'], source: ['subnet'] },
	),
	shown(
		{
			displayName: 'Blockchain ID',
			name: 'blockchainId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi',
			description: "The EVM L1's blockchain ID (cb58)",
		},
		{ event: ['validator'], source: ['evm'] },
	),
	shown(declared(listL1Validators.input, 'network'), { event: ['validator'], source: ['l1'] }),
	shown(
		collection('Filters', [
			{
				displayName: 'Include Inactive',
				name: 'includeInactive',
				type: 'boolean',
				default: true,
				description: 'Whether to also fire for a validator that joins without balance',
			},
			declared(listL1Validators.input, 'nodeId'),
			declared(listL1Validators.input, 'subnetId'),
		]),
		{ event: ['validator'], source: ['l1'] },
	),
];

const healthFields: INodeProperties[] = [
	{
		displayName: 'Health Check',
		name: 'path',
		type: 'options',
		options: [
			{
				name: 'Health',
				value: 'health',
				description: 'The health of the whole node; use this to monitor it',
			},
			{ name: 'Liveness', value: 'liveness', description: 'Whether the endpoint responds at all' },
			{
				name: 'Readiness',
				value: 'readiness',
				description: 'Whether the node has finished starting',
			},
		],
		default: 'health',
		description: 'Which health check of the node to watch',
	},
	{
		displayName: 'Tags',
		name: 'tags',
		type: 'string',
		default: '',
		placeholder: 'e.g. 29uVeLPJB1eQJkzRemU8g8wZDw5uJRqpab5U2mX9euieVwiEbL',
		description:
			'Only checks with these tags and the global checks, separated by commas; subnet IDs are tags',
	},
];

const health = healthFields.map((property) => shown(property, { event: ['health'] }));

const startFrom: INodeProperties[] = [
	shown(
		{
			displayName: 'Start From',
			name: 'startFrom',
			type: 'options',
			options: [
				{
					name: 'Date and Time',
					value: 'dateTime',
					description: 'Also events since a given time',
				},
				{
					name: 'Last Minutes',
					value: 'minutes',
					description: 'Also events of the minutes before activation',
				},
				{ name: 'Now', value: 'now', description: 'Only events after activation' },
			],
			default: 'now',
			description: 'From when on events are new for the first poll after activation',
		},
		{ event: ['stakingTransaction', 'validator'] },
	),
	shown(
		{
			displayName: 'Start Date and Time',
			name: 'startDateTime',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'Events from this time on are new: a date-time or Unix seconds',
		},
		{ event: ['stakingTransaction', 'validator'], startFrom: ['dateTime'] },
	),
	shown(
		{
			displayName: 'Minutes',
			name: 'startMinutes',
			type: 'number',
			typeOptions: { minValue: 1 },
			required: true,
			default: 60,
			description: 'Events of this many minutes before activation are new',
		},
		{ event: ['stakingTransaction', 'validator'], startFrom: ['minutes'] },
	),
];

const simplify: INodeProperties = shown(simplifyProperty, {
	event: ['stakingTransaction', 'validator'],
});

function option(property: INodeProperties, ...events: string[]): INodeProperties {
	return events.length > 0
		? { ...property, displayOptions: { show: { '/event': events } } }
		: property;
}

/** An option on validators that only L1s have. */
function ofL1s(property: INodeProperties): INodeProperties {
	const show = { '/event': ['validator'], '/source': ['evm', 'l1', 'subnet'] };
	return { ...property, displayOptions: { show } };
}

const OWN_EVENTS = ['stakingTransaction', 'validator', 'health'];

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	displayOptions: { show: { event: OWN_EVENTS } },
	placeholder: 'Add Option',
	default: {},
	options: inOrder([
		...presentationOptions(listStakingTransactions.output).map((each) =>
			option(each, 'stakingTransaction', 'validator'),
		),
		ofL1s({
			displayName: 'Fire on Activity Change',
			name: 'activity',
			type: 'boolean',
			default: true,
			description:
				'Whether to also fire when the continuous-fee balance of an L1 validator is used up or topped up',
		}),
		option(
			{
				displayName: 'Fire on First State',
				name: 'fireFirst',
				type: 'boolean',
				default: true,
				description: 'Whether to fire once with the state of the node at activation',
			},
			'health',
		),
		option(
			{
				displayName: 'Fire When a Validator Leaves',
				name: 'leaves',
				type: 'boolean',
				default: true,
				description: 'Whether to also fire when a validator is no longer in the set',
			},
			'validator',
		),
		option(
			{
				displayName: 'Hold for Polls',
				name: 'confirmations',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 1000 },
				default: 2,
				description: `How many polls in a row must show the new state before the event fires. ${IN_ONE_POLL}.`,
			},
			'health',
		),
		option(maxEvents, 'stakingTransaction', 'validator'),
		option(
			{
				displayName: 'Max Pages per Poll',
				name: 'maxPages',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 10_000 },
				default: 100,
				description:
					'Maximum number of pages of 100 transactions that one poll reads; a backlog takes several polls',
			},
			'stakingTransaction',
		),
		option(
			{
				displayName: 'Overlap (Minutes)',
				name: 'overlapMinutes',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 1440 },
				default: 15,
				description:
					'How far back each poll reads again, to find transactions that the service indexed late. No transaction fires twice.',
			},
			'stakingTransaction',
		),
		retries,
		timeoutSeconds,
		option(
			{
				displayName: 'Unreachable for Polls',
				name: 'unreachableAfter',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 1000 },
				default: 2,
				description: `How many polls in a row must get no response before the node counts as unhealthy; 2 without this option. With 0, an unreachable node is a failed execution instead of an event. ${IN_ONE_POLL}.`,
			},
			'health',
		),
	]),
};

export const triggerProperties: INodeProperties[] = [
	event,
	...staking,
	...validator,
	ownNodeNotice({ event: ['health'] }, true),
	...health,
	...startFrom,
	simplify,
	options,
	...declaredProperties(eventDeclarations),
];
