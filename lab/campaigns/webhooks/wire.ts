import { startLocalServer } from '../../kit/system/localServer';
import type { Random } from '../../../core/testing/random';

/** The network between the service and a receiver: what becomes of each message on its way. */

/**
 * `lost`: answered 200, and never there. `late`: answered 200, and there after the next check.
 * `reordered`: the messages of a round, last first. `repeated`: there twice, and once more after the
 * next check. `refused`: answered 503 once to three times before. `unanswered`: there, but the service
 * sees no answer.
 */
export const FATES = ['lost', 'late', 'reordered', 'repeated', 'refused', 'unanswered'] as const;
export type Fate = (typeof FATES)[number] | 'delivered';

/** A message as the service sent it. */
export interface Sent {
	path: string;
	body: string;
	signature: string;
	messageId: string;
	/** The content. */
	event: Record<string, unknown>;
	fate: Fate;
}

interface OnTheWay extends Sent {
	attempts: number;
	/** Number of attempts that are refused, for a message with this fate. */
	refusals: number;
}

export interface Wire {
	/** Base URL for webhooks; paths are those of the receiver. */
	url: string;
	/** Every message that the service sent, once. */
	sent: Sent[];
	/** Requests that reached the receiver, with its status (undefined: it died). */
	reached: Array<number | undefined>;
	/** Share of the messages that something happens to; 0: all are delivered. */
	trouble: number;
	/** Messages that were answered 200, and have not arrived yet. */
	waiting(): readonly Sent[];
	/** Delivers the reordered messages, last first. */
	flush(): Promise<void>;
	/** Delivers the late messages, and what is repeated late. */
	release(): Promise<void>;
	/** Sends a request to the receiver itself. Returns its status. */
	post(path: string, body: string, signature?: string): Promise<number | undefined>;
	close(): Promise<void>;
}

/** Starts a network to a receiver. `died` is called when the receiver did not answer, or with 502 or 503. */
export async function startWire(
	target: () => string,
	random: Random,
	died: () => void = () => undefined,
): Promise<Wire> {
	const fates = random.stream('fates');
	const known = new Map<string, OnTheWay>();
	const reordered: Sent[] = [];
	const late: Sent[] = [];

	async function post(path: string, body: string, signature?: string) {
		try {
			const response = await fetch(new URL(path, target()), {
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					...(signature !== undefined && { 'x-signature': signature }),
				},
				body,
			});
			await response.arrayBuffer();
			return response.status;
		} catch {
			return undefined;
		}
	}

	async function forward({ path, body, signature }: Sent): Promise<number | undefined> {
		const status = await post(path, body, signature);
		wire.reached.push(status);
		if (status === undefined || status >= 502) died();
		return status;
	}

	/** The status that the service gets; none if undefined. */
	async function answerTo(message: OnTheWay): Promise<number | undefined> {
		message.attempts += 1;
		const { fate, attempts, refusals } = message;
		if (fate === 'reordered') reordered.push(message);
		if (fate === 'late' || fate === 'repeated') late.push(message);
		if (fate === 'lost' || fate === 'late' || fate === 'reordered') return 200;
		if (fate === 'refused' && attempts <= refusals) return 503;
		if (fate === 'repeated') await forward(message);
		const status = await forward(message);
		return fate === 'unanswered' && attempts === 1 ? undefined : status;
	}

	const server = await startLocalServer(async (incoming, outgoing, read) => {
		const body = String(read);
		const { messageId, event } = JSON.parse(body) as Pick<Sent, 'messageId' | 'event'>;
		let message = known.get(messageId);
		if (!message) {
			const fate: Fate = fates.next() < wire.trouble ? fates.pick(FATES) : 'delivered';
			const signature = String(incoming.headers['x-signature']);
			const own = { path: incoming.url ?? '/', body, signature, messageId, event, fate };
			message = { ...own, attempts: 0, refusals: fates.whole(1, 3) };
			known.set(messageId, message);
			wire.sent.push(message);
		}
		const status = await answerTo(message);
		if (status === undefined) incoming.socket.destroy();
		else outgoing.writeHead(status, { 'content-type': 'application/json' }).end('{}');
	});

	const wire: Wire = {
		url: server.url,
		sent: [],
		reached: [],
		trouble: 0.4,
		waiting: () => [...reordered, ...late.filter(({ fate }) => fate === 'late')],
		async flush() {
			for (const message of reordered.splice(0).reverse()) await forward(message);
		},
		async release() {
			for (const message of late.splice(0)) await forward(message);
		},
		post,
		close: server.close,
	};
	return wire;
}
