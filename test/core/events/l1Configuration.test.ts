import type { NetworkEvent, PollContext } from '../../../core/events/event';
import { cb58Encode } from '../../../core/formats/cb58';
import { l1Configuration } from '../../../core/subjects/events/l1Configuration/declare';
import { chainOf } from './contractWorld';
import { polling } from './world';

/** The configuration of an L1 from nodes that differ, from a chain without it, and with names from outside. */

const CHAIN = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const NONE = '11111111111111111111111111111111LpoYY';

/** A node of an L1 whose answers are changed, and polls of it each minute. */
function watched(given: Record<string, unknown> = {}) {
	const chain = chainOf();
	const state = {
		owner: 'P-avax1a' as string | string[] | null,
		managerAddress: null as string | null,
		more: [] as object[],
		precompiles: {} as Record<string, unknown> | null,
		config: { chainId: 7, feeConfig: { gasLimit: 8, targetBlockRate: 2 } } as object,
		weight: { weight: '20', minNonce: '1' } as object,
		conversionID: NONE as string | null,
		rules: {} as object | null,
	};
	chain.answer = (_, method) => {
		switch (method) {
			case 'platform.getSubnet': {
				const { owner, conversionID, managerAddress } = state;
				const managed = { conversionID, managerChainID: NONE, managerAddress };
				return {
					result: {
						isPermissioned: true,
						controlKeys: owner && [owner].flat(),
						threshold: '1',
						locktime: '0',
						...managed,
					},
				};
			}
			case 'platform.getCurrentValidators':
				return {
					result: {
						validators: [
							{ validationID: CHAIN, nodeID: NODE, balance: '1', startTime: '1', ...state.weight },
							...state.more,
						],
					},
				};
			case 'eth_getActiveRulesAt':
				return {
					result: {
						ethRules: { IsLondon: true },
						avalancheRules: state.rules,
						precompiles: state.precompiles,
					},
				};
			case 'eth_getChainConfig':
				return { result: state.config };
			default:
				return {
					error: { code: -32601, message: `the method ${method} does not exist/is not available` },
				};
		}
	};
	const host = chain.host();
	host.clock.time = 1_794_052_800_000;
	const polls = polling(l1Configuration, { subnetId: CHAIN, blockchainId: CHAIN, ...given }, host);
	const latest = { more: false, skipped: undefined as unknown, asked: [] as unknown[] };
	const { answer } = chain;
	chain.answer = (...call) => {
		latest.asked.push(call.slice(1));
		return answer(...call);
	};
	const poll = async (more: Partial<PollContext> = {}, passed = 60): Promise<NetworkEvent[]> => {
		latest.asked.length = 0;
		const { time } = host.clock;
		const { events, ...result } = await polls.result(more);
		host.clock.time = time + passed * 1000;
		Object.assign(latest, { more: result.more, skipped: result.skipped });
		return events;
	};
	return {
		chain,
		requests: host.requests,
		poll,
		state,
		latest,
		titles: async (more = {}) => (await poll(more)).map(({ data }) => data.title),
	};
}

test('a node that is behind takes nothing back, and one with another configuration is told once', async () => {
	const { state, titles } = watched();
	await titles();
	state.owner = 'P-avax1b';
	state.weight = { weight: '30', minNonce: '2' };
	state.precompiles = { warpConfig: { timestamp: 1_794_052_800 } };
	expect(await titles()).toEqual([
		'warp messenger: is active since 2026-11-07 12:00 UTC',
		'P-Chain: the owner is 1 of P-avax1b, before 1 of P-avax1a',
		`P-Chain: the weight of ${NODE} is 30, before 20`,
	]);
	Object.assign(state, {
		owner: 'P-avax1a',
		weight: { weight: '20', minNonce: '1' },
		precompiles: {},
	});
	for (let polls = 0; polls < 9; polls++) expect(await titles()).toEqual([]);
	// After ten minutes it has changed back; the weight has not, by its nonce.
	expect(await titles()).toEqual([
		'warp messenger: is not active any more',
		'P-Chain: the owner is 1 of P-avax1a, before 1 of P-avax1b',
	]);
	expect(await titles()).toEqual([]);
});

