import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { l1Validator, transfer } from './records';

/**
 * A data service with prepared responses, so that only the clients are measured: lists of as many
 * records as the request names, balances after a latency, and a file.
 */

const PAGE = 100;
/** Pages that differ; longer lists repeat their records, but for the ids of validators. */
const DISTINCT_PAGES = 50;

export interface Setup {
	/** Milliseconds that a balance takes. */
	latencyMs?: number;
	/** Bytes of the file. */
	fileBytes?: number;
	/** Validators of the list. */
	validators?: number;
}

const transferPages: string[] = [];

function transfersOf(page: number): string {
	const at = page % DISTINCT_PAGES;
	transferPages[at] ??= JSON.stringify(
		Array.from({ length: PAGE }, (_, index) => transfer(at * PAGE + index)),
	);
	return transferPages[at];
}

const hexOf = (value: number) => value.toString(16).padStart(6, '0');

/** A page token as the service's look; it holds the length of the list and the page. */
const tokenOf = (pages: number, page: number) =>
	`0f3c1b7e-52aa-4d19-8c40-${hexOf(pages)}${hexOf(page)}`;

function positionOf(token: string | null): [pages: number, page: number] | undefined {
	const digits = token?.slice(-12);
	return digits ? [parseInt(digits.slice(0, 6), 16), parseInt(digits.slice(6), 16)] : undefined;
}

/** An address that asks for so many pages. */
export const addressOfPages = (pages: number) => `0x${pages.toString(16).padStart(40, '0')}`;

function page(records: string, name: string, pages: number, at: number): string {
	const next = at + 1 < pages ? `"nextPageToken":"${tokenOf(pages, at + 1)}",` : '';
	return `{${next}"${name}":[${records}]}`;
}

const BALANCE = JSON.stringify({
	nativeTokenBalance: {
		name: 'Avalanche',
		symbol: 'AVAX',
		decimals: 18,
		logoUri: 'https://images.ctfassets.net/gcj8jwzm6086/logo/avax.png',
		chainId: '43114',
		price: { currencyCode: 'usd', value: 27.41 },
		balance: '1250000000000000000',
		balanceValue: { currencyCode: 'usd', value: 34.26 },
	},
});

const OPERATION = '7c1c4d5e-0a55-4a1f-9d0e-3b8f1c2d4e5f';

function operation(url: string): string {
	return JSON.stringify({
		operationId: OPERATION,
		operationType: 'TRANSACTION_EXPORT_EVM',
		operationStatus: 'COMPLETED',
		metadata: { downloadUrl: `${url}/file.csv` },
		createdAtTimestamp: 1_790_000_000,
		updatedAtTimestamp: 1_790_000_100,
	});
}

/** As with a key, and never used up. */
const LIMIT = {
	'ratelimit-policy': '1000000;w=60',
	'ratelimit-limit': '1000000',
	'ratelimit-remaining': '999000',
	'ratelimit-reset': '60',
};

const HEADER = 'date,chainId,txHash,from,to,value,fee\n';
const ROW = '2026-09-21,43114,0x1234abcd,0x1234abcd,0x1234abcd,1790000000,1000000\n';
const CHUNK = Buffer.alloc(64 * 1024, ROW);
/** The file's first chunk, of the same length. */
const FIRST = Buffer.alloc(CHUNK.length, HEADER + ROW.repeat(CHUNK.length / ROW.length));

async function sendFile(response: ServerResponse, bytes: number): Promise<void> {
	const headers = { 'content-type': 'text/csv', 'content-length': String(bytes), etag: '"file"' };
	response.writeHead(200, headers);
	for (let left = bytes; left > 0; left -= CHUNK.length) {
		if (response.destroyed) return;
		const chunk = left === bytes ? FIRST : CHUNK;
		if (!response.write(chunk.subarray(0, left))) {
			await new Promise<void>((resolve) => {
				response.once('drain', resolve).once('close', resolve);
			});
		}
	}
	response.end();
}

/** Starts the service; each run gives its URL. */
export async function prepare({ latencyMs = 0, fileBytes = 0, validators = 0 }: Setup) {
	const records = Array.from({ length: validators }, (_, index) => l1Validator(index));
	const validatorPages: string[] = [];
	for (let at = 0; at < validators; at += PAGE) {
		validatorPages.push(records.slice(at, at + PAGE).join(','));
	}
	let url = '';

	async function answer(target: URL): Promise<string | undefined> {
		const [, , , , , address] = target.pathname.split('/');
		const position = positionOf(target.searchParams.get('pageToken'));
		if (target.pathname.endsWith('/transactions:listErc20')) {
			const [pages, at] = position ?? [Number(address), 0];
			return page(transfersOf(at).slice(1, -1), 'transactions', pages, at);
		}
		if (target.pathname.endsWith('/l1Validators')) {
			const at = position?.[1] ?? 0;
			return page(validatorPages[at], 'validators', validatorPages.length, at);
		}
		if (target.pathname.endsWith('/balances:getNative')) {
			await wait(latencyMs);
			return BALANCE;
		}
		return target.pathname.includes('/operations/') ? operation(url) : undefined;
	}

	const server = createServer((request, response) => {
		void (async () => {
			const target = new URL(request.url ?? '/', url);
			if (target.pathname === '/file.csv') return await sendFile(response, fileBytes);
			const body = await answer(target);
			const bytes = Buffer.from(body ?? '{"message":"not found"}');
			response.writeHead(body === undefined ? 404 : 200, {
				'content-type': 'application/json; charset=utf-8',
				'content-length': String(bytes.length),
				...LIMIT,
			});
			response.end(bytes);
		})();
	});
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return async () => url;
}
