import { type Emulator, type World, startEmulator } from '../../emulator';
import { type Client, Failure, createClient, parseFields } from '../../core';
import { eventDeclarations } from '../../core/events/all';
import type { PollContext } from '../../core/events/event';
import { nodeIdOf } from '../../core/formats/ids';
import { fakeClock } from '../core/protocol/fakes';

/** Generated test events: of the settings' own subjects and thresholds, for every event. */

const NOON = 1_794_052_800_000;
const NODE = nodeIdOf(new Uint8Array(20).fill(7));
const ADDRESS = '0x1111111111111111111111111111111111111111';
const TOKEN = '0x2222222222222222222222222222222222222222';
const P_ADDRESS = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const DAY = 86_400;

interface Case {
	settings(world: World): Record<string, unknown>;
	/** What the generated event has: the subject and thresholds of the settings. */
	made: Record<string, unknown>;
	/** Changes the network first. */
	prepare?(emulator: Emulator): void;
	/** Of a threshold event: what the generated recovery has. */
	recovered?: Record<string, unknown>;
}

const matching = (pattern: RegExp) => expect.stringMatching(pattern) as unknown;
const validator = (world: World) => world.node.primary.current()[3].nodeId;
const l1 = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1].id;

const CASES: Record<string, Case> = {
	balanceCrossed: {
		settings: () => ({ asset: 'native', addresses: [ADDRESS], above: '77, 770' }),
		made: { subject: ADDRESS, side: 'above', line: '77', title: matching(/above 77 AVAX$/) },
		recovered: { subject: ADDRESS, title: matching(/not above 77 AVAX again$/) },
	},
	delegation: {
		settings: () => ({ network: 'mainnet', nodeIds: [NODE], minAmount: '777000000000' }),
		made: { subject: NODE, nodeId: NODE, amount: '777000000000' },
	},
	feeLevel: {
		settings: () => ({ fee: 'baseFee', above: '7000' }),
		made: { side: 'above', line: '7000', title: matching(/^Sample: .*above 7000 nAVAX$/) },
		recovered: { line: '7000' },
	},
	icmMessage: {
		settings: () => ({
			network: 'mainnet',
			sourceChain: '4337',
			from: ADDRESS,
			stages: ['notExecuted'],
		}),
		made: { stage: 'notExecuted', from: ADDRESS, sourceChainId: '4337', messageExecuted: false },
	},
	icmUndelivered: {
		settings: () => ({ network: 'mainnet', from: ADDRESS, to: TOKEN, after: '2h, 9h' }),
		made: { from: ADDRESS, to: TOKEN, seconds: 7260, level: 1, status: 'pending' },
		recovered: { from: ADDRESS, status: 'delivered' },
	},
	indexerBehind: {
		settings: () => ({ chainId: '43114', behind: '3h' }),
		made: { subject: '43114', secondsBehind: 10_860, stale: 'dataService' },
		recovered: { subject: '43114', stale: 'neither', secondsBehind: 0 },
	},
	l1BalanceLow: {
		prepare({ control, world }) {
			for (const { validationId } of world.node.l1.of(l1(world)))
				control.setL1Balance({ validationId, balance: 512n * 86_400n });
		},
		settings: (world) => ({ subnetId: l1(world), tiers: '100s' }),
		made: { scope: 'validator', secondsLeft: 90, level: 1 },
		recovered: { scope: 'validator', secondsLeft: 200 },
	},
	metricCrossed: {
		settings: () => ({ chainId: '43114', metric: 'txCount', below: '10' }),
		made: { chainId: '43114', metric: 'txCount', side: 'below', line: '10', value: '9' },
		recovered: { value: '21' },
	},
	newContainer: {
		settings: () => ({ index: 'X/tx' }),
		made: { subject: 'X/tx', index: 'X/tx' },
	},
	nodeVersionBehind: {
		settings: () => ({ shares: '60, 90' }),
		made: { about: 'version', newerShare: 61.5, level: 1 },
		recovered: { newerShare: 0 },
	},
	primaryTransaction: {
		settings: () => ({ network: 'mainnet', addresses: [P_ADDRESS], chains: ['x-chain'] }),
		made: { subject: P_ADDRESS, chain: 'x-chain' },
	},
	rewardPaid: {
		settings: () => ({ network: 'mainnet', nodeIds: [NODE], rewardTypes: ['DELEGATOR'] }),
		made: { subject: NODE, rewardType: 'DELEGATOR' },
	},
	stakeEnding: {
		settings: (world) => ({ nodeIds: [validator(world)], tiers: '10s, 1s' }),
		made: { secondsLeft: 9, level: 1, title: matching(/stake ends in 9 seconds$/) },
		recovered: { secondsLeft: 20 + DAY },
	},
	transfer: {
		settings: () => ({
			readFrom: 'data',
			addresses: [ADDRESS],
			contractAddresses: [TOKEN],
			direction: 'sent',
			minValue: '777',
		}),
		made: {
			subject: ADDRESS,
			from: ADDRESS,
			direction: 'sent',
			contractAddress: TOKEN,
			amount: '777000000',
		},
	},
	validatorDisconnected: {
		settings: (world) => ({ observer: 'data', network: 'mainnet', nodeIds: [validator(world)] }),
		made: { connected: false, severity: 'critical' },
		recovered: { connected: true },
	},
	validatorUptime: {
		settings: (world) => ({ observer: 'node', nodeIds: [validator(world)], thresholds: '40, 30' }),
		made: { uptime: 39.5, level: 1, title: matching(/uptime 39.5 % is below 40 %$/) },
		recovered: { uptime: 41, title: matching(/uptime is 41 % again$/) },
	},
};

