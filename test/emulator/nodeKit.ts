import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator';

export type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any

/** An HTTP answer as it came. */
export interface Answer {
	status: number;
	headers: Headers;
	text: string;
}

/** A small client that is independent of the package's request code. */
export function clientOf(emulator: Emulator) {
	async function send(path: string, init: RequestInit = {}): Promise<Answer> {
		const response = await fetch(emulator.nodeUrl + path, init);
		return { status: response.status, headers: response.headers, text: await response.text() };
	}
	const headers = { 'content-type': 'application/json' };
	const post = (path: string, body: unknown, more: Record<string, string> = {}) =>
		send(path, {
			method: 'POST',
			headers: { ...headers, ...more },
			body: typeof body === 'string' ? body : JSON.stringify(body),
		});
	async function call(path: string, method: string, params: unknown = {}): Promise<Json> {
		const answer = await post(path, { jsonrpc: '2.0', id: 7, method, params });
		expect(answer.status).toBe(200);
		return JSON.parse(answer.text);
	}
	async function result(path: string, method: string, params: unknown = {}): Promise<Json> {
		const body = await call(path, method, params);
		expect(body).toEqual({ jsonrpc: '2.0', id: 7, result: body.result });
		return body.result;
	}
	async function failure(path: string, method: string, params: unknown = {}): Promise<Json> {
		const body = await call(path, method, params);
		expect(body).toEqual({ jsonrpc: '2.0', id: 7, error: body.error });
		return body.error;
	}
	return { send, post, call, result, failure };
}

/** An emulator for a file of tests: small, fixed in time. */
export function useEmulator(options: EmulatorOptions = {}) {
	let emulator: Emulator | undefined;
	beforeAll(async () => {
		const small = { validators: 12, transactions: 60, realTime: false, start: 1_794_052_800_000 };
		emulator = await startEmulator({ ...small, ...options });
	});
	afterAll(() => emulator?.close());
	const get = () => {
		if (!emulator) throw new Error('the emulator has not started');
		return emulator;
	};
	return {
		get emulator() {
			return get();
		},
		get client() {
			return clientOf(get());
		},
		get network() {
			return get().world.node;
		},
	};
}
