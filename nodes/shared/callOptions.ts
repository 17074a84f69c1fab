import type { INodeProperties } from 'n8n-workflow';

/** Options of every call. */
export const callOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: 5,
		description:
			'How many input items are worked on at the same time; the value of the first item counts',
	},
	{
		displayName: 'Max Response Size (MB)',
		name: 'maxResponseMegabytes',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1024 },
		default: 64,
		description:
			'The largest answer that is read, in megabytes; the value of the first item counts',
	},
	{
		displayName: 'Rate Limit Wait (Seconds)',
		name: 'rateLimitWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 86400 },
		default: 300,
		description:
			'How long a request waits in all for the rate limit of the service, which all executions of this n8n process share; the value of the first item counts',
	},
	{
		displayName: 'Retries',
		name: 'retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20 },
		default: 4,
		description:
			'How often a failed request is tried again when the failure may pass; the value of the first item counts',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeoutSeconds',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3600 },
		default: 60,
		description:
			'How long one request and its whole answer may take; the value of the first item counts',
	},
];
