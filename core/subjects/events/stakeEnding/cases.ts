import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import { DAY } from '../../../formats/timeUnits';

let nodeId = '';
const mine = ({ node }: World) => (nodeId ||= node.primary.current()[3].nodeId);
const endsIn = (world: World, seconds: number) => world.clock.seconds() + seconds;

export const stakeEndingCase: EventUse = {
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
					url: /^https:\/\/subnets\.avax\.network\/p-chain\/tx\/\w{40,}$/,
					secondsLeft: 6 * DAY,
					autoRenewed: false,
					title: /^NodeID-\w+: stake ends in 6 days$/,
					text: /^The stake of [\d.,]+ AVAX on NodeID-\w+ ends at 2026-11-13 12:00 UTC/,
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
			tells: [{ change: 'gone', title: /^NodeID-\w+ has ended/ }],
		},
		{
			does: 'the node stakes anew for a year',
			act: (control) => control.addValidator({ nodeId }),
			tells: [
				{
					severity: 'resolved',
					change: 'returned',
					title: /^NodeID-\w+: is back, stake ends in 36[45](\.\d)? days$/,
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

const RENEWED = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

export const periodEndingCase: EventUse = {
	note: 'auto-renewed',
	settings: () => ({ nodeIds: [RENEWED], tiers: '7d, 3d, 1d' }),
	prepare(control, world) {
		const now = world.clock.seconds();
		control.addValidator({ nodeId: RENEWED, startTime: now, endTime: now + 6 * DAY, renewal: {} });
	},
	steps: [
		{
			does: 'the period of six days, shorter than the first threshold, ends in 2.5 days',
			act: (control) => control.moveClock({ ms: 3.5 * DAY * 1000 }),
			tells: [
				{
					severity: 'info',
					change: 'crossed',
					level: 1,
					autoRenewed: true,
					renews: true,
					title: /^NodeID-\w+: period ends and renews in 2\.[45] days$/,
					text: /^The period of the stake of .* It is renewed for another period then\.$/,
				},
			],
		},
		{
			does: 'it is not reported again after the interval of a repetition, a day',
			act: (control) => control.moveClock({ ms: 30 * 3_600_000 }),
			tells: [],
		},
		{
			does: 'the next period begins',
			act: (control) => control.moveClock({ ms: 32 * 3_600_000 }),
			tells: [
				{
					severity: 'resolved',
					change: 'recovered',
					title: /^NodeID-\w+: renewed, the next period ends in 5\.9 days$/,
				},
			],
		},
		{
			does: 'it ends in less than 3 days as well: another occurrence',
			act: (control) => control.moveClock({ ms: 3.5 * DAY * 1000 }),
			tells: [{ severity: 'info', change: 'crossed', level: 1, renews: true }],
		},
		{
			does: 'its owner lets it end with this period, in a day',
			act(control) {
				control.setValidator({ nodeId: RENEWED, renewal: { nextPeriod: 0 } });
				control.moveClock({ ms: 1.9 * DAY * 1000 });
			},
			tells: [
				{ severity: 'critical', change: 'crossed', renews: false, title: /: stake ends in / },
			],
		},
	],
	refused: [[{ delegations: true }, /nodeIds.*or reward addresses are required/]],
};

const NODE_ID = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const OTHER = 'NodeID-111111111111111111116DBWJs';
const TX_ID = 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF';
const patient = ({ node }: World) => node.primary.current()[5].nodeId;

export const stakeEndingBySubjectCase: EventUse = {
	note: 'thresholds by subject',
	settings: (world) => ({
		nodeIds: [mine(world), patient(world)],
		thresholdsBySubject: { [patient(world)]: '30d, 20d, 5d' },
	}),
	prepare(control, world) {
		for (const id of [mine(world), patient(world)])
			control.setValidator({ nodeId: id, endTime: endsIn(world, 90 * DAY) });
	},
	steps: [
		{
			does: 'both stakes end in 19 days',
			act(control, world) {
				for (const id of [mine(world), patient(world)])
					control.setValidator({ nodeId: id, endTime: endsIn(world, 19 * DAY + 1) });
			},
			tells: [
				{
					severity: 'critical',
					change: 'crossed',
					level: 2,
					title: /stake ends in 19 days$/,
				},
			],
		},
		{
			does: 'they end in 4 days',
			act(control, world) {
				for (const id of [mine(world), patient(world)])
					control.setValidator({ nodeId: id, endTime: endsIn(world, 4 * DAY + 1) });
			},
			tells: [
				{ severity: 'warning', change: 'crossed', level: 1, previousLevel: 0 },
				{ severity: 'critical', change: 'crossed', level: 3, previousLevel: 2 },
			],
		},
	],
	refused: [
		[
			{ nodeIds: NODE_ID, thresholdsBySubject: { [NODE_ID]: '7d, soon' } },
			/thresholdsBySubject\.NodeID-\w+(\.\d)?\)? must be durations such as 7d, 12h or 30m/,
		],
		[
			{ nodeIds: NODE_ID, thresholdsBySubject: { [OTHER]: '7d' } },
			/thresholdsBySubject\.NodeID-\w+\)? must be for one of "Node IDs" \(nodeIds\)/,
		],
		[
			{ nodeIds: NODE_ID, thresholdsBySubject: { [TX_ID]: '7d' } },
			/thresholdsBySubject\.\w+\)? must be for a node ID unless "Include Delegations"/,
		],
	],
};

/** Adds a delegation to the node that ends after so many days. */
function delegate(days: number) {
	return (control: Control, world: World) => {
		const now = world.clock.seconds();
		control.addTransactions({
			transactions: [
				{
					txType: 'AddPermissionlessDelegatorTx',
					nodeId: patient(world),
					amount: 250_000_000_000n,
					timestamp: now - DAY,
					startTimestamp: now - DAY,
					endTimestamp: now + days * DAY + 2,
				},
			],
		});
	};
}

export const delegationEndingCase: EventUse = {
	note: 'delegations',
	settings: (world) => ({ nodeIds: [patient(world)], delegations: true }),
	prepare: delegate(20),
	steps: [
		{
			does: 'a delegation is added that ends in 6 days',
			act: delegate(6),
			tells: [{ severity: 'warning', change: 'crossed', kind: 'delegation', level: 1 }],
		},
	],
	refused: [[{ delegations: true }, /nodeIds.*or reward addresses are required/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		identified: true,
		settings: (world) => ({ nodeIds: [mine(world)] }),
		happen: (control, world, time) =>
			control.setValidator({
				nodeId: mine(world),
				endTime: endsIn(world, (time % 2 === 1 ? 5 : 300) * DAY),
			}),
	},
];

export const sample: SampleUse = {
	settings: (world) => ({ nodeIds: [mine(world)], tiers: '10s, 1s' }),
	made: { secondsLeft: 9, level: 1, title: /stake ends in 9 seconds$/ },
	recovered: { secondsLeft: 20 + DAY },
};

export const realNode: readonly NodeUse[] = [
	{
		note: 'with delegations',
		needs: ['validator.id'],
		settings: (facts) => ({ nodeIds: facts['validator.id'], delegations: true, tiers: '3650d' }),
		said: ['txId', 'nodeId', 'stake', 'endTime'],
		fires: true,
	},
];
