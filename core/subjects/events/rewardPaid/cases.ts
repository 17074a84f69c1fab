import type { Control, World } from '../../../testing/network';
import type {
	EventUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';

const AVAX = 10n ** 9n;
let nodeId = '';
const mine = ({ node }: World) => (nodeId ||= node.primary.current()[3].nodeId);

/** A delegation that began long ago and ended a moment ago. */
function endDelegation(control: Control, world: World, reward: bigint, ago = 0) {
	const now = world.clock.seconds();
	control.addTransactions({
		transactions: [
			{
				txType: 'AddPermissionlessDelegatorTx',
				nodeId: mine(world),
				amount: 100n * AVAX,
				timestamp: now - 20 * 86_400,
				startTimestamp: now - 20 * 86_400,
				endTimestamp: now - ago,
				estimatedReward: reward,
			},
		],
	});
}

export const rewardPaidCase: EventUse = {
	settings: (world) => ({ network: 'mainnet', nodeIds: [mine(world)], minAmount: '1' }),
	steps: [
		{
			does: 'two delegations end, one of them with too small a reward',
			act(control, world) {
				endDelegation(control, world, (5n * AVAX) / 2n);
				endDelegation(control, world, AVAX - 1n);
			},
			tells: [
				{
					event: 'reward.paid',
					severity: 'info',
					rewardType: 'DELEGATOR',
					reward: '2500000000',
					amountStaked: '100000000000',
					title: /^NodeID-\w+: delegation reward of 2\.5 AVAX paid$/,
					url: /\/p-chain\/tx\/\w+$/,
				},
			],
		},
		{
			does: 'one is indexed eight hours late',
			act: (control, world) => endDelegation(control, world, 7n * AVAX, 8 * 3600),
			tells: [{ reward: '7000000000' }],
		},
		{
			does: 'the validation ends',
			act: (control, world) =>
				control.setValidator({ nodeId: mine(world), endTime: world.clock.seconds() }),
			tells: [{ rewardType: 'VALIDATOR', subject: /^NodeID-/ }],
			others: true,
		},
	],
	refused: [
		[{ network: 'mainnet' }, /nodeIds.*or reward addresses are required/],
		[
			{ network: 'mainnet', rewardAddresses: ['P-fuji1wycv8n7d2fg9aq6unp23pnj4q0arv03ysya8jw'] },
			/rewardAddresses.*must hold addresses of mainnet/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: (world) => ({ network: 'mainnet', nodeIds: [mine(world)] }),
		happen: (control, world) => endDelegation(control, world, 5n * AVAX),
	},
];

const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

export const sample: SampleUse = {
	settings: () => ({ network: 'mainnet', nodeIds: [NODE_ID], rewardTypes: ['DELEGATOR'] }),
	made: { subject: NODE_ID, rewardType: 'DELEGATOR' },
};

export const replayed: ReplayedUse = (world) => ({
	network: 'mainnet',
	nodeIds: world.node.primary.current()[3].nodeId,
});
