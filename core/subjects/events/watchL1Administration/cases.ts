import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import {
	EVENTS,
	MINTER,
	VALIDATION,
	accountWord,
	emit,
	l1Of,
	manager,
	words,
} from '../../../testing/cases/l1Emitted';

const ADMIN = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const settings = (world: World) => ({
	...{ network: 'mainnet', subnetId: l1Of(world).id, blockchainId: l1Of(world).chain },
});
const mint = (control: Control, world: World, amount: number) =>
	emit(control, world, {
		address: MINTER,
		topics: [EVENTS.minted, accountWord(ADMIN), accountWord(ADMIN)],
		data: words(amount),
	});

export const watchL1AdministrationCase: EventUse = {
	settings: (world) => ({ ...settings(world), after: '13h' }),
	steps: [
		{
			does: 'tokens are minted, and the removal of a validator begins',
			act(control, world) {
				mint(control, world, 7);
				const topics = [EVENTS.removal, VALIDATION.hex];
				emit(control, world, { address: manager(world), topics, data: words(7, 20, 0) });
			},
			tells: [
				{ event: 'l1.administration', severity: 'warning', contractEvent: 'NativeCoinMinted' },
				{ event: 'l1.administration', contractEvent: 'InitiatedValidatorRemoval' },
			],
		},
		{
			does: 'upgrade.json gets a precompile, and the owner changes on the P-Chain',
			act(control, world) {
				const { id: subnetId } = l1Of(world);
				const upgrade = { name: 'txAllowListConfig', blockTimestamp: 4_000_000_000 };
				control.configureL1({ subnetId, upgrade, owner: world.node.address(9) });
			},
			tells: [
				{ event: 'l1.configuration', severity: 'critical', change: 'subnet', name: 'owner' },
				{ event: 'l1.configuration', severity: 'warning', change: 'upgrade' },
			],
		},
		{
			does: 'two hours pass, and a validator has no balance any more',
			act(control, world) {
				control.moveClock({ ms: 7_200_000 });
				const [{ validationId }] = world.node.l1
					.of(l1Of(world).id)
					.filter(({ balance }) => balance > 0n);
				control.setL1Balance({ validationId, balance: 0n });
			},
			tells: [
				{ event: 'l1.pending', change: 'crossed', kind: 'removal' },
				{ event: 'validator.inactive', severity: 'critical' },
			],
			others: true,
		},
	],
	refused: [[{ network: 'mainnet' }, /subnetId/]],
};

/** The chain of the L1 is not that of the manager here. */
export const managerElsewhere: EventUse = {
	note: 'two chains',
	settings: (world) => ({
		...settings(world),
		blockchainId: 'C',
		managerChain: l1Of(world).chain,
		events: 'l1Administration',
	}),
	steps: [
		{
			does: 'the manager gets other code',
			act: (control, world) =>
				emit(control, world, {
					address: manager(world),
					topics: [EVENTS.upgraded, accountWord(ADMIN)],
				}),
			tells: [{ event: 'l1.administration', severity: 'critical', contractEvent: 'Upgraded' }],
		},
	],
	refused: [
		[
			{
				network: 'mainnet',
				subnetId: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
				managerChain: '-',
			},
			/managerChain.*must be a blockchain id/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: (world) => ({ ...settings(world), events: 'l1Administration' }),
		happen: (control, world, time) => mint(control, world, time),
	},
];

export const sample: SampleUse = {
	settings: (world) => ({ ...settings(world), events: 'l1ChangePending' }),
	made: { event: 'l1.pending', kind: 'removal', level: 1 },
	recovered: { event: 'l1.pending', change: 'recovered' },
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['subnet.l1', 'chain.l1'],
		settings: (facts) => ({
			...{ network: 'mainnet', subnetId: facts['subnet.l1'], blockchainId: facts['chain.l1'] },
		}),
		said: [],
		fires: false,
	},
];
