import type { Client } from '../../core/client';
import type { AnyOperation } from '../../core/operations/declare';
import { takesBatches } from '../../core/operations/reading';
import type { Clock } from '../../core/protocol/ports';

interface Waiting {
	input: never;
	resolve: (result: never) => void;
	reject: (error: unknown) => void;
}

export interface GatheringOptions {
	clock: Clock;
	/** Maximum number of calls of one request. */
	batchSize: number;
	/** Maximum number of batches in flight. */
	concurrency: number;
}

/**
 * A client that sends the calls of one operation that several callers make at the same time as JSON-RPC
 * batches, where the operation takes them. Each caller gets its own result or failure. A batch is sent
 * when it is full, or when no caller comes any more before the next turn of the event loop.
 */
export function gatheringClient(
	client: Client<'tolerant'>,
	{ clock, batchSize, concurrency }: GatheringOptions,
): Client<'tolerant'> {
	if (batchSize === 1) return client;
	const queues = new Map<AnyOperation, Waiting[]>();
	let inFlight = 0;
	let isScheduled = false;

	/** Sends what is due: full batches, or with `all` also others. */
	function flush(all: boolean): void {
		for (const [operation, queue] of queues) {
			while (inFlight < concurrency && queue.length > 0 && (all || queue.length >= batchSize)) {
				void send(operation, queue.splice(0, batchSize));
			}
			if (queue.length === 0) queues.delete(operation);
		}
	}

	function schedule(): void {
		if (isScheduled) return;
		isScheduled = true;
		void clock.sleep(0).then(() => {
			isScheduled = false;
			flush(true);
		});
	}

	async function send(operation: AnyOperation, calls: readonly Waiting[]): Promise<void> {
		inFlight++;
		const inputs = calls.map(({ input }) => input);
		const options = { batchSize, concurrency: 1 };
		let settled = 0;
		try {
			for await (const { index, result, failure } of client.many(operation, inputs, options)) {
				settled++;
				if (failure) calls[index].reject(failure);
				else calls[index].resolve(result as never);
			}
		} catch (error) {
			for (const { reject } of calls.slice(settled)) reject(error);
		} finally {
			inFlight--;
			flush(false);
			if (queues.size > 0) schedule();
		}
	}

	function gathered(operation: AnyOperation, input: never): Promise<never> {
		return new Promise((resolve, reject) => {
			const queue = queues.get(operation) ?? [];
			queues.set(operation, queue);
			queue.push({ input, resolve, reject });
			if (queue.length >= batchSize) flush(false);
			if (queue.length > 0) schedule();
		});
	}

	return {
		...client,
		call: async (operation, input, options) =>
			takesBatches(operation) && options === undefined
				? await gathered(operation, input as never)
				: await client.call(operation, input, options),
	};
}
