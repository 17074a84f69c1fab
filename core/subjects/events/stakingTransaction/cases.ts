import type { Control, World } from '../../../testing/network';
import type {
	EventUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';

const AVAX = 10n ** 9n;
const mine = ({ node }: World) => node.primary.current()[3].nodeId;
const other = ({ node }: World) => node.primary.current()[4].nodeId;

interface Staked {
	nodeId: string;
	avax: bigint;
	txType?: string;
	/** Seconds before now. */
	ago?: number;
}

function stake(control: Control, world: World, { nodeId, avax, ago = 0, ...more }: Staked) {
	const now = world.clock.seconds();
	const { txType = 'AddPermissionlessValidatorTx' } = more;
	const period = { timestamp: now - ago, startTimestamp: now, endTimestamp: 1_800_000_000 };
	control.addTransactions({ transactions: [{ txType, nodeId, amount: avax * AVAX, ...period }] });
}

export const stakingTransactionCase: EventUse = {
	settings: (world) => ({
		network: 'mainnet',
		nodeIds: [mine(world), other(world)],
		minAmount: '100',
		txTypes: ['AddPermissionlessValidatorTx', 'AddPermissionlessDelegatorTx'],
	}),
	steps: [
		{
			does: 'a validator and a delegator stake, one too little, one at another node, one by another type',
			act(control, world) {
				const [, , { nodeId: third }] = world.node.primary.current();
				stake(control, world, { nodeId: mine(world), avax: 2000n, ago: 4 });
				stake(control, world, { nodeId: third, avax: 2000n, ago: 3 });
				stake(control, world, { nodeId: mine(world), avax: 99n, ago: 2 });
				const txType = 'AddDelegatorTx';
				stake(control, world, { nodeId: mine(world), avax: 900n, ago: 1, txType });
				const delegator = 'AddPermissionlessDelegatorTx';
				stake(control, world, { nodeId: other(world), avax: 250n, txType: delegator });
			},
			tells: [
				{
					event: 'staking.transaction',
					severity: 'info',
					txType: 'AddPermissionlessValidatorTx',
					id: /^staking\.transaction:\w{40,}$/,
					url: /^https:\/\/subnets\.avax\.network\/p-chain\/tx\/\w{40,}$/,
					title: /^Stake of 2,000 AVAX on NodeID-\w+$/,
					text: /^Stake of 2,000 AVAX on NodeID-\w+ at .* until 2027-01-15 08:00 UTC/,
				},
				{ txType: 'AddPermissionlessDelegatorTx', title: /^Delegation of 250 AVAX to NodeID-\w+$/ },
			],
		},
		{
			does: 'one is indexed ten minutes late',
			act: (control, world) => stake(control, world, { nodeId: mine(world), avax: 500n, ago: 600 }),
			tells: [{ title: / of 500 AVAX / }],
		},
	],
	refused: [
		[{ network: 'moon' }, /network.*must be one/],
		[{ network: 'mainnet', nodeIds: 'NodeID-x' }, /nodeIds.*must be node ids/],
		[{ network: 'mainnet', minAmount: '1.0000000005' }, /minAmount/],
		[{ network: 'mainnet', txTypes: ['StakeTx'] }, /txTypes/],
		[{ network: 'mainnet', addresses: ['P-avax1x'] }, /addresses.*must be addresses/],
		[
			{ network: 'fuji', addresses: ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'] },
			/addresses.*of fuji/,
		],
		[{ network: 'mainnet', startFrom: 'yesterday' }, /startFrom.*60m/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: () => ({ network: 'mainnet' }),
		happen: (control, world) => stake(control, world, { nodeId: mine(world), avax: 250n }),
	},
];

const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

export const sample: SampleUse = {
	settings: () => ({ network: 'mainnet', nodeIds: [NODE_ID], minAmount: '7777' }),
	made: { subject: NODE_ID, nodeId: NODE_ID, title: /^Sample: .* of 7,777 AVAX on NodeID-/ },
};

export const replayed: ReplayedUse = () => ({ network: 'mainnet' });
