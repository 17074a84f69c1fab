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

export interface RpcCall {
	id: number;
	method: string;
	params: never;
}

/** The answer of a node to the JSON-RPC call or batch of a body. */
export function rpcAnswer(
	body: string | undefined,
	reply: (call: RpcCall) => { result?: unknown; error?: object },
): HttpResponse {
	const sent = JSON.parse(body ?? '') as RpcCall | RpcCall[];
	const one = (call: RpcCall) => ({ jsonrpc: '2.0', id: call.id, ...reply(call) });
	return answer(Array.isArray(sent) ? sent.map(one) : one(sent));
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
