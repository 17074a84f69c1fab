import { httpTransport } from '../../../core/transports/http';
import { clientWith, tokenBalance } from '../lib/core';
import { fastClock } from '../lib/fastTime';

interface Input {
	url: string;
	minutes: number;
	concurrency: number;
}

/** Each run calls for a number of simulated minutes, and returns the number of answered calls. */
export async function prepare() {
	return async ({ url, minutes, concurrency }: Input): Promise<number> => {
		const client = clientWith({
			services: { data: { url } },
			transport: httpTransport,
			clock: fastClock,
		});
		const address = `0x${'ab'.repeat(20)}`;
		const end = fastClock.now() + minutes * 60_000;
		let answered = 0;
		const worker = async () => {
			while (fastClock.now() < end) {
				await client.call(tokenBalance.getNative, { chainId: '43114', address });
				if (fastClock.now() < end) answered++;
			}
		};
		await Promise.all(Array.from({ length: concurrency }, worker));
		return answered;
	};
}
