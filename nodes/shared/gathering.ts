import type { Client } from '../../core/client';
import type { AnyOperation } from '../../core/operations/declare';
import { takesBatches } from '../../core/operations/reading';
import type { Clock } from '../../core/protocol/ports';
import { type Asking, askTogether, askingOf } from './together';

interface Waiting {
	input: unknown;
	/** Its share of the request: 1, or the number of its values of a list. */
	size: number;
	resolve: (result: never) => void;
	reject: (error: unknown) => void;
}

/** Calls that may be sent in one request. */
interface Queue {
	waiting: Waiting[];
	size: number;
	most: number;
	send: (calls: readonly Waiting[]) => Promise<void>;
}

export interface GatheringOptions {
	clock: Clock;
	/** Maximum number of calls of one batch. */
	batchSize: number;
	/** Maximum number of gathered requests in flight. */
	concurrency(): number;
}

/**
 * A client that gathers what several callers ask at the same time: calls of one operation as JSON-RPC
 * batches, and lists of one operation that its declaration lets ask together. Each caller gets its own result
 * or failure. A request is sent when it is full, or when no caller comes any more before the next turn of the
 * event loop.
 */
export function gatheringClient(
	client: Client<'tolerant'>,
	{ clock, batchSize, concurrency }: GatheringOptions,
): Client<'tolerant'> {
	const queues = new Map<unknown, Queue>();
	let inFlight = 0;
	let isScheduled = false;

	/** Sends what is due: full requests, or with `all` also others. */
	function flush(all: boolean): void {
		for (const [key, queue] of queues) {
			while (inFlight < concurrency() && queue.size > 0 && (all || queue.size >= queue.most)) {
				void send(queue, taken(queue));
			}
			if (queue.size === 0) queues.delete(key);
		}
	}

	function taken(queue: Queue): Waiting[] {
		let size = 0;
		const end = queue.waiting.findIndex((one) => (size += one.size) > queue.most);
		const calls = queue.waiting.splice(0, end < 0 ? queue.waiting.length : Math.max(1, end));
		for (const one of calls) queue.size -= one.size;
		return calls;
	}

	function schedule(): void {
		if (isScheduled) return;
		isScheduled = true;
		void clock.sleep(0).then(() => {
			isScheduled = false;
			flush(true);
		});
	}

	async function send(queue: Queue, calls: readonly Waiting[]): Promise<void> {
		inFlight++;
		try {
			await queue.send(calls);
		} catch (error) {
			// Those that have an outcome keep it.
			for (const { reject } of calls) reject(error);
		} finally {
			inFlight--;
			flush(false);
			if (queues.size > 0) schedule();
		}
	}

	function gathered(
		key: unknown,
		one: Pick<Waiting, 'input' | 'size'>,
		how: Pick<Queue, 'most' | 'send'>,
	): Promise<never> {
		return new Promise((resolve, reject) => {
			const queue = queues.get(key) ?? { ...how, waiting: [], size: 0 };
			queues.set(key, queue);
			queue.waiting.push({ ...one, resolve, reject });
			queue.size += one.size;
			if (queue.size >= queue.most) flush(false);
			if (queue.size > 0) schedule();
		});
	}

	const batch = (operation: AnyOperation, input: unknown) =>
		gathered(
			operation,
			{ input, size: 1 },
			{
				most: batchSize,
				send: async (calls) => {
					const inputs = calls.map((each) => each.input as never);
					const options = { batchSize, concurrency: 1 };
					for await (const { index, result, failure } of client.many(operation, inputs, options)) {
						if (failure) calls[index].reject(failure);
						else calls[index].resolve(result as never);
					}
				},
			},
		);

	/** The items of one caller of those that were asked for together. */
	const ask = (asking: Asking) =>
		gathered(
			asking.key,
			{ input: asking, size: asking.values.length },
			{
				most: asking.most,
				send: async (calls) =>
					await askTogether(
						client,
						calls.map(({ input, ...settle }) => ({ ...(input as Asking), ...settle })),
					),
			},
		);

	return {
		...client,
		async call(operation, input, options) {
			if (options !== undefined) return await client.call(operation, input, options);
			const asking = askingOf(operation, input);
			if (asking) return { [operation.items as string]: await ask(asking) } as never;
			if (batchSize > 1 && takesBatches(operation)) return await batch(operation, input);
			return await client.call(operation, input);
		},
		async *pages(operation, input, options) {
			const { limit, readers } = options ?? {};
			// Pages are read one after the other if each is an item of the output.
			const isWhole = limit === undefined && readers !== 1;
			const asking = isWhole ? askingOf(operation, input) : undefined;
			if (asking) yield { items: await ask(asking), response: {} as never, more: false };
			else yield* client.pages(operation, input, options);
		},
	};
}
