import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDownload } from '../../lambdas/exportTransactions/openDownload';
import { sendWebhook } from '../../lambdas/notify/send';
import { isPrivateAddress } from '../../core/protocol/privateHosts';
import { parseStartEvent, type StartOrder } from '../../lambdas/startExport/event';
import { planExecutions } from '../../lambdas/startExport/plan';
import { withNames } from '../attack/names';

/** What `npm run attack` once found in the functions. */

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
			(name) => (name === 'files.attack.test' ? (asked++, addresses) : undefined),
			() => openDownload(`http://files.attack.test:${port}/x`, {}, true),
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

test('an address that is translated to a private one is private', () => {
	expect(isPrivateAddress('::ffff:0:127.0.0.1')).toBe(true);
	expect(isPrivateAddress('2606:4700::1111')).toBe(false);
});

test('an order that stands for more exports than can be started is refused at once', () => {
	const order = (chains: number, addresses: number) =>
		parseStartEvent({
			rule: 'yesterday',
			chains: Array.from({ length: chains }, (_, n) => String(n + 1)),
			addresses: Array.from({ length: addresses }, (_, n) => `0x${String(n).padStart(40, '0')}`),
			batchSize: 1,
		}) as StartOrder;
	expect(() => planExecutions(order(40_000, 40_000), 0)).toThrow(/1600000000 exports/);
	expect(() => planExecutions(order(1, 1_001), 0)).toThrow(/1001 exports/);
	expect(planExecutions(order(10, 100), Date.UTC(2026, 10, 7))).toHaveLength(1_000);
});
