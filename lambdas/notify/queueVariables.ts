import * as z from 'zod/v4';
import type { EnvironmentRule } from '../shared/environment';
import type { Lane } from './sendQueue';

const NAMES = ['NOTIFY_QUEUE_URL', 'NOTIFY_SLOW_QUEUE_URL'] as const;

const queueUrl = () => z.url({ protocol: /^https?$/, error: 'must be the URL of a queue' });

/** The variables for the two queues of deliveries. */
export function queueVariables() {
	const url = queueUrl();
	return {
		NOTIFY_QUEUE_URL: url.describe('URL of the SQS queue of deliveries'),
		NOTIFY_SLOW_QUEUE_URL: url.describe(
			'URL of the SQS queue of deliveries to targets that respond late',
		),
	};
}

/** The same, for functions that send by themselves without them. */
export function optionalQueueVariables() {
	const url = queueUrl().optional();
	return { NOTIFY_QUEUE_URL: url, NOTIFY_SLOW_QUEUE_URL: url };
}

/** The rule that both queues are configured, or none. */
export const queueRule: EnvironmentRule = (given) => {
	const missing = NAMES.filter((name) => given[name] === undefined);
	if (missing.length !== 1) return [];
	const [other] = NAMES.filter((name) => name !== missing[0]);
	return [`${missing[0]} is missing: ${other} needs it`];
};

/** The URLs of the queues; undefined if deliveries are not sent behind a queue. */
export function queueUrls(environment: {
	NOTIFY_QUEUE_URL?: string;
	NOTIFY_SLOW_QUEUE_URL?: string;
}): Record<Lane, string> | undefined {
	const { NOTIFY_QUEUE_URL: main, NOTIFY_SLOW_QUEUE_URL: slow } = environment;
	return main === undefined || slow === undefined ? undefined : { main, slow };
}
