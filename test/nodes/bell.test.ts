import { createRequire } from 'node:module';
import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import type { Clock } from '../../core';
import { type NodeSocket, startNodeSocket } from '../../lab/kit/nodeSocket';
import type { EngineMode, PollHost } from '../../lab/kit/pollHost';
import { benchForTests } from './triggerKit';

/** Poll at Once: the WebSocket of a node says when to poll, and nothing else. */

const TRANSPORT = path.resolve('dist/nodes/shared/transport.js');
const TOPIC = '0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93';
const SAFE = '0x5afe5afE5afE5afE5afE5aFe5aFe5Afe5Afe5AfE';
const EVENT = {
	event: 'contractEvent',
	preset: 'custom',
	abi: 'ChangedThreshold(uint256 threshold)',
	addresses: SAFE,
};

const bench = benchForTests();
let node: NodeSocket;
beforeEach(async () => {
	node = await startNodeSocket(bench.nodeUrl);
	bench.engine.credential.nodeUrl = node.url;
	bench.warnings();
});
const hosts: PollHost[] = [];
afterEach(async () => {
	for (const host of hosts.splice(0)) await host.unpublish();
	await node.close();
});

/** A published trigger after its first poll, which opens the socket. */
async function polled(more: INodeParameters = {}, mode: EngineMode = 'default') {
	const host = bench.trigger(mode, { ...EVENT, options: { pollAtOnce: true }, ...more });
	hosts.push(host);
	await host.publish();
	expect(node.listeners.filter(({ isOpen }) => isOpen)).toEqual([]);
	await host.poll();
	return host;
}

/** A transaction that logs thresholds. */
function change(...values: number[]) {
	const logs = values.map((value) => ({
		address: SAFE.toLowerCase(),
		topics: [TOPIC],
		data: `0x${value.toString(16).padStart(64, '0')}`,
	}));
	bench.control.addTransfers({ transfers: [{ only: 'native', value: 0n, logs }] });
}

async function until(holds: () => boolean) {
	while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const valuesOf = (items: ReadonlyArray<{ args?: unknown }>) =>
	items.map(({ args }) => Number((args as { threshold: unknown }).threshold));

const asked = () =>
	bench.control.requests().filter(({ rpcMethods }) => rpcMethods.length > 0).length;

/** Waits for the subscription, and for the look that it makes. */
async function subscribed(count = 1) {
	await until(
		() => node.listeners.filter(({ subscriptions }) => subscriptions.length > 0).length === count,
	);
	await settled();
}

/** Waits until no request has come for a while of turns. */
async function settled() {
	for (let before = -1; before !== asked(); ) {
		before = asked();
		for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 2));
	}
}

test('a ring is a poll: each event once, and n8n saves the position', async () => {
	const host = await polled();
	await subscribed();
	const [{ path, subscriptions }] = node.listeners;
	expect(path).toBe('/ext/bc/C/ws');
	expect(subscriptions).toEqual([['logs', { address: [SAFE], topics: [TOPIC] }]]);
	change(1, 2);
	node.ring();
	await until(() => host.emitted.length === 2);
	const saved = host.database.staticData;
	await host.poll();
	expect(valuesOf(host.emitted)).toEqual([1, 2]);
	expect(host.database.staticData).toBe(saved);
	expect(host.dropped).toBe(0);
	await host.restart();
	change(3);
	await host.poll();
	expect(valuesOf(host.emitted)).toEqual([1, 2, 3]);
});

test('what rings says nothing: neither a lie nor a flood makes an event', async () => {
	const host = await polled();
	await subscribed();
	change(1);
	const lie = { method: 'eth_subscription', params: { result: { topics: [TOPIC], data: '0x07' } } };
	for (const text of ['', 'null', '[', '"x"', JSON.stringify(lie)]) node.ring(text);
	const before = asked();
	for (let at = 0; at < 1_000; at++) node.ring();
	await until(() => host.emitted.length > 0);
	await settled();
	expect(valuesOf(host.emitted)).toEqual([1]);
	expect(host.dropped).toBe(0);
	expect(asked() - before).toBeLessThan(200);
});

test('what happens between a poll and its subscription is told without a ring', async () => {
	const host = await polled();
	change(1);
	await until(() => host.emitted.length > 0);
	expect(valuesOf(host.emitted)).toEqual([1]);
});

test('between two looks is half a second', async () => {
	const { n8nClock } = createRequire(__filename)(TRANSPORT) as { n8nClock: Clock };
	const { sleep } = n8nClock;
	const pauses: number[] = [];
	n8nClock.sleep = async (ms) => void pauses.push(ms);
	try {
		await polled();
		await subscribed();
		await until(() => pauses.length > 0);
		node.ring();
		await until(() => pauses.length > 1);
		expect(new Set(pauses)).toEqual(new Set([500]));
	} finally {
		n8nClock.sleep = sleep;
	}
});

