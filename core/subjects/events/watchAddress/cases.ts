import type { Control, World } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';
const ETHER = 10n ** 18n;
const primary = ({ node }: World) => `P-${node.address(7)}`;

function transact(control: Control, world: World) {
	control.addTransactions({
		transactions: [
			{
				txType: 'ImportTx',
				address: world.node.address(7),
				timestamp: world.clock.seconds(),
				amount: 3n * 10n ** 9n,
			},
		],
	});
}

const receive = (control: Control) =>
	control.addTransfers({
		transfers: [{ from: OTHER, to: MINE, value: (5n * ETHER) / 2n, only: 'native' }],
	});

const holds = (balance: bigint) => (control: Control) =>
	control.setEvmBalance({ address: MINE, balance });

export const watchAddressCase: EventUse = {
	settings: (world) => ({ network: 'mainnet', addresses: [MINE, primary(world)] }),
	steps: [
		{
			does: 'AVAX arrives on the C-Chain and on the P-Chain',
			act(control, world) {
				receive(control);
				transact(control, world);
			},
			tells: [
				{ event: 'token.transfer', direction: 'received', amount: '2500000000000000000' },
				{ event: 'primary.transaction', txType: 'ImportTx', chain: 'p-chain' },
			],
			others: true,
		},
	],
	refused: [
		[{ network: 'mainnet' }, /addresses/],
		[{ network: 'mainnet', addresses: 'alice' }, /addresses.*must be EVM addresses/],
		[
			{ network: 'mainnet', addresses: ['P-fuji1wycv8n7d2fg9aq6unp23pnj4q0arv03ysya8jw'] },
			/addresses.*must hold addresses of mainnet/,
		],
		[
			{ network: 'mainnet', addresses: MINE, events: 'balanceCrossed', above: '1', below: '2' },
			/below.*must be less than the thresholds of Above/,
		],
	],
};

export const balanceOfWatchedAddressCase: EventUse = {
	note: 'balance',
	settings: () => ({
		network: 'mainnet',
		addresses: [MINE],
		events: ['balanceCrossed', 'transfer'],
		below: '1',
	}),
	prepare: holds(2n * ETHER),
	steps: [
		{
			does: 'the address holds half an AVAX',
			act: holds(ETHER / 2n),
			tells: [
				{
					event: 'balance.crossed',
					severity: 'warning',
					change: 'crossed',
					balance: '500000000000000000',
				},
			],
		},
	],
	refused: [[{ network: 'mainnet', addresses: MINE, below: 'little' }, /below.*must be amounts/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({
			network: 'mainnet',
			addresses: [MINE],
			events: 'balanceCrossed',
			below: '1',
		}),
		prepare: holds(2n * ETHER),
		happen: (control, _, time) => holds(time % 2 === 1 ? 0n : 2n * ETHER)(control),
	},
];

export const sample: SampleUse = {
	settings: () => ({
		network: 'mainnet',
		addresses: [MINE],
		events: 'balanceCrossed',
		below: '0.000000001',
	}),
	prepare: holds(2n * ETHER),
	made: { event: 'balance.crossed', level: 1, side: 'below' },
	recovered: { event: 'balance.crossed', change: 'recovered' },
};

export const realNode: readonly NodeUse[] = [
	{
		needs: ['C.from'],
		settings: (facts) => ({
			network: 'mainnet',
			addresses: facts['C.from'],
			events: 'balanceCrossed',
			above: '0',
		}),
		said: ['balance'],
		fires: true,
	},
];
