import type { Control, World } from '../../../../testing/network';
import type { EventUse } from '../../../../testing/cases/eventCase';

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

export const validatorUptimeByPeersCase: EventUse = {
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
