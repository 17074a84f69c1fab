import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import { DAY } from '../../../formats/timeUnits';

const AVAX = 10n ** 9n;
const mine = ({ node }: World) => node.primary.current()[3].nodeId;
const other = ({ node }: World) => node.primary.current()[4].nodeId;

/** A delegation to the validator, which is new, or ended a moment ago and was rewarded. */
function delegate(control: Control, world: World, nodeId: string, ended = false) {
	const now = world.clock.seconds();
	const began = ended ? now - 20 * DAY : now;
	control.addTransactions({
		transactions: [
			{
				txType: 'AddPermissionlessDelegatorTx',
				nodeId,
				amount: 250n * AVAX,
				timestamp: began,
				startTimestamp: began,
				endTimestamp: ended ? now : now + 60 * DAY,
				...(ended && { estimatedReward: 3n * AVAX }),
			},
		],
	});
}

const endsIn = (days: number) => (control: Control, world: World) =>
	control.setValidator({
		nodeId: mine(world),
		endTime: world.clock.seconds() + days * DAY + 1,
	});

function prepare(control: Control, world: World) {
	control.setValidator({ nodeId: mine(world), uptime: 99.5, connected: true });
	endsIn(60)(control, world);
}

export const watchValidatorCase: EventUse = {
	settings: (world) => ({ network: 'mainnet', nodeIds: [mine(world)], holdPolls: 1 }),
	prepare,
	steps: [
		{
			does: 'two delegate, one of them to another validator',
			act(control, world) {
				delegate(control, world, mine(world));
				delegate(control, world, other(world));
			},
			tells: [{ event: 'delegation.added', amount: '250000000000', subject: /^NodeID-/ }],
		},
		{
			does: 'the stake ends in 6 days, and a delegation has ended',
			act(control, world) {
				endsIn(6)(control, world);
				delegate(control, world, mine(world), true);
			},
			tells: [
				{ event: 'stake.ending', severity: 'warning', change: 'crossed', level: 1 },
				{ event: 'reward.paid', reward: '3000000000' },
			],
			others: true,
		},
		{
			does: 'the uptime falls, and the node of the credential is unhealthy',
			act(control, world) {
				control.setValidator({ nodeId: mine(world), uptime: 70 });
				control.setHealth({ healthy: false });
			},
			tells: [
				{ event: 'validator.uptime', severity: 'critical', uptime: 70, change: 'crossed' },
				{ event: 'health.changed', severity: 'critical', from: 'healthy', to: 'unhealthy' },
			],
			others: true,
		},
		{
			does: 'both are as before',
			act(control, world) {
				control.setValidator({ nodeId: mine(world), uptime: 99.5 });
				control.setHealth({ healthy: true });
			},
			tells: [
				{ event: 'validator.uptime', severity: 'resolved', change: 'recovered' },
				{ event: 'health.changed', severity: 'resolved', to: 'healthy' },
			],
			others: true,
		},
	],
	refused: [
		[{ network: 'mainnet' }, /nodeIds/],
		[{ network: 'mainnet', nodeIds: 'NodeID-x' }, /nodeIds.*must be node ids/],
		[
			{ network: 'mainnet', nodeIds: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg', events: 'prices' },
			/events.*must be one or more of/,
		],
		[
			{ network: 'mainnet', nodeIds: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg', tiers: 'soon' },
			/tiers.*must be durations/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		note: 'stakes that end',
		identified: true,
		settings: (world) => ({ network: 'mainnet', nodeIds: [mine(world)], events: 'stakeEnding' }),
		happen: (control, world, time) => endsIn(time % 2 === 1 ? 5 : 300)(control, world),
	},
	{
		note: 'uptimes',
		settings: (world) => ({
			network: 'mainnet',
			nodeIds: [mine(world)],
			events: ['validatorUptime', 'stakeEnding'],
			observer: 'node',
			holdPolls: 1,
		}),
		prepare,
		happen: (control, world, time) =>
			control.setValidator({ nodeId: mine(world), uptime: time % 2 === 1 ? 70 : 99.5 }),
	},
];

export const sample: SampleUse = {
	settings: (world) => ({
		network: 'mainnet',
		nodeIds: [mine(world)],
		events: 'stakeEnding',
		tiers: '10s, 1s',
	}),
	made: { event: 'stake.ending', secondsLeft: 9, level: 1, title: /stake ends in 9 seconds$/ },
	recovered: { secondsLeft: 20 + DAY },
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['validator.id'],
		settings: (facts) => ({
			network: 'mainnet',
			nodeIds: facts['validator.id'],
			events: 'stakeEnding, validatorDisconnected, health, nodeVersionBehind',
			observer: 'node',
			tiers: '3650d',
		}),
		said: ['txId', 'nodeId', 'stake', 'endTime'],
		fires: true,
	},
];
