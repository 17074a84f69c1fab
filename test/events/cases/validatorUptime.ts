import type { Control, World } from '../../../emulator';
import { validatorUptime } from '../../../core/events/sources/validatorUptime';
import type { EventCase } from '../case';

const mine = ({ node }: World) => node.primary.current()[3].nodeId;

export const validatorUptimeCase: EventCase = {
	event: validatorUptime,
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

const other = ({ node }: World) => node.primary.current()[5].nodeId;
const third = ({ node }: World) => node.primary.current()[7].nodeId;
const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

export const validatorUptimeBySubjectCase: EventCase = {
	event: validatorUptime,
	note: 'thresholds by subject',
	settings: (world) => ({
		observer: 'node',
		nodeIds: [mine(world), other(world), third(world)],
		holdPolls: 1,
		thresholds: '90, 80',
		thresholdsBySubject: { [other(world)]: '98, 95, 92', [third(world)]: 60 },
	}),
	prepare(control, world) {
		for (const nodeId of [mine(world), other(world), third(world)])
			control.setValidator({ nodeId, uptime: 99 });
	},
	steps: [
		{
			does: 'the uptime of all is 89 %',
			act(control, world) {
				for (const nodeId of [mine(world), other(world), third(world)])
					control.setValidator({ nodeId, uptime: 89 });
			},
			tells: [
				{ severity: 'warning', level: 1, thresholds: [90, 80] },
				{ severity: 'critical', level: 3, thresholds: [98, 95, 92] },
			],
		},
		{
			does: 'it is 55 %: the only threshold of a validator is its last',
			act(control, world) {
				for (const nodeId of [mine(world), other(world), third(world)])
					control.setValidator({ nodeId, uptime: 55 });
			},
			tells: [
				{ severity: 'critical', level: 2, thresholds: [90, 80] },
				{ severity: 'critical', level: 1, thresholds: [60] },
			],
		},
		{
			does: 'it is 96 %',
			act(control, world) {
				for (const nodeId of [mine(world), other(world), third(world)])
					control.setValidator({ nodeId, uptime: 96 });
			},
			tells: [
				{ severity: 'resolved', change: 'recovered', thresholds: [90, 80] },
				{ severity: 'warning', change: 'improved', level: 1, thresholds: [98, 95, 92] },
				{ severity: 'resolved', change: 'recovered', thresholds: [60] },
			],
		},
	],
	refused: [
		[
			{ observer: 'node', nodeIds: NODE_ID, thresholdsBySubject: { [NODE_ID]: '95, high' } },
			/thresholdsBySubject\.NodeID-\w+(\.\d)?\)? must be numbers from 0 to 100, separated by commas/,
		],
		[
			{ observer: 'node', nodeIds: NODE_ID, thresholdsBySubject: { 'NodeID-x': '95' } },
			/thresholdsBySubject\)? has the key "NodeID-x", which must be a node id/,
		],
		[
			{
				observer: 'node',
				nodeIds: NODE_ID,
				thresholdsBySubject: { 'NodeID-111111111111111111116DBWJs': 95 },
			},
			/thresholdsBySubject\.NodeID-1+\w+\)? must be for one of "Node IDs" \(nodeIds\)/,
		],
		[
			{ observer: 'peers', thresholdsBySubject: [NODE_ID] },
			/thresholdsBySubject\)? must be a JSON object by node ID/,
		],
	],
};

const own = ({ nodeState }: World) => nodeState.nodeId;
/** All other validators, the heaviest first. */
const peersOf = (world: World) =>
	world.node.primary
		.current()
		.filter(({ nodeId }) => nodeId !== own(world))
		.sort((a, b) => (a.weight < b.weight ? 1 : -1));

function allObserve(percent: number) {
	return (control: Control, world: World) =>
		control.setObservedUptimes({
			peers: Object.fromEntries(peersOf(world).map(({ nodeId }) => [nodeId, percent])),
		});
}

const MINUTE = 60_000;

export const validatorUptimeByPeersCase: EventCase = {
	event: validatorUptime,
	note: 'seen by the peers of the node',
	settings: () => ({ observer: 'peers' }),
	prepare(control, world) {
		control.setValidator({ nodeId: own(world), uptime: 95 });
		for (const { nodeId } of peersOf(world)) control.setValidator({ nodeId, connected: true });
		control.moveClock({ ms: MINUTE });
	},
	steps: [
		{
			does: 'the node is started again: no peer has reported yet',
			act: (control) => control.restartNode(),
			tells: [],
		},
		{
			does: 'fourteen minutes later few peers report a low uptime',
			act(control, world) {
				control.moveClock({ ms: 14 * MINUTE });
				allObserve(20)(control, world);
			},
			tells: [],
		},
		{
			does: 'they report what they observed before the start',
			act(control, world) {
				control.moveClock({ ms: MINUTE });
				allObserve(95)(control, world);
			},
			tells: [],
		},
		{
			does: 'the heaviest peer is away',
			act: (control, world) =>
				control.setValidator({ nodeId: peersOf(world)[0].nodeId, connected: false }),
			tells: [],
		},
		{
			does: 'peers observe 84 %, for less than three polls',
			act: allObserve(84),
			tells: [],
		},
		{
			does: 'another poll agrees',
			act: () => undefined,
			tells: [
				{
					severity: 'warning',
					change: 'crossed',
					uptime: 84,
					medianUptime: 84,
					rewardingStake: 100,
					reportingPeers: 28,
					title: /^NodeID-\w+: uptime 84 % is below 85 %$/,
					text: / 28 peers report it, 9\d(\.\d+)? % of the stake with the node itself; 100 % of theirs observes enough\.$/,
				},
			],
		},
	],
	refused: [[{ observer: 'peers', holdPolls: 0 }, /holdPolls.*from 1 to 1000/]],
};
