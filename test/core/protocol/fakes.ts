import type { HttpRequest, HttpResponse, Transport } from '../../../core/protocol/ports';

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
