import type { HttpRequest, HttpResponse, Transport } from '../../../core/protocol/ports';
import { answer } from './fakes';

/** A node that answers batches of eth_getBalance as geth's server does, and faults of proxies before it. */

export interface RpcCall {
	jsonrpc: string;
	id: number;
	method: string;
	params: unknown[];
}

interface Envelope {
	jsonrpc: '2.0';
	id: unknown;
	result?: unknown;
	error?: { code: number; message: string };
}

export const FAULTS = [
	'reordered',
	'missing',
	'doubled',
	'foreign',
	'unavailable',
	'broken',
	'empty',
	'reset',
	'limited',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface BatchNodeOptions {
	/** Maximum number of calls of a batch; 0: the server takes no batches, as gorilla's. */
	most?: number;
	/** The form of a refusal: geth's list, or one object. */
	refusal?: 'list' | 'object' | 'status';
	/** The fault of a request; undefined: none. */
	fault?: (index: number, calls: number) => Fault | undefined;
	/** The error of a call. */
	errorOf?: (address: string) => { code: number; message: string } | undefined;
	/** Waits before an answer. */
	wait?: (request: HttpRequest) => Promise<void>;
}

export const addressOf = (index: number) => `0x${(index + 1).toString(16).padStart(40, '0')}`;
export const balanceOf = (address: string) => BigInt(address) * 10n;

/** The node: its transport, and what it was asked. */
export function batchNode(options: BatchNodeOptions = {}) {
	const { most = 1_000, refusal = 'list', fault, errorOf, wait } = options;
	const sizes: number[] = [];
	const singles: string[] = [];
	const ids: number[] = [];
	/** The number of requests of each address, and those whose answer arrived. */
	const asked = new Map<string, number>();
	const delivered = new Set<string>();
	const askedAgain: string[] = [];
	let requests = 0;
	let inFlight = 0;
	let mostInFlight = 0;

	function envelope({ id, params }: RpcCall): Envelope {
		const [address] = params as [string];
		const error = errorOf?.(address);
		if (error) return { jsonrpc: '2.0', id, error };
		return { jsonrpc: '2.0', id, result: `0x${balanceOf(address).toString(16)}` };
	}

	function refused(calls: readonly RpcCall[]): HttpResponse {
		const error = { code: -32600, message: 'batch too large' };
		if (refusal === 'status') return answer('Payload too large', 413);
		const one = { jsonrpc: '2.0', id: refusal === 'list' ? calls[0].id : null, error };
		return answer(refusal === 'list' ? [one] : one);
	}

	function spoilt(kind: Fault | undefined, list: Envelope[], note: (list: Envelope[]) => void) {
		if (kind === 'unavailable') return answer('busy', 503);
		if (kind === 'limited') return answer({ message: 'slow down' }, 429, { 'retry-after': '1' });
		if (kind === 'broken') return answer(JSON.stringify(list).slice(0, -2));
		if (kind === 'empty') return answer('');
		if (kind === 'foreign') return answer([...list.slice(1), { ...list[0], id: 999_999 }]);
		if (kind === 'missing') {
			note(list.slice(1));
			return answer(list.slice(1));
		}
		if (kind === 'doubled') {
			note(list.slice(1));
			return answer([list[0], ...list]);
		}
		note(list);
		return answer(kind === 'reordered' ? [...list].reverse() : list);
	}

	const transport: Transport = async (request) => {
		const index = requests++;
		const body = JSON.parse(request.body ?? '') as RpcCall | RpcCall[];
		inFlight++;
		mostInFlight = Math.max(mostInFlight, inFlight);
		try {
			await wait?.(request);
		} finally {
			inFlight--;
		}
		const calls = Array.isArray(body) ? body : [body];
		const kind = fault?.(index, calls.length);
		if (kind === 'reset') throw Object.assign(new Error('read'), { code: 'ECONNRESET' });
		const byId = new Map(calls.map(({ id, params }) => [id, params[0] as string]));
		for (const address of byId.values()) {
			if (delivered.has(address)) askedAgain.push(address);
			asked.set(address, (asked.get(address) ?? 0) + 1);
		}
		const note = (list: Envelope[]) => {
			for (const { id } of list) delivered.add(byId.get(id as number) as string);
		};
		if (!Array.isArray(body)) {
			singles.push(body.method);
			if (kind === 'unavailable' || kind === 'limited') return spoilt(kind, [], note);
			if (kind !== undefined && kind !== 'reordered') return answer('{');
			const one = envelope(body);
			note([one]);
			return answer(one);
		}
		sizes.push(body.length);
		ids.push(...byId.keys());
		if (most === 0) {
			const message = 'json: cannot unmarshal array into Go value of type json2.serverRequest';
			return answer({ jsonrpc: '2.0', error: { code: -32700, message, data: null }, id: null });
		}
		if (body.length > most) {
			return refused(body);
		}
		return spoilt(kind, body.map(envelope), note);
	};
	return {
		transport,
		sizes,
		singles,
		ids,
		asked,
		askedAgain,
		get requests() {
			return requests;
		},
		get mostInFlight() {
			return mostInFlight;
		},
	};
}
