import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

const PRICE = 512n;
const DAY = 86_400n;
/** The third L1: all of its validators weigh alike here. */
const l1 = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1].id;
const members = (world: World) => world.node.l1.of(l1(world));

/** Gives the first `count` validators balances that last for so many days. */
function lastFor(days: bigint, count?: number) {
	return (control: Control, world: World) => {
		for (const { validationId } of members(world).slice(0, count))
			control.setL1Balance({ validationId, balance: days * DAY * PRICE });
	};
}

export const l1BalanceLowCase: EventUse = {
	settings: (world) => ({ subnetId: l1(world) }),
	prepare: lastFor(60n),
	steps: [
		{
			does: 'the balance of a validator lasts for 20 days',
			act: lastFor(20n, 1),
			tells: [
				{
					event: 'l1.balance',
					severity: 'warning',
					change: 'crossed',
					scope: 'validator',
					price: '512',
					daysLeft: 20,
					secondsLeft: 20 * 86_400,
					title: /^NodeID-\w+: L1 balance lasts 20 days$/,
				},
			],
		},
		{
			does: 'the price rises to the threefold: all of the L1 lasts less than 30 days',
			act: (control) => control.setFees({ validatorFee: 1536 }),
			tells: [
				{ change: 'crossed', level: 1, daysLeft: 20 },
				{ change: 'crossed', level: 2, daysLeft: 6.66 },
			],
			others: true,
		},
		{
			does: 'the price is as before',
			act: (control) => control.setFees({ validatorFee: 512 }),
			tells: [
				{ change: 'improved', severity: 'warning', daysLeft: 20 },
				{ change: 'recovered', severity: 'resolved', daysLeft: 60 },
			],
			others: true,
		},
		{
			does: 'it is topped up',
			act: lastFor(90n, 1),
			tells: [{ severity: 'resolved', change: 'recovered', daysLeft: 90 }],
		},
		{
			does: 'every balance is used up',
			act(control, world) {
				for (const { validationId } of members(world)) {
					control.setL1Balance({ validationId, balance: 0n });
				}
			},
			tells: [
				{
					change: 'crossed',
					severity: 'critical',
					balance: '0',
					title: /inactive, its balance is used up$/,
				},
				{ scope: 'l1', severity: 'critical', percentAtRisk: 100 },
			],
			others: true,
		},
	],
	refused: [
		[{}, /subnetId.*or validation IDs are required/],
		[{ validationIds: ['x'] }, /validationIds.*must be validation ids/],
		[{ subnetId: '11111111111111111111111111111111LpoYY', tiers: 'soon' }, /tiers.*durations/],
	],
};

const UNWATCHED = '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt';
const VALIDATION = 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF';

export const l1BalanceLowBySubjectCase: EventUse = {
	note: 'thresholds by subject',
	settings: (world) => ({
		subnetId: l1(world),
		tiers: '14d, 3d',
		thresholdsBySubject: { [members(world)[1].validationId]: '50d, 40d, 30d', [UNWATCHED]: '7d' },
	}),
	first: [{ change: 'gone', severity: 'warning', title: `${UNWATCHED} is not found` }],
	prepare: lastFor(60n),
	steps: [
		{
			does: 'the balances of two validators last for 10 days: the L1 as a whole is not at risk',
			act: lastFor(10n, 2),
			tells: [
				{ scope: 'validator', severity: 'warning', level: 1, daysLeft: 10 },
				{ scope: 'validator', severity: 'critical', level: 3, daysLeft: 10 },
			],
		},
		{
			does: 'both are topped up for 35 days',
			act: lastFor(35n, 2),
			tells: [
				{ severity: 'resolved', change: 'recovered', level: 0, daysLeft: 35 },
				{ severity: 'warning', change: 'improved', level: 2, daysLeft: 35 },
			],
		},
	],
	refused: [
		[
			{ validationIds: VALIDATION, thresholdsBySubject: { [VALIDATION]: 'soon' } },
			/thresholdsBySubject\.\w+(\.\d)?\)? must be durations such as 7d, 12h or 30m/,
		],
		[
			{ validationIds: VALIDATION, thresholdsBySubject: { [UNWATCHED]: '7d' } },
			/thresholdsBySubject\.\w+\)? must be for one of "Validation IDs" \(validationIds\)/,
		],
		[
			{ validationIds: VALIDATION, thresholdsBySubject: { x: '7d' } },
			/thresholdsBySubject\)? has the key "x", which must be a validation id/,
		],
	],
};

/** A day in which every validator spends what lasts for so many days at that rate, at the fee of before. */
const spends = (share: bigint) => (control: Control, world: World) => {
	for (const { validationId, balance } of members(world))
		control.setL1Balance({ validationId, balance: balance - balance / share });
	control.moveClock({ ms: Number(DAY) * 1000 });
};

export const l1BalanceSpentCase: EventUse = {
	note: 'by what was spent',
	settings: (world) => ({ subnetId: l1(world), tiers: '30d, 7d', weightAtRisk: '100' }),
	prepare: lastFor(60n),
	steps: [
		{
			does: 'the last one is topped up, and does not take the place of the one that is measured',
			act(control, world) {
				const { validationId } = members(world)[members(world).length - 1];
				control.setL1Balance({ validationId, balance: 70n * DAY * PRICE });
			},
			tells: [],
		},
		{
			does: 'a twentieth is spent in a day in which the fee was higher',
			act: spends(20n),
			tells: [
				{
					severity: 'warning',
					change: 'crossed',
					price: '512',
					spent: '132710400',
					daysLeft: 19,
					title: /^NodeID-\w+: L1 balance lasts 19 days$/,
					text: /is 2\.52\d* AVAX and lasts 19 days; the fee is 0\.044236 AVAX a day, and 0\.13271 AVAX was spent in the last day\.$/,
				},
			],
			others: true,
		},
		{
			does: 'it is topped up: what came in was not spent',
			act: lastFor(120n),
			tells: [{ severity: 'resolved', change: 'recovered', spent: '132710400', daysLeft: 40 }],
			others: true,
		},
	],
	refused: [[{ subnetId: 'x' }, /subnetId.*must be a subnet id/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: (world) => ({ subnetId: l1(world) }),
		prepare: lastFor(2000n),
		happen: (control, world, time) => lastFor(time % 2 === 1 ? 0n : 2000n, 1)(control, world),
	},
];

export const sample: SampleUse = {
	prepare: lastFor(1n),
	settings: (world) => ({ subnetId: l1(world), tiers: '100s' }),
	made: { scope: 'validator', secondsLeft: 90, level: 1 },
	recovered: { scope: 'validator', secondsLeft: 200 },
};

const FROM_NODE = { said: ['validationId', 'nodeId', 'balance', 'price'] };

export const realNode: readonly NodeUse[] = [
	{
		...FROM_NODE,
		note: 'a whole L1',
		needs: ['subnet.l1'],
		settings: (facts) => ({ subnetId: facts['subnet.l1'], tiers: '999999d' }),
		fires: (facts) => 'l1.validationId' in facts,
	},
	{
		...FROM_NODE,
		note: 'one validation',
		needs: ['l1.validationId'],
		settings: (facts) => ({ validationIds: facts['l1.validationId'], tiers: '999999d' }),
		fires: true,
	},
];
