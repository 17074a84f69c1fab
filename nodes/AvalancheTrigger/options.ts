import type { INodeProperties } from 'n8n-workflow';

/** Options of the requests of a poll. */

export const retries: INodeProperties = {
	displayName: 'Retries',
	name: 'retries',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 20 },
	default: 4,
	description: 'How often a failed request is retried within one poll',
};

export const timeoutSeconds: INodeProperties = {
	displayName: 'Timeout (Seconds)',
	name: 'timeoutSeconds',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 60 },
	default: 60,
	description:
		'Timeout of one request with its whole response; at most a quarter of the time that n8n allows for a poll',
};
