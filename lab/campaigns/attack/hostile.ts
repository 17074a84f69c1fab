import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request, whose body has been read. */
export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A server with the answers that an attack sets. */
export interface Hostile {
	/** Without a slash at its end. */
	url: string;
	/** Requests since it was last set to 0. */
	requests: number;
	answer: Answer;
	reset(): void;
	close(): Promise<void>;
}

/** Starts a hostile server on a free loopback port. */
export async function startHostile(): Promise<Hostile> {
	const server = createServer({ maxHeaderSize: 8 * 1024 * 1024 }, (request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		response.on('error', () => undefined);
		request.on('error', () => undefined);
		request.on('end', () => {
			hostile.requests++;
			hostile.answer(request, response, Buffer.concat(chunks));
		});
	});
	server.on('connection', (socket) => {
		socket.on('error', () => undefined);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const hostile: Hostile = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests: 0,
		answer: (_, response) => response.end(),
		reset() {
			hostile.requests = 0;
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
	return hostile;
}

/** An answer of one body. */
export function reply(
	body: string | Buffer,
	status = 200,
	headers: Record<string, string> = { 'content-type': 'application/json' },
): Answer {
	return (_, response) => response.writeHead(status, headers).end(body);
}
