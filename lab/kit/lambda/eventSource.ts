/**
 * An event source mapping of a standard queue without a batching window, as AWS documents it: batches,
 * concurrent invocations up to a maximum, partial batch responses, and messages that come again after
 * their visibility timeout.
 *
 * Simulated: the number of pollers is the maximum concurrency from the start. AWS begins with five and
 * adds more by the minute, polls slower after errors of the function, and polls empty queues by long
 * polling. Filters, provisioned pollers and the limit of 6 MB of an event are not simulated.
 */

export interface PolledMessage {
	messageId: string;
	receiptHandle: string;
	body: string;
	group?: string;
	/** ApproximateReceiveCount */
	receives: number;
}

/** A queue as a poller uses it. */
export interface PolledQueue {
	arn: string;
	/** Up to 10 messages, which are invisible for some time then. */
	receive(most: number): Promise<PolledMessage[]>;
	remove(handles: readonly string[]): Promise<void>;
	/** Returns when a message may be visible, or after this time (ms): long polling. */
	wait(ms: number): Promise<void>;
}

export interface EventSourceOptions {
	queue: PolledQueue;
	/** Invokes the function. An error is an error of the function. */
	invoke: (event: object) => Promise<unknown>;
	/** At most 10, the default. */
	batchSize?: number;
	/** Maximum number of invocations at the same time. */
	concurrency: number;
	/** Time that is left (ms): each poller ends with its batch when there is none. */
	left: () => number;
}

/** The longest time of one receive. */
const LONG_POLL_MS = 20_000;

export interface Polled {
	invocations: number;
	messages: number;
	failedInvocations: number;
	/** Messages that a response named as failed, or that came back with their whole batch. */
	returned: number;
}

/** Polls until it is ended. Returns what it did. */
export async function pollQueue(options: EventSourceOptions): Promise<Polled> {
	const { queue, concurrency, left, batchSize = 10 } = options;
	const polled: Polled = { invocations: 0, messages: 0, failedInvocations: 0, returned: 0 };

	async function poller(): Promise<void> {
		while (left() > 0) {
			// A receive that failed is repeated; what it took comes again.
			const batch = await queue.receive(batchSize).catch(() => []);
			if (batch.length === 0) {
				await queue.wait(Math.min(LONG_POLL_MS, left()));
				continue;
			}
			await invokeWith(batch, options, polled);
		}
	}

	await Promise.all(Array.from({ length: concurrency }, poller));
	return polled;
}

/** Batch sizes of the mappings of the stack: of the main queue, and of that of targets that may be slow. */
export const BATCH_SIZES = [10, 1] as const;

/**
 * Invokes the function with what is visible in the queues of deliveries, until they show nothing more. Returns the
 * number of invocations.
 */
export async function drainQueues(
	queues: readonly PolledQueue[],
	invoke: (event: object) => Promise<unknown>,
	concurrency = 1,
): Promise<number> {
	let invocations = 0;
	let before: number;
	do {
		before = invocations;
		for (const [at, queue] of queues.entries()) {
			let empty = false;
			const done = await pollQueue({
				queue: { ...queue, wait: async () => void (empty = true) },
				concurrency,
				batchSize: BATCH_SIZES[at],
				left: () => (empty ? 0 : 60_000),
				invoke,
			});
			invocations += done.invocations;
		}
	} while (invocations > before);
	return invocations;
}

async function invokeWith(
	batch: readonly PolledMessage[],
	{ queue, invoke }: EventSourceOptions,
	polled: Polled,
): Promise<void> {
	const Records = batch.map(({ messageId, receiptHandle, body, group, receives }) => ({
		messageId,
		receiptHandle,
		body,
		attributes: {
			ApproximateReceiveCount: String(receives),
			...(group !== undefined && { MessageGroupId: group }),
		},
		messageAttributes: {},
		eventSource: 'aws:sqs',
		eventSourceARN: queue.arn,
		awsRegion: 'us-east-1',
	}));
	polled.invocations++;
	polled.messages += batch.length;
	let answer: unknown;
	try {
		answer = await invoke({ Records });
	} catch {
		polled.failedInvocations++;
		polled.returned += batch.length;
		return;
	}
	const failed = failedIn(answer, batch);
	polled.returned += failed === 'all' ? batch.length : failed.size;
	if (failed === 'all') return;
	const done = batch.filter(({ messageId }) => !failed.has(messageId));
	for (let at = 0; at < done.length; at += 10) {
		const handles = done.slice(at, at + 10).map(({ receiptHandle }) => receiptHandle);
		// Lost deletions mean that the messages come again.
		await queue.remove(handles).catch(() => undefined);
	}
}

/** The failed messages of a partial batch response; a wrong one returns the whole batch. */
function failedIn(answer: unknown, batch: readonly PolledMessage[]): Set<string> | 'all' {
	const { batchItemFailures: list } = (answer ?? {}) as { batchItemFailures?: unknown };
	if (list === undefined || list === null) return new Set();
	if (!Array.isArray(list)) return 'all';
	const ids = new Set(batch.map(({ messageId }) => messageId));
	const named = list.map((one) => (one as { itemIdentifier?: unknown } | null)?.itemIdentifier);
	const isKnown = named.every((id) => typeof id === 'string' && ids.has(id));
	return isKnown ? new Set(named as string[]) : 'all';
}
