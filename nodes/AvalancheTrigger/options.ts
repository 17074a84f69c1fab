import type { INodeProperties } from 'n8n-workflow';

/** Options that several events have. */

export const maxEvents: INodeProperties = {
	displayName: 'Max Events per Poll',
	name: 'maxEvents',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10_000 },
	default: 500,
	description: 'Most items of one execution; the rest comes with the next polls, in order',
};

export const retries: INodeProperties = {
	displayName: 'Retries',
	name: 'retries',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 20 },
	default: 4,
	description: 'How often a failed request is tried again within one poll',
};

export const timeoutSeconds: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 60 },
	default: 60,
	description:
		'How long one request and its whole answer may take; at most a quarter of the time that n8n gives a poll',
};
