import {
	type Failure,
	type HttpRequest,
	type HttpResponse,
	createClient,
	readContract,
} from '../../../core';
import { answer, fakeClock } from '../protocol/fakes';

/** A token, and a node that answers for it. */

export const TOKEN = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
export const OWNER = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
export const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
export const MAX = 2n ** 256n - 1n;

interface Sent {
	method: string;
	params: unknown[];
}

/** A client whose node answers with a result or an error; `sent` are the calls. */
export function clientOf(reply: { result?: unknown; error?: object }) {
	const sent: Sent[] = [];
	const transport = async ({ body }: HttpRequest): Promise<HttpResponse> => {
		sent.push(JSON.parse(body ?? '') as Sent);
		return await Promise.resolve(answer({ jsonrpc: '2.0', id: 1, ...reply }));
	};
	const client = createClient({ transport, clock: fakeClock(), retry: { retries: 0 } });
	return { client, sent };
}

export const at = { blockchainId: 'C', address: TOKEN };

export async function read(result: unknown, more: object = {}) {
	const { client, sent } = clientOf({ result });
	const input = { ...at, function: 'balanceOf(address)(uint256)', args: [OWNER], ...more };
	return { read: await readContract(client, input), sent };
}

/** The failure of a call or a computation. */
export async function failureOf(step: () => unknown): Promise<Failure> {
	try {
		await step();
	} catch (error) {
		return error as Failure;
	}
	throw new Error('It did not fail');
}

/** An ABI with several functions of a name, and an error. */
export const ABI = [
	{ type: 'function', name: 'get', inputs: [{ type: 'uint8' }], outputs: [{ type: 'string' }] },
	{
		type: 'function',
		name: 'of',
		inputs: [{ type: 'address', name: 'who' }],
		outputs: [{ type: 'bool' }],
	},
	{
		type: 'function',
		name: 'of',
		inputs: [{ type: 'uint256', name: 'id' }],
		outputs: [{ type: 'bool' }],
	},
	{ type: 'function', name: 'of', inputs: [], outputs: [{ type: 'bool' }] },
	{ type: 'function', name: 'stop', inputs: [], outputs: [] },
	{ type: 'error', name: 'Denied', inputs: [{ type: 'address', name: 'who' }] },
];
