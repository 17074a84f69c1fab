import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import { DAY } from '../../../formats/timeUnits';

const AVAX = 10n ** 9n;
const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const pass = (control: Control, days: number) => control.moveClock({ ms: days * DAY * 1000 });

/** A stake of 2,000 AVAX with periods of 14 days, at a node that has the restaked rewards. */
function prepare(control: Control, world: World) {
	const now = world.clock.seconds();
	control.setVersions({ version: '1.15.3' });
	control.addValidator({
		nodeId: NODE_ID,
		rewardAddresses: [world.node.address(8)],
		weight: 2000n * AVAX,
		potentialReward: 10n * AVAX,
		startTime: now,
		endTime: now + 14 * DAY,
		delegationFee: 2,
		renewal: { shares: 400_000 },
	});
}

export const stakeRenewedCase: EventUse = {
	settings: () => ({ nodeIds: [NODE_ID] }),
	prepare,
	steps: [
		{ does: 'a day passes', act: (control) => pass(control, 1), tells: [] },
		{
			does: 'the period ends',
			act: (control) => pass(control, 13),
			tells: [
				{
					event: 'stake.renewed',
					severity: 'info',
					change: 'renewed',
					restaked: '4000000000',
					restakedValidation: '4000000000',
					restakedDelegatee: '0',
					restakedTotal: '4000000000',
					stake: '2004000000000',
					title: /^NodeID-\w+: stake renewed, 4 AVAX restaked$/,
					text: /^A period of the stake on NodeID-\w+ ended, the last at .* no output pays them before it ends\./,
				},
			],
		},
		{
			does: 'two delegations end, and two periods',
			act(control, world) {
				const now = world.clock.seconds();
				const delegation = {
					txType: 'AddPermissionlessDelegatorTx',
					nodeId: NODE_ID,
					estimatedReward: 50n * AVAX,
					startTimestamp: now - 1,
					endTimestamp: now + DAY,
				};
				control.addTransactions({ transactions: [delegation, delegation] });
				pass(control, 28);
			},
			tells: [
				{
					change: 'renewed',
					restakedValidation: '8025616000',
					restakedDelegatee: '800000000',
					restaked: '8825616000',
					text: /^Several periods of the stake/,
				},
			],
		},
		{
			does: 'the next period and the share change',
			act: (control) =>
				control.setValidator({
					nodeId: NODE_ID,
					renewal: { nextPeriod: 0, shares: 1_000_000 },
				}),
			tells: [
				{
					event: 'stake.configured',
					severity: 'warning',
					change: 'configured',
					nextPeriod: 0,
					previousNextPeriod: 14 * DAY,
					rewardShares: 1_000_000,
					previousRewardShares: 400_000,
					text: /: the next period does not take place \(before: takes 14 days\); 100 % of the rewards are added to the stake \(before: 40 %\)\.$/,
				},
			],
		},
		{
			does: 'the node is of a version that does not have the restaked rewards, and the owner changes',
			act(control, world) {
				control.setVersions({ version: '1.15.1' });
				control.setValidator({
					nodeId: NODE_ID,
					renewal: { nextPeriod: 14 * DAY, authority: [world.node.address(9)] },
				});
			},
			tells: [
				{ change: 'configured', restakedTotal: null, text: /; another owner may change the con/ },
			],
		},
		{
			does: 'a period ends there',
			act: (control) => pass(control, 14),
			tells: [{ change: 'renewed', restakedValidation: null, restaked: /^100\d{8}$/ }],
		},
		{
			does: 'the uptime is too low at the end of the next period',
			act(control) {
				control.setValidator({ nodeId: NODE_ID, uptime: 89 });
				pass(control, 14);
			},
			tells: [
				{
					event: 'stake.ended',
					severity: 'warning',
					change: 'ended',
					title: /^NodeID-\w+: auto-renewed stake has ended$/,
				},
			],
		},
	],
	refused: [
		[{}, /nodeIds.*or reward addresses are required/],
		[{ nodeIds: 'NodeID-x' }, /nodeIds.*must be node ids/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		note: 'periods that end',
		identified: true,
		settings: (world) => ({ rewardAddresses: [`P-${world.node.address(8)}`] }),
		prepare,
		happen: (control) => pass(control, 14),
	},
	{
		note: 'its configuration',
		settings: () => ({ nodeIds: [NODE_ID] }),
		prepare,
		happen: (control, _, time) =>
			control.setValidator({
				nodeId: NODE_ID,
				renewal: { shares: time % 2 === 1 ? 0 : 400_000 },
			}),
	},
];

export const sample: SampleUse = {
	settings: () => ({ nodeIds: [NODE_ID] }),
	prepare,
	made: { change: 'renewed', restaked: '1250000000', title: /^Sample: NodeID-\w+: stake renewed/ },
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['validator.id'],
		settings: (facts) => ({ nodeIds: facts['validator.id'] }),
		said: ['nodeId', 'txId', 'stake'],
		fires: false,
	},
];
