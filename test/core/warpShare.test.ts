import { cb58Encode, createClient, decodeUnsigned } from '../../core';
import { signedShare } from '../../core/subjects/warp/signedShare';
import {
	entryOf,
	keysInOrder,
	signedBy,
	unsignedBytes,
	validatorOf,
} from '../../core/testing/warpSigning';

/** The share of the weight that a signed message carries, by the validators of its subnet. */

const five = ['a', 'b', 'c', 'd', 'e'].map((seed) => validatorOf(seed, 20n));
const SUBNET = 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi';

/** A node that knows the five validators. */
function nodeOf() {
	const asked: unknown[] = [];
	const validators = Object.fromEntries(
		five.map(entryOf).map(({ nodeId = '', ...rest }) => [nodeId, rest]),
	);
	const results: Record<string, object> = {
		'platform.validatedBy': { subnetID: SUBNET },
		'platform.getHeight': { height: '1234' },
		'platform.getValidatorsAt': { validators },
	};
	const client = createClient({
		nodeUrl: 'http://127.0.0.1:9650',
		transport: async ({ body = '' }) => {
			const { id, method, params } = JSON.parse(body) as Record<string, unknown>;
			asked.push([method, params]);
			const text = JSON.stringify({ jsonrpc: '2.0', id, result: results[String(method)] });
			return { status: 200, headers: {}, text };
		},
	});
	return { client, asked };
}

test.each([
	[2, 40],
	[4, 80],
	[1, 20],
])('%i of five signers carry %i percent', async (count, signedPercentage) => {
	const { client, asked } = nodeOf();
	const signedMessage = signedBy(keysInOrder(five), [...Array(count).keys()]);
	expect(await signedShare(client, { signedMessage })).toEqual({
		signers: count,
		signedWeight: String(20 * count),
		totalWeight: '100',
		signedPercentage,
		pChainHeight: 1234,
	});
	const blockchainID = cb58Encode(decodeUnsigned(unsignedBytes).sourceChainId);
	expect(asked).toEqual([
		['platform.validatedBy', { blockchainID }],
		['platform.getHeight', {}],
		['platform.getValidatorsAt', { height: '1234', subnetID: SUBNET }],
	]);
});

test('a subnet that was asked for is taken', async () => {
	const { client, asked } = nodeOf();
	await signedShare(client, { signedMessage: signedBy(keysInOrder(five), [0]), subnetID: SUBNET });
	expect(asked.map((one) => (one as string[])[0])).not.toContain('platform.validatedBy');
});
