import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import { l1Of } from '../../../testing/cases/l1Emitted';

const settings = (world: World) => ({ subnetId: l1Of(world).id, blockchainId: l1Of(world).chain });
const subnet = ({ node }: World) => ({ subnetId: l1Of({ node } as World).id });
const validation = (world: World) => world.node.l1.of(l1Of(world).id)[0];

/** Time of the newest block of the chain of the L1, by which upgrades are active. */
function blockTime(world: World): number {
	const chain = world.evmChain(l1Of(world).chainId)!;
	return chain.blockTime(chain.height);
}

/** An entry of upgrade.json for the transaction allow list. */
const upgrade = (control: Control, world: World, blockTimestamp: number, disable?: true) =>
	control.configureL1({
		...subnet(world),
		upgrade: { name: 'txAllowListConfig', blockTimestamp, ...(disable && { disable }) },
	});

/** Adds to the weight of the first validator. */
function weigh(control: Control, world: World, more: bigint) {
	const { validationId, weight } = validation(world);
	control.configureL1({ ...subnet(world), weight: { validationId, weight: weight + more } });
}

export const l1ConfigurationCase: EventUse = {
	settings,
	steps: [
		{
			does: 'upgrade.json gets a precompile for the day after tomorrow',
			act: (control, world) => upgrade(control, world, blockTime(world) + 172_800),
			tells: [
				{
					event: 'l1.configuration',
					severity: 'warning',
					change: 'upgrade',
					name: /^txAllowListConfig \d+$/,
					previousValue: null,
					title: /^upgrade of the transaction allow list at 20.* UTC: is configured: /,
				},
			],
		},
		{
			does: 'and one that is active at once',
			act: (control, world) => upgrade(control, world, blockTime(world)),
			tells: [
				{
					severity: 'critical',
					change: 'precompile',
					name: 'txAllowListConfig',
					title: /^transaction allow list: is active since /,
				},
				{ change: 'upgrade' },
			],
		},
		{
			does: 'the owner of the subnet and a weight are changed on the P-Chain',
			act(control, world) {
				control.configureL1({ ...subnet(world), owner: world.node.address(9) });
				weigh(control, world, 1n);
			},
			tells: [
				{
					severity: 'critical',
					change: 'subnet',
					name: 'owner',
					title: /^P-Chain: the owner is 1 of P-avax\w+, before \d of P-avax/,
				},
				{
					severity: 'info',
					change: 'weight',
					name: 'weight',
					nodeId: /^NodeID-/,
					title: /^P-Chain: the weight of NodeID-\w+ is [\d,]+, before [\d,]+$/,
				},
			],
		},
		{
			does: 'a validator joins, and one leaves',
			act(control, world) {
				control.addValidator({ ...subnet(world), weight: 5n });
				control.removeValidator({ ...subnet(world), ...validation(world) });
			},
			tells: [],
		},
	],
	refused: [
		[{}, /subnetId/],
		[
			{
				subnetId: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
				kinds: 'precompile',
			},
			/kinds.*must include "subnet" or "weight", or "Blockchain ID" is required/,
		],
	],
};

export const l1ConfigurationOfPChain: EventUse = {
	note: 'without its chain',
	settings: (world) => ({ subnetId: l1Of(world).id }),
	steps: [
		{
			does: 'upgrade.json gets a precompile, and a weight is changed',
			act(control, world) {
				upgrade(control, world, blockTime(world));
				weigh(control, world, 2n);
			},
			tells: [{ change: 'weight', chain: null }],
		},
	],
	refused: [[{ subnetId: 'x' }, /subnetId.*must be a subnet id/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		note: 'weights',
		settings,
		happen: (control, world, time) => weigh(control, world, BigInt(time)),
	},
];

export const sample: SampleUse = {
	settings,
	made: {
		change: 'precompile',
		name: 'txAllowListConfig',
		title: /^Sample: transaction allow list: is active since /,
	},
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['subnet.l1', 'chain.l1'],
		settings: (facts) => ({ subnetId: facts['subnet.l1'], blockchainId: facts['chain.l1'] }),
		said: [],
		fires: false,
	},
];
