import { type EmulatorOptions, startEmulator } from '../../emulator';
import { walletOf } from '../../emulator/world/tokens';
import { forTests } from '../emulatorForTests';

/** Noon of 7 November 2026 (UTC), when these tests take place. */
export const NOON = 1_794_052_800_000;
/** Midnight of that day, Unix seconds: generated data ends here. */
export const EPOCH = 1_794_009_600;
export const STAKING = '/v1/networks/mainnet/blockchains/p-chain/transactions:listStaking';

// The tests look into bodies of many shapes.
export type Json = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any

/** An HTTP answer as it came. */
export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	body: any; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export async function fetched(url: string, init?: RequestInit): Promise<Answer> {
	const response = await fetch(url, { redirect: 'manual', ...init });
	const text = await response.text();
	const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
	const body: unknown = json && text !== '' ? JSON.parse(text) : undefined;
	return { status: response.status, headers: response.headers, text, body };
}

const posted = (url: string, body: unknown, headers: Record<string, string> = {}) =>
	fetched(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});

/** A client of the node that is independent of the package's request code. */
function nodeClient(url: string) {
	async function call(path: string, method: string, params: unknown = {}): Promise<Json> {
		const answer = await posted(url + path, { jsonrpc: '2.0', id: 7, method, params });
		expect(answer.status).toBe(200);
		return answer.body as Json;
	}
	const part =
		(name: 'result' | 'error') =>
		async (...given: Parameters<typeof call>): Promise<Json> => {
			const body = await call(...given);
			expect(body).toEqual({ jsonrpc: '2.0', id: 7, [name]: body[name] });
			return body[name] as Json;
		};
	return {
		send: (path: string, init?: RequestInit) => fetched(url + path, init),
		post: (path: string, body: unknown, headers?: Record<string, string>) =>
			posted(url + path, body, headers),
		call,
		result: part('result'),
		failure: part('error'),
	};
}

export type TestEmulator = Awaited<ReturnType<typeof start>>;

/** An emulator whose clock stands still, with the calls that tests make. */
export async function start(options: EmulatorOptions = {}) {
	const emulator = await startEmulator({ start: NOON, realTime: false, ...options });
	const { dataUrl, nodeUrl } = emulator;
	const get = (path: string, headers?: Record<string, string>) =>
		fetched(dataUrl + path, { headers });
	const calls = {
		get,
		post: (path: string, body: unknown, headers?: Record<string, string>) =>
			posted(dataUrl + path, body, headers),
		/** Every item of a paged list, by following its tokens. */
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		async all(path: string, name: string): Promise<any[]> {
			const items: unknown[] = [];
			let token: string | undefined;
			do {
				const join = path.includes('?') ? '&' : '?';
				const page = await get(token === undefined ? path : `${path}${join}pageToken=${token}`);
				if (page.status !== 200) throw new Error(page.text);
				items.push(...(page.body[name] as unknown[]));
				token = page.body.nextPageToken as string | undefined;
			} while (token !== undefined);
			return items;
		},
		wallet: (index: number) => walletOf(emulator.world.random, index),
		client: nodeClient(nodeUrl),
		get network() {
			return emulator.world.node;
		},
	};
	const properties = Object.getOwnPropertyDescriptors(calls);
	return Object.defineProperties(emulator, properties) as typeof emulator & typeof calls;
}

/** A small one for the tests of a file. */
export const useEmulator = (options: EmulatorOptions = {}) =>
	forTests(() => start({ validators: 12, transactions: 60, ...options }));
