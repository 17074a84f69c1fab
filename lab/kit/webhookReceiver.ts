import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

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
	const server = createServer((incoming, outgoing) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', async () => {
			const { 'x-signature': signature } = incoming.headers;
			const body = new Uint8Array(Buffer.concat(chunks));
			const request = { path: incoming.url ?? '', body, signature: signature as string };
			received.push(request);
			const status = await receiver.answer(request);
			if (status === undefined) return;
			outgoing.writeHead(status);
			outgoing.end();
		});
	});
	const receiver: WebhookReceiver = {
		url: '',
		received,
		answer: () => 200,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return receiver;
}
