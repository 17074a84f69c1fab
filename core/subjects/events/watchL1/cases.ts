import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

const PRICE = 512n;
const DAY = 86_400n;
/** The third L1: all of its validators weigh alike. */
const l1 = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1].id;
const members = (world: World) => world.node.l1.of(l1(world));

/** Gives the first `count` validators balances that last for so many days. */
function lastFor(days: bigint, count?: number) {
	return (control: Control, world: World) => {
		for (const { validationId } of members(world).slice(0, count))
			control.setL1Balance({ validationId, balance: days * DAY * PRICE });
	};
}

export const watchL1Case: EventUse = {
	settings: (world) => ({ network: 'mainnet', subnetId: l1(world) }),
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
					daysLeft: 20,
				},
			],
		},
		{
			does: 'it is used up: the validator is inactive',
			act: lastFor(0n, 1),
			tells: [
				{ event: 'l1.balance', change: 'crossed', level: 4 },
				{ event: 'validator.inactive', severity: 'critical', change: 'inactive', active: false },
			],
			others: true,
		},
	],
	refused: [
		[{ network: 'mainnet' }, /subnetId/],
		[{ network: 'mainnet', subnetId: 'x' }, /subnetId.*must be a subnet id/],
		[
			{
				network: 'mainnet',
				subnetId: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
				weightAtRisk: '101',
			},
			/weightAtRisk.*must be numbers from 0 to 100/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: (world) => ({ network: 'mainnet', subnetId: l1(world), weightAtRisk: '100' }),
		prepare: lastFor(60n),
		happen: (control, world, time) => lastFor(time % 2 === 1 ? 20n : 60n, 1)(control, world),
	},
];

export const sample: SampleUse = {
	settings: (world) => ({
		network: 'mainnet',
		subnetId: l1(world),
		events: 'l1BalanceLow',
		tiers: '2d',
	}),
	prepare: lastFor(60n),
	made: { event: 'l1.balance', level: 1 },
	recovered: { event: 'l1.balance', change: 'recovered' },
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['subnet.l1'],
		settings: (facts) => ({
			network: 'mainnet',
			subnetId: facts['subnet.l1'],
			events: 'l1BalanceLow, validator',
			tiers: '365000d',
		}),
		said: [],
		fires: true,
	},
];
