import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { transfer } from './records';

/**
 * A list of ERC-20 transfers between bounds of blocks, newest first, whose pages take a latency.
 * The responses consist of prepared records.
 */

const PAGE = 100;
const DISTINCT = 5_000;
/** Blocks of the whole list. */
export const BLOCKS = 10_000_000;

export interface Setup {
	pages: number;
	latencyMs: number;
	/** `uneven`: 90 % of the transfers are in 1 % of the blocks. */
	spread: 'even' | 'uneven';
}

/** The block of each transfer, newest first. */
function blocksOf(count: number, of: Setup['spread']): number[] {
	const dense = of === 'uneven' ? Math.floor(count * 0.9) : 0;
	const width = BLOCKS / 100;
	const begin = Math.floor(BLOCKS * 0.37);
	const spread = (of: number, from: number, over: number) =>
		Array.from({ length: of }, (_, at) => from + Math.floor((at * over) / of));
	const blocks = [...spread(dense, begin, width), ...spread(count - dense, 0, BLOCKS)];
	return blocks.sort((a, b) => b - a);
}

/** Number of items and a checksum that depends on their order. */
export function digestOf(items: Iterable<{ blockNumber?: unknown; logIndex?: unknown }>): string {
	let count = 0;
	let digest = 0;
	for (const { blockNumber, logIndex } of items) {
		count++;
		digest = (Math.imul(digest, 31) + Number(blockNumber) * 97 + Number(logIndex)) | 0;
	}
	return `${count} ${digest}`;
}

/** Starts the service; each run gives its URL, the digest of its list, and the requests since the last. */
export async function prepare({ pages, latencyMs, spread }: Setup) {
	const blocks = blocksOf(pages * PAGE, spread);
	const records = Array.from({ length: DISTINCT }, (_, at) => transfer(at));
	const items = blocks.map((block, at) => ({
		...records[at % DISTINCT],
		blockNumber: String(block),
		logIndex: at % 1_000,
	}));
	const texts = items.map((item) => JSON.stringify(item));
	let requests = 0;

	/** The index of the first transfer below a block. */
	function firstBelow(block: number): number {
		let [low, high] = [0, blocks.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if (blocks[middle] >= block) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	function page(query: URLSearchParams): string {
		const last = query.get('endBlock');
		const begin = last === null ? 0 : firstBelow(Number(last));
		const end = firstBelow(Number(query.get('startBlock') ?? 0));
		const at = Number(query.get('pageToken') ?? begin);
		const next = Math.min(end, at + Number(query.get('pageSize') ?? 10));
		const token = next < end ? `"nextPageToken":"${next}",` : '';
		return `{${token}"transactions":[${texts.slice(at, next).join(',')}]}`;
	}

	const server = createServer((request, response) => {
		void (async () => {
			requests++;
			const bytes = Buffer.from(page(new URL(request.url ?? '/', 'http://list').searchParams));
			await wait(latencyMs);
			response.writeHead(200, {
				'content-type': 'application/json; charset=utf-8',
				'content-length': String(bytes.length),
			});
			response.end(bytes);
		})();
	});
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const digest = digestOf(items);
	return async () => {
		const since = requests;
		requests = 0;
		return { url, digest, requests: since };
	};
}
