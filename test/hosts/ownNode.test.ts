import { clientWith } from '../../core/client';
import { DEFAULT_URLS } from '../../core/access';
import * as health from '../../core/subjects/health/health';
import * as info from '../../core/subjects/info/info';
import { hintOf } from '../../nodes/shared/errors';
import type { Failure } from '../../core/failure';
import { caught, fakeClock, fakeTransport } from '../core/protocol/fakes';

/** Methods that only one's own node answers are refused at public endpoints. */

function clientOf(url: string) {
	const { transport, requests } = fakeTransport(() => ({
		status: 200,
		text: '{"jsonrpc":"2.0","id":1,"result":{"networkID":"1","numPeers":"0","peers":[]}}',
		headers: {},
	}));
	const client = clientWith({ services: { node: { url } }, transport, clock: fakeClock() });
	return { client, requests };
}

test('the default node is a public one, and answers what any node answers', async () => {
	const { client, requests } = clientOf(DEFAULT_URLS.nodeUrl);
	await client.call(info.getNetworkId, {});
	expect(requests.map(({ url }) => url)).toEqual(['https://api.avax.network/ext/info']);
});

test.each([health.getHealth, info.getManyPeers])(
	'$id says that it needs a node of your own',
	async (operation) => {
		for (const url of [
			DEFAULT_URLS.nodeUrl,
			'https://api.avax-test.network',
			'https://a.quiknode.pro/x',
		]) {
			const { client, requests } = clientOf(url);
			const failure = (await caught(() => client.call(operation, {}))) as unknown as Failure;
			expect(failure).toMatchObject({ kind: 'invalid-input', operation: operation.id });
			expect(failure.message).toBe(
				`${operation.resource.name}: ${operation.entry.name} can only be read from your own node: ${new URL(url).hostname} answers for an arbitrary node. Set Node URL in the credential to your node`,
			);
			expect(hintOf(failure)).toMatch(/^Set the Node URL in the credential to a node of your own/);
			expect(requests).toEqual([]);
		}
	},
);

test('hosts with similar names are not rejected', async () => {
	for (const url of [
		'https://notavax.network',
		'https://avax.network.test',
		'http://127.0.0.1:9650',
	]) {
		const { client, requests } = clientOf(url);
		await client.call(info.getManyPeers, {});
		expect(requests).toHaveLength(1);
	}
});