test('a weight is told once, by its nonce, also when its record cannot be read for a while', async () => {
	const { state, titles } = watched();
	const titlesWith = async (weight: object) => {
		state.weight = weight;
		return await titles();
	};
	await titles();
	expect(await titlesWith({ weight: '20', minNonce: '3' })).toEqual([]);
	expect(await titlesWith({ weight: '30', minNonce: '3' })).toEqual([]);
	// Nodes that are behind.
	expect(await titlesWith({ weight: '20', minNonce: '1' })).toEqual([]);
	expect(await titlesWith({ weight: '30', minNonce: '2' })).toEqual([]);
	for (const unreadable of [{ weight: 'x', minNonce: '4' }, { weight: '40' }])
		expect(await titlesWith(unreadable)).toEqual([]);
	const changed = { weight: '40', minNonce: '4' };
	expect(await titlesWith(changed)).toEqual([`P-Chain: the weight of ${NODE} is 40, before 20`]);
	// It has left: the record that cannot be read is another one.
	expect(await titlesWith({ validationID: NONE, weight: 'x', minNonce: '4' })).toEqual([]);
	expect(await titlesWith({ weight: '50', minNonce: '5' })).toEqual([]);
});

test('a poll that lacks what it compares fails, and changes nothing', async () => {
	const { state, poll, titles } = watched();
	state.precompiles = { warpConfig: { timestamp: 1 } };
	await titles();
	const before = { ...state };
	const names = ['precompiles', 'rules', 'owner', 'conversionID'] as const;
	const fields = ['precompiles', 'avalancheRules', 'controlKeys', 'conversionID'];
	state.precompiles = { warpConfig: {} };
	await expect(poll()).rejects.toThrow('The response has no timestamp of a precompile');
	for (const [at, name] of names.entries()) {
		state[name] = null;
		await expect(poll()).rejects.toThrow(`The response has no ${fields[at]}`);
		Object.assign(state, before);
		expect(await titles()).toEqual([]);
	}
});

test('fees are told by what differs, a conversion as such, and more changes than fit by the next poll', async () => {
	const { state, titles, latest } = watched();
	await titles();
	state.config = { feeConfig: { targetBlockRate: 2, gasLimit: 15 }, chainId: 7 };
	state.conversionID = CHAIN;
	expect(await titles({ maxEvents: 1 })).toEqual([
		'configuration of the chain, "feeConfig": gasLimit from 8 to 15',
	]);
	expect(latest.more).toBe(true);
	expect(await titles({ maxEvents: 1 })).toEqual([
		`P-Chain: the subnet is an L1, by the conversion ${CHAIN}`,
	]);
	expect(latest.more).toBe(false);
	expect(await titles()).toEqual([]);
});

test('the owners, the address of a manager and values are told in at most 400 characters', async () => {
	const { state, poll } = watched();
	const owners = (sign: string) => [0, 1, 2, 3, 4].map((at) => `P-avax1${at}${sign.repeat(38)}`);
	state.owner = owners('b').reverse();
	state.config = { ...state.config, [`${'n'.repeat(40)} b`]: '😀'.repeat(400) };
	await poll();
	state.owner = owners('a');
	state.managerAddress = `0x${'ab'.repeat(4096)}`;
	state.config = { ...state.config, [`${'n'.repeat(40)} b`]: `😁${'y'.repeat(5000)}` };
	const events = await poll();
	expect(events.map(({ data }) => data.change)).toEqual(['configuration', 'subnet', 'subnet']);
	for (const { data } of events) {
		expect(String(data.text).length).toBeLessThanOrEqual(400);
		expect(JSON.stringify(data).isWellFormed()).toBe(true);
	}
	// The columns have all owners, whatever the order of the answer.
	const [, , { data }] = events;
	expect([data.value, data.previousValue]).toEqual(
		['a', 'b'].map((sign) => `1 of ${owners(sign).join(', ')}`),
	);
	state.owner = owners('a').reverse();
	expect(await poll()).toEqual([]);
});

test('of more than 1,000 validators the same ones are watched, whatever the order of the answer', async () => {
	const { state, titles } = watched({ kinds: 'weight' });
	const others = (weight: string, minNonce: string) =>
		Array.from({ length: 1004 }, (_, at) => {
			const validationID = cb58Encode(
				Uint8Array.from({ length: 32 }, (__, i) => (i === 0 ? at % 256 : i === 1 ? at >> 8 : 7)),
			);
			return { validationID, nodeID: NODE, balance: '1', startTime: '1', weight, minNonce };
		});
	const notes: string[] = [];
	const note = (sentence: string) => void notes.push(sentence);
	state.more = others('1', '1').slice(5);
	await titles({ note });
	expect(notes).toEqual([]);
	state.more = others('1', '1');
	await titles({ note });
	expect(notes).toEqual([expect.stringContaining('has 1005 validators: the weights of 1000')]);
	state.more = others('2', '2').reverse();
	state.weight = { weight: '30', minNonce: '2' };
	expect((await titles({ maxEvents: 2000 })).length).toBe(1000);
});

