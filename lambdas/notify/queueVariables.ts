import * as z from 'zod/v4';
import type { Lane } from './sendQueue';

const queueUrl = () => z.url({ protocol: /^https?$/, error: 'must be the URL of a queue' });

/** The variables for the two queues of deliveries. */
export function queueVariables() {
	const url = queueUrl();
	return {
		NOTIFY_QUEUE_URL: url.describe('URL of the SQS queue of deliveries'),
		NOTIFY_SLOW_QUEUE_URL: url.describe(
			'URL of the SQS queue of deliveries to targets that have not answered quickly yet',
		),
	};
}

/** The URLs of the queues. */
export function queueUrls(environment: {
	NOTIFY_QUEUE_URL: string;
	NOTIFY_SLOW_QUEUE_URL: string;
}): Record<Lane, string> {
	return { main: environment.NOTIFY_QUEUE_URL, slow: environment.NOTIFY_SLOW_QUEUE_URL };
}
