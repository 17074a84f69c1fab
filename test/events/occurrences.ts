import type { Control, World } from '../../emulator';
import { eventDeclarations } from '../../core/events/all';
import type { EventSource } from '../../core/events/event';
import { healthSource } from '../../core/events/health';
import { stakingSource } from '../../core/events/staking';
import { validatorSource } from '../../core/events/validators';
import { parseFields } from '../../core/fields/fieldSet';
import { tokensOf } from '../../emulator/world/tokens';

/** Every event as something that happens again and again: what the tests of ids let happen. */
export interface Occurring {
	/** The value of the event, and a note if it has several. */
	name: string;
	source: EventSource<unknown>;
	settings(world: World): unknown;
	prepare?(control: Control, world: World): unknown;
	/** Lets the event happen for the time of this number, from 1 on. */
	happen(control: Control, world: World, time: number): unknown;
	/** True of an item of a list: its id does not depend on the node that is asked. */
	item?: boolean;
	/** True if the service identifies each occurrence: its id does not depend on poll and state. */
	identified?: boolean;
}

const AVAX = 10n ** 9n;
const DAY = 86_400;
const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';

const nodeOf = ({ node }: World) => node.primary.current()[3].nodeId;
const addressOf = ({ node }: World) => node.address(7);
const l1Of = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1].id;
const tokenOf = (world: World) => tokensOf(world, world.evmChain('43114')!).erc20[0].address;
/** Odd times make it bad, even ones good again. */
const isBad = (time: number) => time % 2 === 1;

type Happening = Omit<Occurring, 'name' | 'source' | 'settings'> & {
	settings(world: World): Record<string, unknown>;
};

function stake(control: Control, world: World, given: object) {
	const now = world.clock.seconds();
	const one = { timestamp: now, startTimestamp: now, endTimestamp: now + 100 * DAY, ...given };
	control.addTransactions({
		transactions: [{ txType: 'AddPermissionlessDelegatorTx', amount: 250n * AVAX, ...one }],
	});
}

const receive = (control: Control) =>
	control.addTransfers({ transfers: [{ from: OTHER, to: MINE, value: 250_000_000n }] });

const messages: string[] = [];
function message(control: Control, world: World, time: number): void {
	if (!isBad(time)) {
		control.deliverIcmMessage({ messageId: messages.at(-1) ?? '' });
		return;
	}
	const sent = { from: MINE.toLowerCase(), timestamp: world.clock.seconds() - 700 };
	messages.push(...control.addIcmMessages({ messages: [sent] }));
}

const DECLARED: Record<string, Happening> = {
	balanceCrossed: {
		settings: () => ({ asset: 'native', addresses: [MINE], below: '1' }),
		happen: (control, _, time) =>
			control.setEvmBalance({ address: MINE, balance: isBad(time) ? 0n : 10n ** 20n }),
	},
	delegation: {
		item: true,
		settings: (world) => ({ network: 'mainnet', nodeIds: [nodeOf(world)] }),
		happen: (control, world) => stake(control, world, { nodeId: nodeOf(world) }),
	},
	feeLevel: {
		settings: () => ({ fee: 'baseFee', above: '30' }),
		happen: (control, _, time) => control.setFees({ baseFee: (isBad(time) ? 60n : 25n) * AVAX }),
	},
	icmMessage: {
		item: true,
		settings: () => ({ network: 'mainnet', from: MINE, stages: ['delivered'] }),
		prepare: (control, world) => message(control, world, 1),
		happen(control, world) {
			message(control, world, 1);
			message(control, world, 2);
		},
	},
	icmUndelivered: {
		identified: true,
		settings: () => ({ network: 'mainnet', from: MINE }),
		happen: message,
	},
	indexerBehind: {
		settings: () => ({ chainId: '43114', holdPolls: 1 }),
		happen: (control, _, time) => control.setIndexerLag({ blocks: isBad(time) ? 200 : 0 }),
	},
	l1BalanceLow: {
		settings: (world) => ({ subnetId: l1Of(world) }),
		happen(control, world, time) {
			for (const { validationId } of world.node.l1.of(l1Of(world)))
				control.setL1Balance({ validationId, balance: isBad(time) ? 0n : 90n * AVAX });
		},
	},
	metricCrossed: {
		settings: () => ({ chainId: '43114', metric: 'txCount', above: '2000000' }),
		happen(control, { clock }, time) {
			const yesterday = clock.seconds() - (clock.seconds() % DAY) - DAY;
			const reading = isBad(time) ? 3_000_000 : 100;
			control.setMetric({ chainId: '43114', metric: 'txCount', start: yesterday, reading });
		},
	},
	newContainer: {
		item: true,
		settings: () => ({ index: 'P/block' }),
		happen: (control) => control.acceptBlocks({ chain: 'P' }),
	},
	nodeVersionBehind: {
		settings: () => ({}),
		happen(control, { node }, time) {
			const version = isBad(time) ? '1.15.0' : '1.14.2';
			const all = node.primary.current().map(({ nodeId }) => [nodeId, version]);
			control.setVersions({ peers: Object.fromEntries(all) as Record<string, string> });
		},
	},
	primaryTransaction: {
		item: true,
		settings: (world) => ({ network: 'mainnet', addresses: [`P-${addressOf(world)}`] }),
		happen: (control, world) =>
			stake(control, world, { txType: 'ImportTx', address: addressOf(world) }),
	},
	rewardPaid: {
		item: true,
		settings: (world) => ({ network: 'mainnet', nodeIds: [nodeOf(world)] }),
		happen(control, world) {
			const end = world.clock.seconds();
			const times = { timestamp: end - 20 * DAY, startTimestamp: end - 20 * DAY };
			const reward = { estimatedReward: 5n * AVAX, nodeId: nodeOf(world) };
			stake(control, world, { ...times, endTimestamp: end, ...reward });
		},
	},
	stakeEnding: {
		identified: true,
		settings: (world) => ({ nodeIds: [nodeOf(world)] }),
		happen(control, world, time) {
			const endTime = world.clock.seconds() + (isBad(time) ? 5 : 300) * DAY;
			control.setValidator({ nodeId: nodeOf(world), endTime });
		},
	},
	transfer: {
		item: true,
		settings: () => ({ readFrom: 'data', addresses: [MINE] }),
		happen: receive,
	},
	validatorDisconnected: {
		settings: (world) => ({ observer: 'node', nodeIds: [nodeOf(world)], holdPolls: 1 }),
		happen: (control, world, time) =>
			control.setValidator({ nodeId: nodeOf(world), connected: !isBad(time) }),
	},
	validatorUptime: {
		settings: (world) => ({ observer: 'node', nodeIds: [nodeOf(world)], holdPolls: 1 }),
		happen: (control, world, time) =>
			control.setValidator({ nodeId: nodeOf(world), uptime: isBad(time) ? 50 : 99 }),
	},
};

