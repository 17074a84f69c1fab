import {
	type AnyOperation,
	type Client,
	type Clock,
	createClient,
	type Failure,
	type HttpRequest,
	type HttpResponse,
	isFailure,
	type ServiceAccess,
	type Transport,
} from '../../../core';

/** Calls operations through the package, and keeps what was sent and what the node said. */

/** Nodes that collect signatures answer late, or not at all. */
const TIMEOUT_MS = 60_000;

const VERSION = 'info.getNodeVersion';

/** A call of an operation. */
export interface Use {
	/** The name of the call in failures. */
	name?: string;
	/** Values of the operation's fields. */
	input: Record<string, unknown>;
	/** Of a list: the size of its pages, of which the first two are read. */
	pageSize?: number;
}

/** Last request of one call of the package, and its response as it was received. */
export interface Exchange {
	request: HttpRequest;
	response: HttpResponse;
}

/** Result of a call. */
export type End =
	| { type: 'answer'; answer: unknown; exchange: Exchange }
	/** Refused by the package: nothing was sent. */
	| { type: 'unsent'; failure: Failure }
	/** Refused by the node, or an answer that the package does not take. */
	| { type: 'failure'; failure: Failure; exchange?: Exchange }
	/** An error that is none of the package's kinds. */
	| { type: 'crash'; error: unknown };

export interface Asker {
	client: Client;
	/** Makes a call, or reads the first pages of a list. */
	call(operation: AnyOperation, use: Use): Promise<End>;
	/** Sends a request as it is. */
	send: Transport;
	/** Everything that was exchanged since the last call of this function. */
	taken(): Exchange[];
}

interface Envelope {
	id: unknown;
}

/** The exchange of one call: of a batch, which has the number of the last block before a call, its last one. */
export function ofOneCall({ request, response }: Exchange): Exchange {
	if (!request.body?.startsWith('[') || !response.text.startsWith('['))
		return { request, response };
	const call = (JSON.parse(request.body) as Envelope[]).at(-1);
	const answers = JSON.parse(response.text) as Envelope[];
	const answer = answers.find(({ id }) => id === call?.id);
	return {
		request: { ...request, body: JSON.stringify({ ...call, id: 1 }) },
		response: { ...response, text: JSON.stringify({ ...answer, id: 1 }) },
	};
}

export interface AskerOptions {
	services: Partial<Record<'data' | 'metrics' | 'node', ServiceAccess>>;
	transport: Transport;
	clock?: Clock;
	timeoutMs?: number;
	/** Changes the text that the package reads: a fault that has to be found. */
	read?: (request: HttpRequest, text: string) => string;
}

/** Creates an asker. Failed requests are not retried: that would cost twice with the same result. */
export function createAsker(options: AskerOptions): Asker {
	const { services, transport, clock, timeoutMs = TIMEOUT_MS, read } = options;
	let exchanges: Exchange[] = [];
	const client = createClient({
		services,
		clock,
		retry: { retries: 0 },
		timeoutMs,
		transport: async (request) => {
			const response = await transport(request);
			exchanges.push({ request, response });
			return read ? { ...response, text: read(request, response.text) } : response;
		},
	});
	async function firstPages(operation: AnyOperation, input: object, pageSize: number) {
		const all: unknown[] = [];
		const limits = { pageSize, limit: 2 * pageSize };
		for await (const page of client.pages(operation, input as never, limits)) all.push(page);
		return all;
	}
	const taken = () => {
		const all = exchanges;
		exchanges = [];
		return all;
	};
	return {
		client,
		send: transport,
		taken,
		async call(operation, { input, pageSize }) {
			taken();
			try {
				const answer: unknown = await (pageSize === undefined
					? client.call(operation, input as never)
					: firstPages(operation, input, pageSize));
				return { type: 'answer', answer, exchange: ofOneCall(exchanges[exchanges.length - 1]) };
			} catch (failure) {
				if (!isFailure(failure)) return { type: 'crash', error: failure };
				// Behind a refusal, the client may ask for the version of the node.
				const isAside = ({ request }: Exchange) => request.body?.includes(VERSION);
				const asked = exchanges.filter((one) => operation.id === VERSION || !isAside(one));
				const last = asked.at(-1);
				const exchange = last && ofOneCall(last);
				const sent = exchange !== undefined || failure.kind !== 'invalid-input';
				return sent ? { type: 'failure', failure, exchange } : { type: 'unsent', failure };
			}
		},
	};
}
