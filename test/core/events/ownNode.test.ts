import type { EventDeclaration } from '../../../core/events/declare';
import { l1BalanceLow } from '../../../core/subjects/events/l1BalanceLow/declare';
import { nodeVersionBehind } from '../../../core/subjects/events/nodeVersionBehind/declare';
import { validatorDisconnected } from '../../../core/subjects/events/validatorDisconnected/declare';
import { validatorUptime } from '../../../core/subjects/events/validatorUptime/declare';
import { nodeIdOf } from '../../../core/formats/ids';
import { answer, rpcAnswer } from '../protocol/fakes';
import { hostOf, polling } from './world';

/** Events about the own node and its peers: five nodes, as a local network has them. */

const NODES = [1, 2, 3, 4, 5].map((byte) => nodeIdOf(new Uint8Array(20).fill(byte)));
const [OWN, ...PEERS] = NODES;
const SUBNET = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';

/** State that the node reports; a test changes it between polls. */
interface Node {
	/** Seconds since the start of its process; undefined if it does not publish metrics. */
	age?: number;
	/** Uptime of the node as each connected peer observes it (percent). */
	peers: Record<string, number>;
	/** Stakes of validators and of their delegators. */
	stakes: Record<string, [own: number, delegated: number]>;
	versions: Record<string, string>;
	connected: boolean;
	/** An answer of a node that is not ready, for its P-Chain. */
	bootstrapping?: boolean;
}

function fiveNodes(): Node {
	return {
		age: 86_400,
		peers: Object.fromEntries(PEERS.map((nodeId) => [nodeId, 99])),
		stakes: Object.fromEntries(NODES.map((nodeId) => [nodeId, [2_000, 0]])),
		versions: {},
		connected: true,
	};
}

function watch(event: EventDeclaration, given: Record<string, unknown>, node: Node) {
	const start = Date.parse('2026-03-01T00:00:00Z') / 1000 - 86_400 * 300;
	const answers: Record<string, (params: { nodeIDs?: string[] }) => unknown> = {
		'info.getNodeID': () => ({ nodeID: OWN }),
		'info.getNodeVersion': () => ({ version: 'avalanchego/1.14.2' }),
		'info.upgrades': () => ({ heliconTime: '9999-12-01T00:00:00Z' }),
		'info.peers': () => ({
			numPeers: String(Object.keys(node.peers).length),
			peers: Object.entries(node.peers).map(([nodeID, observed]) => ({
				nodeID,
				version: `avalanchego/${node.versions[nodeID] ?? '1.14.2'}`,
				observedUptime: String(observed),
			})),
		}),
		'platform.getCurrentValidators': ({ nodeIDs = NODES }) => ({
			validators: Object.entries(node.stakes)
				.filter(([nodeID]) => nodeIDs.includes(nodeID))
				.map(([nodeID, [weight, delegatorWeight]]) => ({
					nodeID,
					startTime: String(start),
					weight: String(weight),
					delegatorWeight: String(delegatorWeight),
					connected: node.connected,
					uptime: '99.0000',
				})),
		}),
	};
	const host = hostOf(({ url, body }) => {
		if (url.endsWith('/ext/metrics')) {
			if (node.age === undefined) return answer('404 page not found', 404);
			const at = host.clock.now() / 1000 - node.age;
			return answer(`avalanche_process_process_start_time_seconds ${at.toExponential()}\n`);
		}
		if (url.endsWith('/ext/bc/P') && node.bootstrapping)
			return answer('API call rejected because chain is not done bootstrapping\n', 503);
		return rpcAnswer(body, ({ method, params }) => ({ result: answers[method](params) }));
	});
	const { poll } = polling(event, given, host);
	return async (change: Partial<Node> = {}) => {
		Object.assign(node, change);
		return await poll();
	};
}

const without = (peers: Record<string, number>, ...gone: string[]) =>
	Object.fromEntries(Object.entries(peers).filter(([nodeId]) => !gone.includes(nodeId)));
const all = (observed: number) => Object.fromEntries(PEERS.map((nodeId) => [nodeId, observed]));
const changes = (events: Array<Record<string, unknown>>) => events.map(({ change }) => change);

