import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** An EVM endpoint of a node that answers `eth_getBalance`, also in batches of at most 40 calls. */

const PATH = '/ext/bc/C/rpc';
const MOST = 40;

export interface Setup {
	/** Milliseconds that a request takes, whatever the number of its calls. */
	latencyMs: number;
	/** The address whose balance the node does not have. */
	failing: string;
}

interface Call {
	id: number;
	params: [address: string];
}

/** The balance of an address, so that a balance of another one is noticed. */
export const balanceOf = (address: string) => BigInt(address) * 1_000_000_000n;

/** Starts the node; each run gives its URL. */
export async function prepare({ latencyMs, failing }: Setup) {
	const error = (id: unknown, code: number, message: string) => ({
		jsonrpc: '2.0',
		id,
		error: { code, message },
	});
	const answerTo = ({ id, params: [address] }: Call) =>
		address === failing
			? error(id, -32000, 'missing trie node')
			: { jsonrpc: '2.0', id, result: `0x${balanceOf(address).toString(16)}` };

	function answer(text: string): unknown {
		const body = JSON.parse(text) as Call | Call[];
		if (!Array.isArray(body)) return answerTo(body);
		if (body.length > MOST) return [error(body[0].id, -32600, 'batch too large')];
		return body.map(answerTo);
	}

	const server = createServer((request, response) => {
		let text = '';
		request.setEncoding('utf8');
		request.on('data', (chunk: string) => (text += chunk));
		request.on('end', () => {
			void wait(latencyMs).then(() => {
				const isCall = request.url === PATH && request.method === 'POST';
				const bytes = Buffer.from(isCall ? JSON.stringify(answer(text)) : '404 page not found');
				response.writeHead(isCall ? 200 : 404, {
					'content-type': 'application/json',
					'content-length': String(bytes.length),
				});
				response.end(bytes);
			});
		});
	});
	server.keepAliveTimeout = 600_000;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return async () => url;
}
