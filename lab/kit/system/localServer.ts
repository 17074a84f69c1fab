import {
	type IncomingMessage,
	type ServerOptions,
	type ServerResponse,
	createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request, whose body has been read. */
export type Answering = (
	request: IncomingMessage,
	response: ServerResponse,
	body: Buffer,
) => unknown;

/** Starts an HTTP server on a free loopback port; its URL has no slash at its end. */
export async function startLocalServer(answer: Answering, options: ServerOptions = {}) {
	const server = createServer(options, (request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => void answer(request, response, Buffer.concat(chunks)));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		server,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