describe('the uptime of the own node as its peers see it', () => {
	const settings = { observer: 'peers', thresholds: '95, 80' };

	it('is that of the peers which report: not lower when one of five stops', async () => {
		const node = fiveNodes();
		const poll = watch(validatorUptime, settings, node);
		for (let polls = 0; polls < 10; polls++)
			expect(await poll({ peers: without(all(99), PEERS[0]) })).toEqual([]);
	});

	it('is not low after a start of the node, when no peer has reported yet', async () => {
		const poll = watch(validatorUptime, settings, fiveNodes());
		expect(await poll()).toEqual([]);
		// Peers say 0 until their first ping; some of them longer, while they are bootstrapping.
		for (let minutes = 0; minutes < 15; minutes++) {
			const peers = minutes === 0 ? {} : minutes < 10 ? all(0) : all(3);
			expect(await poll({ age: minutes * 60, peers })).toEqual([]);
		}
		for (let polls = 0; polls < 4; polls++)
			expect(await poll({ age: 900 + 60 * polls, peers: all(99) })).toEqual([]);
	});

	it('is weighted by stake with delegations, and the item has count and weight', async () => {
		const node = fiveNodes();
		// A tenth of all stake does not report; the heaviest one reports less than the others.
		node.stakes = {
			[OWN]: [1_000, 0],
			[PEERS[0]]: [1_000, 4_000],
			[PEERS[1]]: [1_000, 1_000],
			[PEERS[2]]: [1_000, 0],
			[PEERS[3]]: [1_000, 0],
		};
		node.peers = { [PEERS[0]]: 70, [PEERS[1]]: 90, [PEERS[2]]: 100, [PEERS[3]]: 0 };
		const poll = watch(validatorUptime, { ...settings, holdPolls: 1 }, node);
		expect(await poll()).toMatchObject([
			{
				change: 'crossed',
				severity: 'critical',
				level: 2,
				uptime: (70 * 5 + 90 * 2 + 100) / 8,
				medianUptime: 70,
				rewardingStake: (100 * 3) / 8,
				reportingPeers: 3,
				reportingStake: '8000',
				reportingShare: 90,
			},
		]);
	});

	it('must be low for three polls', async () => {
		const poll = watch(validatorUptime, settings, fiveNodes());
		await poll();
		expect(await poll({ peers: all(70) })).toEqual([]);
		expect(await poll()).toEqual([]);
		expect(changes(await poll())).toEqual(['crossed']);
	});

	it.each<[string, Partial<Node>, RegExp]>([
		[
			'less than 80 % of the stake reports',
			{ peers: without(all(20), PEERS[0], PEERS[1]) },
			/2 of 2 peers report .* 60 % of the stake, and 80 % are needed/,
		],
		['no peer reports', { peers: all(0) }, /0 of 4 peers report/],
		['the node has no peers', { peers: {} }, /0 of 0 peers report/],
		[
			'the node is not a validator',
			{ stakes: Object.fromEntries(PEERS.map((nodeId) => [nodeId, [1, 0]])) },
			/NodeID-\w+ is not a validator/,
		],
		['the node is bootstrapping', { bootstrapping: true }, /not done bootstrapping/],
	])('is not known, and not low, if %s', async (_, change, message) => {
		const poll = watch(validatorUptime, settings, fiveNodes());
		await expect(
			watch(validatorUptime, settings, { ...fiveNodes(), ...change })(),
		).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringMatching(message) });
		await poll();
		const polls = [await poll(change), await poll(), await poll(), await poll()];
		expect(polls.map(changes)).toEqual([[], [], ['checkFailed'], []]);
		expect(polls[2][0].text).toMatch(message);
		expect(changes(await poll({ ...fiveNodes(), bootstrapping: false }))).toEqual(['checkWorks']);
	});

	it('is known of a node that publishes no metrics, by the other rules', async () => {
		const poll = watch(validatorUptime, settings, { ...fiveNodes(), age: undefined });
		expect(await poll()).toEqual([]);
		await poll({ peers: all(70) });
		await poll();
		expect(changes(await poll())).toEqual(['crossed']);
	});

	it('is waited for if the first poll comes within 15 minutes of a start', async () => {
		const poll = watch(validatorUptime, settings, fiveNodes());
		for (let minutes = 1; minutes < 15; minutes++)
			expect(await poll({ age: minutes * 60, peers: all(70) })).toEqual([]);
		expect(changes(await poll({ age: 900 }))).toEqual(['crossed']);
		const other = watch(validatorUptime, settings, { ...fiveNodes(), age: 60 });
		for (let polls = 0; polls < 30; polls++) expect(await other()).toEqual([]);
		await expect(other()).rejects.toMatchObject({ kind: 'unavailable' });
	});

	it('is a failed check if the node starts again and again for half an hour', async () => {
		const poll = watch(validatorUptime, settings, fiveNodes());
		await poll();
		const events: unknown[] = [];
		for (let polls = 0; polls < 40; polls++) events.push(...changes(await poll({ age: 60 })));
		expect(events).toEqual(['checkFailed']);
		expect(changes(await poll({ age: 901 }))).toEqual(['checkWorks']);
	});
});