const SET = 'configuration of the chain';
const UPGRADE = { warpConfig: { blockTimestamp: 1_795_858_418 } };
const configured = (more: object) => ({ config: { chainId: 7, ...more } });
const FEES = { gasLimit: 8 };

test.each<[kinds: string | undefined, before: object, after: object, texts: string[]]>([
	[
		undefined,
		{},
		{ rules: { IsGranite: true, HasIs: true, IsOff: false } },
		['info rule "Granite": is active', 'info rule "HasIs": is active'],
	],
	[
		'rule',
		{ rules: { IsGranite: true } },
		{ rules: { IsGranite: false }, owner: 'P-avax1b', ...configured({ a: 1 }) },
		['info rule "Granite": is not active any more'],
	],
	[
		undefined,
		configured({ upgrades: { precompileUpgrades: [UPGRADE], other: [UPGRADE] } }),
		configured({ upgrades: {} }),
		[
			'warning upgrades of the chain, "other": is not set any more',
			'warning upgrade of the warp messenger at 2026-11-28 09:33 UTC: is not configured any more',
		],
	],
	[
		undefined,
		configured({ a: { b: 1, c: 2 }, d: true }),
		configured({ a: { c: '2', b: 3 }, d: null, graniteTimestamp: 1 }),
		[
			`warning ${SET}, "a": is b 3, c 2, before b 1, c 2`,
			`warning ${SET}, "d": is not set any more`,
			`info ${SET}, "graniteTimestamp": is 1`,
		],
	],
	[
		undefined,
		configured({ a: 2 ** 60 }),
		configured({ a: 2 ** 61 }),
		[`warning ${SET}, "a": is 2305843009213694000, before 1152921504606847000`],
	],
	// A fork that never comes.
	[
		undefined,
		configured({}),
		configured({ graniteTimestamp: 2 ** 64 }),
		[`info ${SET}, "graniteTimestamp": is 18446744073709552000`],
	],
	[
		undefined,
		configured({ upgrades: { precompileUpgrades: [UPGRADE] } }),
		configured({
			upgrades: { precompileUpgrades: [{ warpConfig: { blockTimestamp: '1795858418' } }] },
		}),
		[],
	],
	[
		undefined,
		configured({ feeConfig: FEES, a: { b: '1', c: 2 } }),
		configured({ feeConfig: { gasLimit: '8' }, a: { c: '2', b: 1 } }),
		[],
	],
	...[{ more: '9 @x' }, { '@x y': 9 }].map((hostile): [undefined, object, object, string[]] => [
		undefined,
		configured({ feeConfig: FEES }),
		configured({ feeConfig: { ...FEES, ...hostile } }),
		[expect.not.stringContaining('@') as unknown as string],
	]),
	[
		undefined,
		{},
		{ managerAddress: '0xabcd' },
		[`critical P-Chain: the manager is 0xabcd on ${NONE}, before none`],
	],
	[
		'weight',
		{ owner: null, precompiles: null, more: [{ nodeID: NODE, weight: '1' }] },
		{ weight: { weight: '3000', minNonce: '2' } },
		[`info P-Chain: the weight of ${NODE} is 3,000, before 20`],
	],
	['subnet', { precompiles: null }, { weight: { weight: '30', minNonce: '2' } }, []],
])('of %s, %j and then %j', async (kinds, before, after, texts) => {
	const { state, poll, latest } = watched({ kinds });
	Object.assign(state, before);
	await poll();
	expect(latest.skipped).toBeUndefined();
	Object.assign(state, after);
	const events = await poll();
	expect(events.map(({ data }) => `${String(data.severity)} ${String(data.title)}`)).toEqual(texts);
	for (const { data } of events) if (data.change === 'weight') expect(data.value).toBe('3000');
});

