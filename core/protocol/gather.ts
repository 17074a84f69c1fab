import type { Clock } from './ports';

/** Calls of one kind that may be sent in one request. */
export interface Gathered<One, Answer> {
	/** Calls of the same key may be sent together. */
	key: unknown;
	/** Maximum size of one request. */
	most: number;
	/** The share of this call in the size of its request. Default 1. */
	size?: number;
	/** The answers to the calls of one request, in their order. Throws for reasons of no single call only. */
	send(calls: readonly One[]): Promise<readonly Answer[]>;
}

/** Gathers what several callers ask at the same time, and gives each its own answer. */
export interface Gather {
	/** The answer to one call, which waits until its request is full or due. */
	ask<One, Answer>(one: One, how: Gathered<One, Answer>): Promise<Answer>;
	/** Sends requests that are not full, too: all of them, or the one whose first call is `first`. */
	flush(first?: unknown): void;
	/** Forgets the calls that were not sent. */
	clear(): void;
}

interface Waiting {
	one: unknown;
	size: number;
	resolve: (answer: never) => void;
	reject: (error: unknown) => void;
}

interface Queue extends Gathered<never, unknown> {
	waiting: Waiting[];
	size: number;
	isDue: boolean;
}

/**
 * A gathering of calls with at most so many requests in flight. With a clock, a request is also sent when no
 * caller comes any more before the next turn of the event loop.
 */
export function createGather(concurrency: () => number, clock?: Clock): Gather {
	const queues = new Map<unknown, Queue>();
	let inFlight = 0;
	let isScheduled = false;

	function sendDue(): void {
		for (const [key, queue] of queues) {
			const isReady = () => queue.size > 0 && (queue.isDue || queue.size >= queue.most);
			while (inFlight < concurrency() && isReady()) void send(queue);
			if (queue.size === 0) queues.delete(key);
		}
	}

	/** Sends the first calls of a queue. */
	async function send(queue: Queue): Promise<void> {
		let size = 0;
		const end = queue.waiting.findIndex((one) => (size += one.size) > queue.most);
		const calls = queue.waiting.splice(0, end < 0 ? queue.waiting.length : Math.max(1, end));
		for (const one of calls) queue.size -= one.size;
		inFlight++;
		try {
			const answers = await queue.send(calls.map(({ one }) => one as never));
			for (const [at, { resolve }] of calls.entries()) resolve(answers[at] as never);
		} catch (error) {
			for (const { reject } of calls) reject(error);
		} finally {
			inFlight--;
			sendDue();
		}
	}

	function flush(first?: unknown): void {
		for (const queue of queues.values()) {
			queue.isDue ||= first === undefined || queue.waiting[0].one === first;
		}
		sendDue();
	}

	return {
		async ask<One, Answer>(one: One, how: Gathered<One, Answer>): Promise<Answer> {
			const queue: Queue = queues.get(how.key) ?? { ...how, waiting: [], size: 0, isDue: false };
			queues.set(how.key, queue);
			const { size = 1 } = how;
			const answer = new Promise<Answer>((resolve, reject) => {
				queue.waiting.push({ one, size, resolve, reject });
			});
			queue.most = how.most;
			queue.size += size;
			sendDue();
			if (clock && !isScheduled) {
				isScheduled = true;
				void clock.sleep(0).then(() => {
					isScheduled = false;
					flush();
				});
			}
			return await answer;
		},
		flush,
		clear: () => queues.clear(),
	};
}