describe('the connection of validators to the own node', () => {
	const settings = { observer: 'node', nodeIds: PEERS.slice(0, 1), holdPolls: 1 };

	it('is not lost while the node starts, nor if the node has no peers', async () => {
		const poll = watch(validatorDisconnected, settings, fiveNodes());
		expect(await poll()).toEqual([]);
		for (let minutes = 0; minutes < 15; minutes++)
			expect(await poll({ age: minutes * 60, connected: false })).toEqual([]);
		expect(await poll({ connected: true })).toEqual([]);
		const away = { age: 86_400, connected: false, peers: {} };
		expect([await poll(away), await poll(away)]).toEqual([[], []]);
		expect(changes(await poll(away))).toEqual(['checkFailed']);
		const reported = changes(await poll({ peers: all(99) }));
		expect(reported).toEqual(['checkWorks', 'crossed']);
	});
});

describe('the versions of peers', () => {
	it('count by stake with delegations', async () => {
		const node = fiveNodes();
		node.stakes[PEERS[0]] = [2_000, 12_000];
		node.versions = { [PEERS[0]]: '1.15.0' };
		const poll = watch(nodeVersionBehind, {}, node);
		expect(await poll()).toMatchObject([
			{ change: 'crossed', level: 2, newerShare: 70, newerPeers: 1, peers: 4 },
		]);
	});

	it('of stopped peers count neither as newer nor as old, and are not failed checks', async () => {
		const node = fiveNodes();
		node.versions = { [PEERS[0]]: '1.15.0' };
		const poll = watch(nodeVersionBehind, {}, node);
		expect(changes(await poll())).toEqual(['crossed']);
		const few = { peers: { [PEERS[1]]: 99, [PEERS[2]]: 99 } };
		for (let polls = 0; polls < 5; polls++) expect(await poll(few)).toEqual([]);
		expect(changes(await poll({ peers: all(99), versions: {} }))).toEqual(['recovered']);
		// One of two visible peers is newer, which is a quarter of all.
		const half = { peers: { [PEERS[0]]: 99, [PEERS[1]]: 99 }, versions: { [PEERS[0]]: '1.15.0' } };
		expect(await poll(half)).toMatchObject([{ change: 'crossed', level: 1, newerShare: 25 }]);
		await expect(
			watch(nodeVersionBehind, {}, { ...fiveNodes(), peers: {} })(),
		).rejects.toMatchObject({ kind: 'unavailable' });
	});
});

test('the weight of an L1 counts validators that are older than it', async () => {
	const price = 512;
	const own = (weight: number, days: number, at: number) => ({
		validationID: ['Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF', SUBNET][at],
		nodeID: PEERS[at],
		weight: String(weight),
		balance: String(days * 86_400 * price),
	});
	const legacy = (nodeID: string) => ({ nodeID, txID: SUBNET, weight: '100' });
	const host = hostOf(({ body }) =>
		rpcAnswer(body, ({ method }) => ({
			result:
				method === 'platform.getValidatorFeeState'
					? { price, excess: 0, timestamp: '2026-03-01T00:00:00Z' }
					: { validators: [...NODES.slice(2).map(legacy), own(19, 90, 0), own(5, 0, 1)] },
		})),
	);
	const poll = async (weightAtRisk: string) => {
		const { poll } = polling(l1BalanceLow, { subnetId: SUBNET, weightAtRisk }, host);
		return (await poll()).filter(({ scope }) => scope === 'l1');
	};
	expect(await poll('10, 33')).toEqual([]);
	expect(await poll('1')).toMatchObject([
		{ weight: '324', weightAtRisk: '5', percentAtRisk: 1.54, validators: 5, inactive: 1 },
	]);
});
