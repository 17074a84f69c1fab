import { type Emulator, type EmulatorOptions, startEmulator } from '../../emulator';
import { walletOf } from '../../emulator/world/tokens';

/** Noon of 7 November 2026 (UTC), when these tests take place. */
export const NOON = 1_794_052_800_000;
/** Midnight of that day, Unix seconds: generated data ends here. */
export const EPOCH = 1_794_009_600;

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	// The tests look into bodies of many shapes.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	body: any;
}

/** An emulator whose clock stands still, with the calls that tests make. */
export interface TestEmulator extends Emulator {
	get(path: string, headers?: Record<string, string>): Promise<Answer>;
	post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
	/** Every item of a paged list, by following its tokens. */
	all(path: string, name: string): Promise<any[]>; // eslint-disable-line @typescript-eslint/no-explicit-any
	wallet(index: number): string;
}

export async function fetched(url: string, init?: RequestInit): Promise<Answer> {
	const response = await fetch(url, { redirect: 'manual', ...init });
	const text = await response.text();
	const json = response.headers.get('content-type')?.startsWith('application/json') ?? false;
	const body: unknown = json && text !== '' ? JSON.parse(text) : undefined;
	return { status: response.status, headers: response.headers, text, body };
}

export async function start(options: EmulatorOptions = {}): Promise<TestEmulator> {
	const emulator = await startEmulator({ start: NOON, realTime: false, ...options });
	const { dataUrl } = emulator;
	const get: TestEmulator['get'] = (path, headers) => fetched(dataUrl + path, { headers });
	return Object.assign(emulator, {
		get,
		post: (path: string, body: unknown, headers: Record<string, string> = {}) =>
			fetched(dataUrl + path, {
				method: 'POST',
				headers: { 'content-type': 'application/json', ...headers },
				body: typeof body === 'string' ? body : JSON.stringify(body),
			}),
		async all(path: string, name: string) {
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
	});
}

export const STAKING = '/v1/networks/mainnet/blockchains/p-chain/transactions:listStaking';
