import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDownload } from '../../lambdas/exportTransactions/openDownload';
import { sendWebhook } from '../../lambdas/notify/send';
import { withNames } from '../../campaigns/attack/names';

/** Requests of the functions to places that others name: download addresses and webhook targets. */

let server: Server;
let port: number;
let requests = 0;
beforeAll(async () => {
	server = createServer((_, response) => {
		requests++;
		response.socket?.write('HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	({ port } = server.address() as AddressInfo);
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

test.each([['127.0.0.1'], ['::1'], ['203.0.113.9', '10.0.0.1']])(
	'a download from a public name that leads to %s is refused, and not tried again',
	async (...addresses) => {
		let asked = 0;
		const download = withNames(
			(name) => (name === 'files.attack.example.com' ? (asked++, addresses) : undefined),
			() => openDownload(`http://files.attack.example.com:${port}/x`, {}, true),
		);
		await expect(download).rejects.toMatchObject({
			kind: 'invalid-response',
			retryable: false,
			message: expect.stringMatching(/private address/),
		});
		expect([asked, requests]).toEqual([1, 0]);
	},
);

test('a webhook target that switches protocols has given no answer', async () => {
	const url = `http://127.0.0.1:${port}/`;
	const target = { url, allowPrivateNetwork: true, timeoutSeconds: 30 };
	const { status, error } = await sendWebhook(target, { headers: {}, body: '{}' });
	expect([status, error]).toEqual([undefined, expect.stringMatching(/connection/)]);
});
