import type { World } from '../../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../../testing/cases/eventCase';

const mine = ({ node }: World) => node.primary.current()[3].nodeId;

export const validatorUptimeCase: EventUse = {
	settings: (world) => ({ observer: 'node', nodeIds: [mine(world)], holdPolls: 1 }),
	prepare: (control, world) => control.setValidator({ nodeId: mine(world), uptime: 95 }),
	steps: [
		{
			does: 'the uptime falls to 84 %, within the margin above the 80 % that rewards need',
			act: (control, world) => control.setValidator({ nodeId: mine(world), uptime: 84 }),
			tells: [
				{
					event: 'validator.uptime',
					severity: 'warning',
					change: 'crossed',
					uptime: 84,
					requiredUptime: 80,
					title: /^NodeID-\w+: uptime 84 % is below 85 %$/,
				},
			],
		},
		{
			does: 'it is 85.2 %, above the line by less than it takes to recover',
			act: (control, world) => control.setValidator({ nodeId: mine(world), uptime: 85.2 }),
			tells: [],
		},
		{
			does: 'it falls below 80 %',
			act: (control, world) => control.setValidator({ nodeId: mine(world), uptime: 79.999 }),
			tells: [
				{
					severity: 'critical',
					change: 'crossed',
					title: /79\.99 % is below 80 %$/,
				},
			],
		},
		{
			does: 'a day passes',
			act: (control) => control.moveClock({ ms: 86_400_000 }),
			tells: [{ severity: 'critical', change: 'repeated' }],
		},
		{
			does: 'it is 99 % again',
			act: (control, world) => control.setValidator({ nodeId: mine(world), uptime: 99 }),
			tells: [{ severity: 'resolved', change: 'recovered', previousStateSeconds: 86_402 }],
		},
		{
			does: 'Helicon is activated before a validation begins: rewards need 90 %',
			act(control, world) {
				control.setVersions({ helicon: world.clock.seconds() - 200 * 86_400 });
				control.setValidator({ nodeId: mine(world), uptime: 89 });
			},
			tells: [{ severity: 'critical', change: 'crossed', requiredUptime: 90 }],
		},
		{
			does: 'the validator leaves',
			act: (control, world) => control.removeValidator({ nodeId: mine(world) }),
			tells: [
				{
					severity: 'warning',
					change: 'gone',
					title: /^NodeID-\w+ is not in the validator set$/,
				},
			],
		},
	],
	refused: [
		[{ observer: 'node' }, /nodeIds.*is required/],
		[{ observer: 'evm' }, /blockchainId.*is required/],
		[{ observer: 'peers', thresholds: '95, high' }, /thresholds.*must be numbers from 0 to 100/],
		[{ observer: 'moon' }, /observer.*must be one of node, peers, evm, data/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: (world) => ({ observer: 'node', nodeIds: [mine(world)], holdPolls: 1 }),
		happen: (control, world, time) =>
			control.setValidator({ nodeId: mine(world), uptime: time % 2 === 1 ? 50 : 99 }),
	},
	{
		note: 'seen by peers',
		settings: () => ({ observer: 'peers', holdPolls: 1 }),
		happen: (control, { nodeState: { nodeId } }, time) =>
			control.setValidator({ nodeId, uptime: time % 2 === 1 ? 50 : 99 }),
	},
];

export const sample: SampleUse = {
	settings: (world) => ({ observer: 'node', nodeIds: [mine(world)], thresholds: '40, 30' }),
	prepare: (control, world) => control.setValidator({ nodeId: mine(world), uptime: 95 }),
	made: { uptime: 39.5, level: 1, title: /uptime 39.5 % is below 40 %$/ },
	recovered: { uptime: 41, title: /uptime is 41 % again$/ },
};

export const realNode: readonly NodeUse[] = [
	{
		note: 'my node',
		needs: ['validator.id'],
		settings: (facts) => ({ observer: 'node', nodeIds: facts['validator.id'] }),
		said: ['nodeId', 'uptime'],
		fires: false,
	},
	{
		note: 'an EVM L1',
		needs: ['chain.l1'],
		settings: (facts) => ({ observer: 'evm', blockchainId: facts['chain.l1'] }),
		said: ['nodeId', 'validationId', 'uptime'],
		fires: false,
	},
	{
		note: 'peers of my node',
		needs: ['node.validator'],
		settings: () => ({ observer: 'peers' }),
		said: ['nodeId'],
		fires: false,
	},
];
