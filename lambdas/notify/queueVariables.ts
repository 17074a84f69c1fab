import * as z from 'zod/v4';
import type { EnvironmentRule } from '../shared/environment';
import type { Lane } from './sendQueue';

const url = (about: string) =>
	z.url({ protocol: /^https?$/, error: 'must be the URL of a queue' }).describe(about);

/** The variables for the two queues of deliveries. */
export const QUEUE_VARIABLES = {
	NOTIFY_QUEUE_URL: url('URL of the SQS queue of deliveries'),
	NOTIFY_SLOW_QUEUE_URL: url('URL of the SQS queue of deliveries to targets that respond late'),
} as const;

/** The same, for functions that send by themselves without them. */
export const OPTIONAL_QUEUE_VARIABLES = {
	NOTIFY_QUEUE_URL: QUEUE_VARIABLES.NOTIFY_QUEUE_URL.optional(),
	NOTIFY_SLOW_QUEUE_URL: QUEUE_VARIABLES.NOTIFY_SLOW_QUEUE_URL.optional(),
} as const;

/** The rule that both queues are configured, or none. */
export const queueRule: EnvironmentRule = (given) => {
	const names = Object.keys(QUEUE_VARIABLES);
	const missing = names.filter((name) => given[name] === undefined);
	if (missing.length !== 1) return [];
	const [other] = names.filter((name) => name !== missing[0]);
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
