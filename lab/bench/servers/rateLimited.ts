import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLimiter } from '../../../emulator/rest/access';
import { ServiceFailure } from '../../../emulator/rest/failure';
import { fastClock } from '../lib/fastTime';

/** A service under the emulator's rate limit, in windows of a minute of the faster time. */

const COST = 20;
/** Milliseconds of the faster time that an answer takes. */
const LATENCY_MS = 150;

const BODY = JSON.stringify({
	nativeTokenBalance: { symbol: 'AVAX', decimals: 18, chainId: '43114', balance: '1' },
});

/** Each run gives the URL and the number of refusals since the one before; its window is new. */
export async function prepare({ limit }: { limit: number }) {
	const time = { ...fastClock, seconds: () => fastClock.now() / 1000 };
	let limiter = createLimiter(time as never);
	let refused = 0;
	const server = createServer((_, response) => {
		void (async () => {
			let status = 200;
			let body = BODY;
			let headers: Record<string, string> = {};
			try {
				headers = limiter('client', limit, COST);
			} catch (error) {
				if (!(error instanceof ServiceFailure)) throw error;
				refused++;
				status = 429;
				body = '{"message":"Rate limit exceeded"}';
				headers = error.headers ?? {};
			}
			await fastClock.sleep(LATENCY_MS);
			response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
		})();
	});
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return async () => {
		const before = refused;
		refused = 0;
		limiter = createLimiter(time as never);
		return { url, refused: before };
	};
}
