import type { World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import { DAY } from '../../../formats/timeUnits';

/** Connected validators, the heaviest first. */
const peers = ({ node, nodeState }: World) =>
	node.primary
		.current()
		.filter(({ connected, nodeId }) => connected && nodeId !== nodeState.nodeId)
		.sort((a, b) => (a.weight < b.weight ? 1 : -1));

export const nodeVersionBehindCase: EventUse = {
	settings: () => ({}),
	steps: [
		{
			does: 'all peers but the lightest run a newer version',
			act: (control, world) =>
				control.setVersions({
					peers: Object.fromEntries(
						peers(world)
							.slice(0, -1)
							.map(({ nodeId }) => [nodeId, '1.16.0']),
					),
				}),
			tells: [
				{
					event: 'node.version',
					severity: 'critical',
					change: 'crossed',
					about: 'version',
					version: '1.15.3',
					newerVersion: '1.16.0',
					title:
						/^Node version 1\.15\.3: \d+(\.\d+)? % of the stake runs a newer one \(1\.16\.0\)$/,
				},
			],
		},
		{
			does: 'the node is upgraded',
			act: (control) => control.setVersions({ version: '1.16.0' }),
			tells: [
				{
					severity: 'resolved',
					change: 'recovered',
					newerShare: 0,
					text: /; none of its \d+ peers run a newer one\.$/,
				},
			],
		},
		{
			does: 'an upgrade of the network is scheduled in 10 days',
			act: (control, world) =>
				control.setVersions({ helicon: world.clock.seconds() + 10 * DAY + 1 }),
			tells: [
				{
					severity: 'warning',
					change: 'crossed',
					about: 'upgrade',
					upgrade: 'helicon',
					secondsLeft: 10 * DAY,
					title: 'Network upgrade helicon: activates in 10 days',
				},
			],
		},
		{
			does: 'nine and a half days pass',
			act: (control) => control.moveClock({ ms: 9.5 * DAY * 1000 }),
			tells: [{ severity: 'critical', change: 'crossed', level: 3, previousLevel: 1 }],
		},
		{
			does: 'it is activated',
			act: (control) => control.moveClock({ ms: DAY * 1000 }),
			tells: [{ severity: 'info', change: 'gone', subject: 'upgrade helicon' }],
		},
	],
	refused: [
		[{ shares: '120' }, /shares.*must be numbers from 0 to 100/],
		[{ before: 'x' }, /before.*durations/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({}),
		happen(control, { node }, time) {
			const version = time % 2 === 1 ? '1.16.0' : '1.15.3';
			const all = node.primary.current().map(({ nodeId }) => [nodeId, version]);
			control.setVersions({ peers: Object.fromEntries(all) as Record<string, string> });
		},
	},
	{
		note: 'an upgrade',
		identified: true,
		settings: () => ({}),
		happen: (control, { clock }, time) =>
			control.setVersions({ helicon: clock.seconds() + (time % 2 === 1 ? 2 : 900) * DAY }),
	},
];

export const sample: SampleUse = {
	settings: () => ({ shares: '60, 90' }),
	made: { about: 'version', newerShare: 61.5, level: 1 },
	recovered: { newerShare: 0 },
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['peer.id'],
		settings: () => ({ shares: '0' }),
		said: ['newerVersion'],
		fires: false,
	},
];