test('an item has what has changed, and where; events of one moment have ids of their own', async () => {
	const { state, poll, latest, requests } = watched();
	const changed = async (more: object) => {
		Object.assign(state, more);
		const [{ id, data }] = await poll({}, 0);
		return [id.split(':').at(-1), data];
	};
	await poll();
	const asked = ['platform.getCurrentValidators', { subnetID: CHAIN }];
	expect(latest.asked).toContainEqual(asked);
	const ofChain = requests.filter(({ body }) => body?.includes('eth_get'));
	expect(ofChain.map(({ url }) => url.includes(`/bc/${CHAIN}/`))).toEqual([true, true]);
	const where = { subnetId: CHAIN, chain: CHAIN };
	expect(await changed({ weight: { weight: '30', minNonce: '2' } })).toEqual([
		'1',
		expect.objectContaining({
			...{ ...where, change: 'weight', name: 'weight', value: '30', previousValue: '20' },
			...{ validationId: CHAIN, nodeId: NODE },
		}),
	]);
	await poll({}, 0);
	expect(await changed({ owner: 'P-avax1b' })).toEqual([
		'2',
		expect.objectContaining({ ...where, name: 'owner', validationId: null, nodeId: null }),
	]);
	const alone = watched({ blockchainId: undefined, kinds: 'subnet' });
	await alone.poll();
	expect(alone.latest.asked).toEqual([['platform.getSubnet', { subnetID: CHAIN }]]);
	alone.state.owner = 'P-avax1b';
	expect((await alone.poll())[0].data).toMatchObject({ subnetId: CHAIN, chain: null });
});

test('names and values of the chain are text from outside', async () => {
	const { state, poll } = watched();
	await poll();
	const name = 'x\n<b>free</b>';
	state.precompiles = { [name]: { timestamp: 1 } };
	state.config = { ...state.config, 'a b': 'y'.repeat(5000) };
	const events = await poll();
	expect(events.map(({ data }) => [data.name, data.severity])).toEqual([
		['a b', 'warning'],
		[name, 'critical'],
	]);
	for (const { data } of events) {
		expect(String(data.title)).toMatch(/"(a b|x.*)"/);
		expect(String(data.title)).not.toContain('\n');
		expect(String(data.text).length).toBeLessThan(1000);
		expect(String(data.value).length).toBeLessThanOrEqual(1024);
	}
});

test('a chain without these methods fails each poll, and names the method; the P-Chain alone does not', async () => {
	const failing = watched();
	const { answer } = failing.chain;
	failing.chain.answer = (executed, method, params) =>
		/^eth_get(Active|Chain)/.test(method)
			? answer(executed, 'none', params)
			: answer(executed, method, params);
	await expect(failing.poll()).rejects.toMatchObject({
		name: 'Failure',
		operation: 'evmSubnet.getActiveRules',
		message: expect.stringMatching(/does not have eth_getActiveRulesAt on this chain/),
	});
	const alone = watched({ blockchainId: undefined });
	alone.chain.answer = failing.chain.answer;
	expect(await alone.poll()).toEqual([]);
});

test('an upgrade is told in words; what a chain writes in place of fees, or of a time, is text from outside', async () => {
	const { state, poll } = watched();
	await poll();
	const ADMIN = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
	const upgrade = { adminAddresses: [ADMIN], initialMint: { [ADMIN]: '0x0a' } };
	const hostile = { '@channel <x>': '<!here>', gasLimit: 9 };
	state.config = {
		...state.config,
		feeConfig: hostile,
		upgrades: {
			precompileUpgrades: [
				{ contractNativeMinterConfig: { ...upgrade, blockTimestamp: 1_795_858_418 } },
				{ 'tx @here': { disable: true } },
				{ 'tx @here': { disable: true, blockTimestamp: { a: 1 } } },
				{ 'tx @here': { disable: true, blockTimestamp: { a: 2 } } },
			],
		},
	};
	const texts = (await poll()).map(({ data }) => String(data.title));
	expect(texts).toHaveLength(5);
	expect(texts).toContain(
		`upgrade of the native minter at 2026-11-28 09:33 UTC: is configured: adminAddresses ${ADMIN}, blockTimestamp 1795858418, initialMint ${ADMIN} 0x0a`,
	);
	expect(texts.join()).toContain('at a time that is not a date: is configured: disable true');
	expect(texts.join()).not.toMatch(/@channel|@here|<!here>|<x>/);
});
