import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { sendWebhook } from '../../lambdas/notify/send';

/**
 * A process of a function may stand still between two runs, while a target closes what is idle: a message on such a
 * connection would fail, and wait for its next attempt.
 */

let server: Server;
afterEach(() => void server.closeAllConnections());
afterEach(() => void server.close());

test('the sender closes an idle connection before a target with the usual five seconds does', async () => {
	// This one never closes.
	server = createServer({ keepAliveTimeout: 0 }, (_, response) => void response.end('ok'));
	const connected = once(server, 'connection') as Promise<[Socket]>;
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const send = async () =>
		await sendWebhook(
			{ url, allowPrivateNetwork: true, timeoutSeconds: 10 },
			{ headers: {}, body: '{}' },
		);
	expect((await send()).status).toBe(200);
	const [socket] = await connected;
	await once(socket, 'close');
	expect((await send()).status).toBe(200);
});
