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

function delegate(control: Control, world: World, nodeId: string, avax: bigint, ago = 0) {
	const now = world.clock.seconds();
	control.addTransactions({
		transactions: [
			{
				txType: 'AddPermissionlessDelegatorTx',
				nodeId,
				amount: avax * AVAX,
				timestamp: now - ago,
				startTimestamp: now,
				endTimestamp: 1_800_000_000,
			},
		],
	});
}

export const delegationCase: EventUse = {
	settings: (world) => ({
		network: 'mainnet',
		nodeIds: [mine(world)],
		minAmount: '100',
	}),
	steps: [
		{
			does: 'two delegate to the node, one to another node, and one too little',
			act(control, world) {
				delegate(control, world, mine(world), 250n, 3);
				delegate(control, world, other(world), 999n, 2);
				delegate(control, world, mine(world), 99n, 1);
				delegate(control, world, mine(world), 1000n);
			},
			tells: [
				{
					event: 'delegation.added',
					severity: 'info',
					amount: '250000000000',
					url: /^https:\/\/subnets\.avax\.network\/p-chain\/tx\/\w{40,}$/,
					title: /^NodeID-\w+: new delegation of 250 AVAX$/,
					text: /^250 AVAX was .* until 2027-01-15 08:00 UTC\.$/,
				},
				{ amount: '1000000000000' },
			],
		},
		{
			does: 'one is indexed ten minutes late',
			act: (control, world) => delegate(control, world, mine(world), 500n, 600),
			tells: [{ amount: '500000000000' }],
		},
	],
	refused: [
		[{ network: 'mainnet' }, /nodeIds/],
		[
			{ network: 'moon', nodeIds: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg' },
			/network.*must be one/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: (world) => ({ network: 'mainnet', nodeIds: [mine(world)] }),
		happen: (control, world) => delegate(control, world, mine(world), 250n),
	},
];

const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

export const sample: SampleUse = {
	settings: () => ({ network: 'mainnet', nodeIds: [NODE_ID], minAmount: '777' }),
	made: { subject: NODE_ID, nodeId: NODE_ID, amount: '777000000000' },
};

export const replayed: ReplayedUse = (world) => ({
	network: 'mainnet',
	nodeIds: mine(world),
});
