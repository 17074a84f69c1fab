import { startLocalServer } from './system/localServer';

/** A receiver of webhook messages on this machine, which keeps what it gets. */

/** A request as it was received. */
export interface Received {
	path: string;
	body: Uint8Array;
	signature?: string;
}

export interface WebhookReceiver {
	/** The URL without a path. */
	url: string;
	received: Received[];
	/** Answers the next requests; 200 by default. Undefined: no answer. */
	answer: (request: Received) => number | undefined | Promise<number | undefined>;
	close(): Promise<void>;
}

/** Starts a receiver on a free loopback port. */
export async function startReceiver(): Promise<WebhookReceiver> {
	const received: Received[] = [];
	const server = await startLocalServer(async (incoming, outgoing, read) => {
		const { 'x-signature': signature } = incoming.headers;
		const body = new Uint8Array(read);
		const request = { path: incoming.url ?? '', body, signature: signature as string };
		received.push(request);
		const status = await receiver.answer(request);
		if (status === undefined) return;
		outgoing.writeHead(status);
		outgoing.end();
	});
	const receiver: WebhookReceiver = {
		url: '',
		received,
		answer: () => 200,
		close: server.close,
	};
	receiver.url = server.url;
	return receiver;
}
