import { type Choice, field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { choice, flag, numberWithin, whole } from '../../core/fields/inputs';
import { BATCH_SIZE, MOST_BATCHED } from '../../core/protocol/batchSizes';
import { MOST_READERS, type ReaderOptions } from '../../core/protocol/readerOptions';
import { type Parameters, valuesOf } from './parameters';

/** Options of every call. */
export const callFields = fieldSet({
	concurrency: field(whole(1, 50).optional(), {
		in: 'form',
		label: 'Concurrency',
		description:
			'How many input items, or batches of them, are processed at the same time; the value of the first item applies. Without this option 5, and up to 50 while the service says that its rate limit has room and answers as quickly as before.',
		default: 5,
		show: 'option',
	}),
	maxResponseMegabytes: field(numberWithin(0.001, 1024).optional(), {
		in: 'form',
		label: 'Max Response Size (MB)',
		description: 'Maximum size of a response, in megabytes; the value of the first item applies',
		default: 64,
		show: 'option',
	}),
	rateLimitWaitSeconds: field(numberWithin(0, 86_400).optional(), {
		in: 'form',
		label: 'Rate Limit Wait (Seconds)',
		description:
			'How long a request waits in total for the rate limit of the service, which all executions of this n8n process share; the value of the first item applies',
		default: 300,
		show: 'option',
	}),
	retries: field(whole(0, 20).optional(), {
		in: 'form',
		label: 'Retries',
		description:
			'How often a request is retried after a temporary failure; the value of the first item applies',
		default: 4,
		show: 'option',
	}),
	timeoutSeconds: field(numberWithin(0.001, 3600).optional(), {
		in: 'form',
		label: 'Timeout (Seconds)',
		description:
			'Timeout of one request with its whole response; the value of the first item applies',
		default: 60,
		show: 'option',
	}),
});

/** The option of calls that several input items may send as one JSON-RPC batch. */
export const batchFields = fieldSet({
	batchSize: field(whole(1, MOST_BATCHED).optional(), {
		in: 'form',
		label: 'Batch Size',
		description:
			'How many input items are sent to the node as one JSON-RPC batch: public nodes take 40, a node of your own 1,000 by default; 1 sends a request for each. A node that refuses a batch gets smaller ones. The value of the first item applies.',
		default: BATCH_SIZE,
		show: 'option',
	}),
});

/** The option of operations that read. */
export const sharingFields = fieldSet({
	separateRequests: field(flag().optional(), {
		in: 'form',
		label: 'Separate Requests',
		description:
			'Whether input items with the same parameters send a request each, instead of sharing the results of one; the value of the first item applies',
		default: true,
		show: 'option',
	}),
});

/** The options for many input items, from the parameters of the first one. */
export function manyItemsIn(parameters: Parameters) {
	const set = fieldSet({ ...batchFields.fields, ...sharingFields.fields });
	const { batchSize = BATCH_SIZE, separateRequests = false } = valuesOf(set, parameters);
	return { batchSize, shareEqual: !separateRequests };
}

/** The option of lists with bounds of time, block or index. */
export const readFields = fieldSet({
	parallelReads: field(whole(1, MOST_READERS).optional(), {
		in: 'form',
		label: 'Parallel Reads',
		description:
			'How many pages of the list are requested at the same time; items and order stay the same. Without this option, 4 if the end of the list is known (the last bound in reading order is set), otherwise 1.',
		default: 4,
		show: 'option',
	}),
});

/** The number of readers from the option. */
export function readersIn(parameters: Parameters): ReaderOptions['readers'] {
	return valuesOf(readFields, parameters).parallelReads ?? 'auto';
}

/** The option of operations that do the same in different ways. */
export function transportField(choices: readonly Choice[]) {
	const values = choices.map(({ value }) => value);
	const [{ value: first }] = choices;
	return fieldSet({
		transport: field(choice(values, choices).optional(), {
			in: 'form',
			label: 'Transport',
			description: 'How the request is sent',
			default: first,
			show: 'option',
		}),
	});
}
