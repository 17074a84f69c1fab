import { clientWith } from '../../../core/client';
import { createGather } from '../../../core/protocol/gather';
import { askingOf } from '../../../core/protocol/together';
import { getManyPeers } from '../../../core/subjects/info/info';
import { fakeClock, fakeTransport, rpcAnswer } from './fakes';

/** Lists that several callers ask for at the same time, as a client with `gather` sends them. */

const [FIRST, SECOND, STRANGER] = [
	'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
	'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	'NodeID-111111111111111111116DBWJs',
];

/** The peers that two callers get: of the first node, and of both; and the numbers of nodes in the requests. */
async function peersOfBoth(more: (asked: string[]) => string[] = () => []) {
	const sizes: number[] = [];
	const { transport } = fakeTransport(({ body }) =>
		rpcAnswer(body, ({ params }) => {
			const { nodeIDs } = params as { nodeIDs: string[] };
			sizes.push(nodeIDs.length);
			const peers = [...nodeIDs, ...more(nodeIDs)].map((nodeID) => ({ nodeID }));
			return { result: { numPeers: String(peers.length), peers } };
		}),
	);
	const client = clientWith({
		services: { node: { url: 'https://node.test' } },
		transport,
		clock: { ...fakeClock(), sleep: async () => await new Promise(setImmediate) },
		gather: { batchSize: 40, concurrency: () => 5 },
		missing: () => undefined,
	});
	const asked = [[FIRST], [FIRST, SECOND]];
	const got = await Promise.all(
		asked.map(async (nodeIDs) => (await client.call(getManyPeers, { nodeIDs })).peers),
	);
	return { sizes, got, ids: got.map((peers) => peers.map(({ nodeID }) => nodeID)) };
}

test('are one request, and each caller has items of its own', async () => {
	const { sizes, got, ids } = await peersOfBoth();
	expect(sizes).toEqual([2]);
	expect(ids).toEqual([[FIRST], [FIRST, SECOND]]);
	expect(got[0][0]).not.toBe(got[1][0]);
});

test('are asked for alone if an item belongs to none of them', async () => {
	const { sizes, ids } = await peersOfBoth((asked) => (asked[1] ? [STRANGER] : []));
	expect(sizes).toEqual([2, 1, 2]);
	expect(ids).toEqual([[FIRST], [FIRST, SECOND, STRANGER]]);
});

test.each([
	[undefined, false],
	[0, false],
	[1, true],
	[1000, true],
	[1001, false],
])('of %p values are asked for with others: %p', (count, together) => {
	const nodeIDs = count === undefined ? undefined : Array<string>(count).fill(FIRST);
	// A list without values means all.
	expect(askingOf(getManyPeers, { nodeIDs }) !== undefined).toBe(together);
});

test('a request that is full is sent at once, with exactly so many calls', async () => {
	const gather = createGather(() => 1);
	const sent: number[][] = [];
	const send = async (calls: readonly number[]) => {
		sent.push([...calls]);
		return calls;
	};
	const answers = [1, 2].map((one) => gather.ask(one, { key: 'one', most: 2, send }));
	expect(sent).toEqual([[1, 2]]);
	expect(await Promise.all(answers)).toEqual([1, 2]);
});
