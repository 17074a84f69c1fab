import type { World } from '../../../emulator';
import { stakeEnding } from '../../../core/events/sources/stakeEnding';
import type { EventCase } from '../case';

const DAY = 86_400;
let nodeId = '';
const mine = ({ node }: World) => (nodeId ||= node.primary.current()[3].nodeId);
const endsIn = (world: World, seconds: number) => world.clock.seconds() + seconds;

export const stakeEndingCase: EventCase = {
	event: stakeEnding,
	settings: (world) => ({ nodeIds: [mine(world)] }),
	prepare: (control, world) =>
		control.setValidator({ nodeId: mine(world), endTime: endsIn(world, 30 * DAY) }),
	steps: [
		{
			does: 'the stake ends in 6 days',
			act: (control, world) =>
				control.setValidator({ nodeId: mine(world), endTime: endsIn(world, 6 * DAY + 1) }),
			tells: [
				{
					event: 'stake.ending',
					severity: 'warning',
					change: 'crossed',
					kind: 'validation',
					secondsLeft: 6 * DAY,
					autoRenewed: false,
					title: expect.stringMatching(/^NodeID-\w+: stake ends in 6 days$/),
					text: expect.stringMatching(
						/^The stake of [\d.]+ AVAX on NodeID-\w+ ends at 2026-11-13 12:00 UTC/,
					),
				},
			],
		},
		{
			does: 'six days less 30 minutes pass',
			act: (control) => control.moveClock({ ms: (6 * DAY - 1800) * 1000 }),
			tells: [{ severity: 'critical', change: 'crossed', level: 3, previousLevel: 1 }],
		},
		{
			does: 'the stake ends',
			act: (control) => control.moveClock({ ms: 3_600_000 }),
			tells: [{ change: 'gone', title: expect.stringMatching(/^NodeID-\w+ has ended/) }],
		},
		{
			does: 'the node stakes anew for a year',
			act: (control) => control.addValidator({ nodeId }),
			tells: [
				{
					severity: 'resolved',
					change: 'returned',
					title: expect.stringMatching(/^NodeID-\w+: is back, stake ends in 36[45](\.\d)? days$/),
				},
			],
		},
	],
	refused: [
		[{}, /nodeIds.*or reward addresses are required/],
		[{ rewardAddresses: ['P-avax1'] }, /rewardAddresses.*must be addresses/],
		[{ rewardAddresses: '', nodeIds: 'NodeID-x' }, /must be/],
	],
};