/** Events that are older than declarations. */
const OWN: Occurring[] = [
	{
		name: 'stakingTransaction',
		source: stakingSource as EventSource<unknown>,
		item: true,
		settings: () => ({ network: 'mainnet', blockchainId: 'p-chain' }),
		happen: (control, world) => stake(control, world, { nodeId: nodeOf(world) }),
	},
	{
		name: 'validator',
		source: validatorSource as EventSource<unknown>,
		settings: () => ({ source: 'node', leaves: true }),
		happen(control, { node }, time) {
			if (isBad(time)) control.addValidator({});
			else control.removeValidator({ nodeId: node.primary.current().at(-1)?.nodeId });
		},
	},
	{
		name: 'validator, activity',
		source: validatorSource as EventSource<unknown>,
		settings: (world) => ({ source: 'node', subnetId: l1Of(world), activity: true }),
		prepare: (control, world) =>
			control.setL1Balance({
				validationId: world.node.l1.of(l1Of(world))[0].validationId,
				balance: AVAX,
			}),
		happen: (control, world, time) =>
			control.setL1Balance({
				validationId: world.node.l1.of(l1Of(world))[0].validationId,
				balance: isBad(time) ? 0n : AVAX,
			}),
	},
	{
		name: 'health',
		source: healthSource as EventSource<unknown>,
		settings: () => ({}),
		happen: (control, _, time) => control.setHealth({ healthy: !isBad(time) }),
	},
];

/** Other settings of declared events, whose ids are made elsewhere. */
const OTHERS: Array<[event: string, note: string, Partial<Happening>]> = [
	[
		'transfer',
		'from the node',
		{
			settings: (world) => ({
				readFrom: 'node',
				addresses: [MINE],
				contractAddresses: [tokenOf(world)],
			}),
		},
	],
	[
		'nodeVersionBehind',
		'an upgrade',
		{
			identified: true,
			happen: (control, { clock }, time) =>
				control.setVersions({ helicon: clock.seconds() + (isBad(time) ? 2 : 900) * DAY }),
		},
	],
	[
		'validatorUptime',
		'seen by peers',
		{
			settings: () => ({ observer: 'peers', holdPolls: 1 }),
			happen: (control, { nodeState: { nodeId } }, time) =>
				control.setValidator({ nodeId, uptime: isBad(time) ? 50 : 99 }),
		},
	],
];

function declared(value: string, note?: string, other: Partial<Happening> = {}): Occurring {
	const event = eventDeclarations.find((each) => each.value === value)!;
	const one = { ...DECLARED[value], ...other };
	const name = note ? `${value}, ${note}` : value;
	const settings = (world: World) => parseFields(event.fields, one.settings(world), 'test');
	return { ...one, name, source: event.source as EventSource<unknown>, settings };
}

export const occurring: readonly Occurring[] = [
	...Object.keys(DECLARED).map((value) => declared(value)),
	...OTHERS.map(([value, note, other]) => declared(value, note, other)),
	...OWN,
];