test('a poll of n8n during looks shares their position', async () => {
	const host = await polled();
	await subscribed();
	for (let value = 1; value <= 10; value++) {
		change(value);
		node.ring();
		await host.poll();
	}
	await until(() => host.emitted.length >= 10);
	await settled();
	expect(valuesOf(host.emitted)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
	expect(host.dropped).toBe(0);
});

test('a socket that is closed, or silent between two polls, is opened by the next poll, which reads on', async () => {
	const host = await polled();
	await subscribed();
	node.hangUp();
	await until(() => !node.listeners[0].isOpen);
	change(1);
	node.ring();
	await settled();
	expect(host.emitted).toEqual([]);
	await host.poll();
	await subscribed(2);
	expect(valuesOf(host.emitted)).toEqual([1]);
	expect(bench.warnings()).toEqual([expect.stringContaining('closed with code 1006')]);
	// An answer to the check of a poll keeps it, and is not a ring.
	await host.poll();
	const before = asked();
	await until(() => node.listeners[1].methods.includes('eth_chainId'));
	await settled();
	expect(asked()).toBe(before);
	await host.poll();
	expect(node.listeners).toHaveLength(2);
	node.answers = 'nothing';
	await host.poll();
	await host.poll();
	await until(() => node.listeners.length === 3 && !node.listeners[1].isOpen);
	await settled();
	expect(bench.warnings()).toEqual([]);
	// Messages at one socket say nothing of the next.
	node.answers = 'all';
	await host.poll();
	await until(() => node.listeners[3]?.subscriptions.length === 1);
	await settled();
	node.answers = 'nothing';
	node.hangUp();
	await until(() => !node.listeners[3].isOpen);
	await settled();
	await host.poll();
	await until(() => node.listeners[4]?.subscriptions.length === 1);
	await host.poll();
	await until(() => node.listeners.length === 6);
});

test('without a subscription there are the polls', async () => {
	node.answers = 'errors';
	const host = await polled();
	await subscribed();
	expect(bench.warnings()).toEqual([expect.stringContaining('refused the subscription')]);
	change(1);
	await host.poll();
	expect(valuesOf(host.emitted)).toEqual([1]);
});

test('a socket that cannot be made costs no event: the poll before it is delivered', async () => {
	const own = globalThis.WebSocket;
	globalThis.WebSocket = class {
		constructor(url: string) {
			throw new SyntaxError(`no socket for ${url}`);
		}
	} as never;
	try {
		const host = await polled();
		change(1);
		await host.poll();
		change(2);
		await host.poll();
		expect(valuesOf(host.emitted)).toEqual([1, 2]);
		expect(bench.warnings()).toEqual([
			expect.stringMatching(
				/Poll at Once waits for the next poll: the WebSocket cannot be opened$/,
			),
		]);
	} finally {
		globalThis.WebSocket = own;
	}
});

test('n8n removes the trigger: the socket is closed, and a ring on its way is not an event', async () => {
	const host = await polled();
	await subscribed();
	change(1);
	node.ring();
	await host.unpublish();
	await until(() => !node.listeners[0].isOpen);
	await settled();
	expect(host.emitted).toEqual([]);
});

test('n8n removes the trigger during a look: its events are those of the next publication', async () => {
	const host = await polled();
	await subscribed();
	change(1);
	const gate = Promise.withResolvers<void>();
	const held = (node.held = { requests: 0, until: gate.promise });
	node.ring();
	await until(() => held.requests > 0);
	await host.unpublish();
	delete node.held;
	gate.resolve();
	await settled();
	expect(host.emitted).toEqual([]);
	await host.publish();
	await host.poll();
	expect(valuesOf(host.emitted)).toEqual([1]);
	expect(host.dropped).toBe(0);
});

test('another main becomes the leader: the socket here is closed, and the first poll there opens its own', async () => {
	const host = await polled();
	await subscribed();
	await host.takeOver();
	await until(() => !node.listeners[0].isOpen);
	change(1);
	node.ring();
	await settled();
	expect([host.emitted.length, node.listeners.length]).toEqual([0, 1]);
	await host.poll();
	await subscribed(2);
	change(2);
	node.ring();
	await until(() => host.emitted.length === 2);
	expect(valuesOf(host.emitted)).toEqual([1, 2]);
	expect(node.listeners.filter(({ isOpen }) => isOpen)).toHaveLength(1);
	expect([host.dropped, bench.warnings()]).toEqual([0, []]);
});

test('n8n removes the trigger during a poll: that poll opens no socket', async () => {
	const host = await polled();
	await subscribed();
	node.hangUp();
	await until(() => !node.listeners[0].isOpen);
	const gate = Promise.withResolvers<void>();
	const held = (node.held = { requests: 0, until: gate.promise });
	const polling = host.poll();
	await until(() => held.requests > 0);
	await host.unpublish();
	delete node.held;
	gate.resolve();
	await polling;
	await settled();
	expect(node.listeners).toHaveLength(1);
});

test('the node gets its own header, and new blocks ring for what reads blocks', async () => {
	Object.assign(bench.engine.credential, { nodeHeaderName: 'x-gate', nodeHeaderSecret: 'open-it' });
	const host = await polled({ event: 'newBlock' });
	await subscribed();
	expect(node.listeners[0].headers['x-gate']).toBe('open-it');
	expect(node.listeners[0].subscriptions).toEqual([['newHeads']]);
	change(1);
	node.ring();
	await until(() => host.emitted.length > 0);
});

test('no socket where parameters have expressions, in the durable scheduler, and in a Node.js that has none', async () => {
	const own = globalThis.WebSocket;
	const without = () => Reflect.deleteProperty(globalThis, 'WebSocket');
	const triggers: Array<[INodeParameters?, EngineMode?, (() => void)?]> = [
		[{ addresses: `={{ "${SAFE}" }}` }],
		[{}, 'scheduler'],
		[{}, 'durable'],
		[{}, 'default', without],
	];
	for (const [at, [more, mode, before]] of triggers.entries()) {
		try {
			before?.();
			const host = await polled(more, mode);
			await host.poll();
			change(at);
			await host.poll();
			expect(valuesOf(host.emitted)).toEqual([at]);
		} finally {
			globalThis.WebSocket = own;
		}
	}
	await bench.trigger('default', EVENT).publish();
	await settled();
	expect(node.listeners).toEqual([]);
	expect(bench.warnings().map((line) => line.split('poll: ')[1])).toEqual([
		'parameters of the trigger have expressions',
		expect.stringContaining('durable scheduler'),
		expect.stringContaining('durable scheduler'),
		'this version of Node.js has no WebSocket',
	]);
});