/** A node whose index is empty: those of the emulator are not. */
const WITHOUT_CONTAINERS = {
	call: async () =>
		await Promise.reject(new Failure({ kind: 'rpc', message: 'no containers have been accepted' })),
} as unknown as Client;

let emulator: Emulator;
beforeAll(async () => {
	emulator = await startEmulator({
		start: NOON,
		realTime: false,
		transactions: 40,
		validators: 30,
	});
	emulator.control.setValidator({ nodeId: validator(emulator.world), uptime: 95, connected: true });
});
afterAll(async () => {
	await emulator.close();
});

async function samplesOf(value: string, settings: Record<string, unknown>) {
	const event = eventDeclarations.find((each) => each.value === value)!;
	const clock = { ...fakeClock(), now: () => emulator.world.clock.now() };
	const { dataUrl, metricsUrl, nodeUrl } = emulator;
	const client =
		value === 'newContainer'
			? WITHOUT_CONTAINERS
			: createClient({ dataUrl, metricsUrl, nodeUrl, retry: { retries: 0 } });
	const context: PollContext = {
		client,
		clock,
		deadline: Infinity,
		maxEvents: 500,
		maxPages: 100,
	};
	const parsed: unknown = parseFields(event.fields, settings, 'avalancheTrigger');
	return (await event.source.sample(parsed, context, 10)).map(({ data }) => data);
}

test('every event has a case', () => {
	expect(Object.keys(CASES)).toEqual(eventDeclarations.map(({ value }) => value).sort());
});

describe.each(Object.entries(CASES))('%s', (value, { settings, prepare, made, recovered }) => {
	test('has a sample of the subjects and thresholds of the settings, which says so', async () => {
		prepare?.(emulator);
		const items = await samplesOf(value, settings(emulator.world));
		for (const { sample = false, title, text } of items) {
			expect(/^Sample: /.test(String(title))).toBe(sample);
			expect(/^This is a sample, not a real event\. [A-Z\d]/.test(String(text))).toBe(sample);
		}
		const samples = items.filter(({ sample }) => sample);
		expect(samples).toEqual(
			[made, ...(recovered ? [recovered] : [])].map(
				(each) => expect.objectContaining(each) as unknown,
			),
		);
		for (const { subject, occurredAt } of samples) {
			expect(occurredAt).toBe(new Date(NOON).toISOString());
			const own = settings(emulator.world).nodeIds as string[] | undefined;
			if (own) expect(own).toContain(subject);
		}
	});
});

test('a state that is real is no sample, and nothing is made in its place', async () => {
	const nodeId = validator(emulator.world);
	const settings = { observer: 'node', nodeIds: [nodeId], thresholds: '99' };
	const [real, ...rest] = await samplesOf('validatorUptime', settings);
	expect(real).toMatchObject({ change: 'crossed', subject: nodeId, uptime: 95 });
	expect(real).not.toHaveProperty('sample');
	expect(rest.map(({ change }) => change)).toEqual(['recovered']);
});
