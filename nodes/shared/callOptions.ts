import type { INodeProperties } from 'n8n-workflow';
import { MOST_READERS, type ReaderOptions } from '../../core/protocol/readers';
import { numberOf } from './parameters';

/** Options of every call. */
export const callOptions: INodeProperties[] = [
	{
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 50 },
		default: 5,
		description:
			'How many input items are processed at the same time; the value of the first item applies',
	},
	{
		displayName: 'Max Response Size (MB)',
		name: 'maxResponseMegabytes',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 1024 },
		default: 64,
		description: 'Maximum size of a response, in megabytes; the value of the first item applies',
	},
	{
		displayName: 'Rate Limit Wait (Seconds)',
		name: 'rateLimitWaitSeconds',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 86400 },
		default: 300,
		description:
			'How long a request waits in total for the rate limit of the service, which all executions of this n8n process share; the value of the first item applies',
	},
	{
		displayName: 'Retries',
		name: 'retries',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 20 },
		default: 4,
		description:
			'How often a request is retried after a temporary failure; the value of the first item applies',
	},
	{
		displayName: 'Timeout (Seconds)',
		name: 'timeoutSeconds',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 3600 },
		default: 60,
		description:
			'Timeout of one request with its whole response; the value of the first item applies',
	},
];

/** The option of lists with bounds of time, block or index. */
export const parallelReads: INodeProperties = {
	displayName: 'Parallel Reads',
	name: 'parallelReads',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: MOST_READERS },
	default: 4,
	description:
		'How many pages of the list are requested at the same time; items and order stay the same. Without this option, 4 if the end of the list is known (the last bound in reading order is set), otherwise 1.',
};

/** The number of readers from the option. */
export function readersIn(options: Readonly<Record<string, unknown>>): ReaderOptions['readers'] {
	const given = numberOf(options.parallelReads);
	return Number.isFinite(given) ? Math.min(MOST_READERS, Math.max(1, Math.floor(given))) : 'auto';
}
