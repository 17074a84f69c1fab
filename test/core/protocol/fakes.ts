import type { Clock, HttpRequest, HttpResponse, Transport } from '../../../core/protocol/ports';

/** Options of a client or a reading that takes answers without required fields. */
export const TOLERANT = { missing: () => undefined };

/** A clock that only sleeps move, at once. `slept` lists the pauses. */
export function fakeClock(now = 1_700_000_000_000, random: () => number = () => 0.5) {
	const slept: number[] = [];
	const clock = {
		slept,
		time: now,
		now: () => clock.time,
		random,
		sleep: async (ms: number) => {
			slept.push(ms);
			clock.time += ms;
		},
	};
	return clock;
}

/** A clock for many callers at once: time moves on when all of them sleep. */
export function virtualClock(start = 0, random: () => number = () => 0.5) {
	let time = start;
	let order = 0;
	let sleepers: Array<{ at: number; order: number; wake: () => void }> = [];
	const clock: Clock = {
		now: () => time,
		random,
		sleep: async (ms) =>
			await new Promise((wake) => sleepers.push({ at: time + ms, order: order++, wake })),
	};
	/** Runs until the work is done; throws where nobody sleeps and nothing goes on. */
	async function run<T>(work: Promise<T>): Promise<T> {
		let done = false;
		const finished = work.finally(() => (done = true));
		finished.catch(() => undefined);
		for (;;) {
			// Everything that waits for no time runs first.
			await new Promise((resolve) => setImmediate(resolve));
			if (done) return await finished;
			sleepers.sort((a, b) => a.at - b.at || a.order - b.order);
			const [next, ...rest] = sleepers;
			if (!next) throw new Error('Nothing sleeps and nothing is done');
			sleepers = rest;
			time = Math.max(time, next.at);
			next.wake();
		}
	}
	return { clock, run };
}

export function answer(
	body: unknown,
	status = 200,
	headers: Record<string, string> = {},
): HttpResponse {
	return { status, headers, text: typeof body === 'string' ? body : JSON.stringify(body) };
}

/** A transport that keeps the requests and answers with what the function says. */
export function fakeTransport(respond: (request: HttpRequest, index: number) => HttpResponse) {
	const requests: HttpRequest[] = [];
	const transport: Transport = async (request) => respond(request, requests.push(request) - 1);
	return { requests, transport };
}

/** Value that `work` throws. Throws if it throws nothing. */
export async function caught(work: () => unknown): Promise<Record<string, unknown> & Error> {
	try {
		await work();
	} catch (error) {
		return error as Record<string, unknown> & Error;
	}
	throw new Error('Nothing was thrown');
}
