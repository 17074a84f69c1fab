import type { Control, World } from '../../../emulator';
import type { EventUse, Occurrence, ReplayedUse, SampleUse } from '../../../kit/events/case';

const mine = ({ node }: World) => node.address(7);
const other = ({ node }: World) => node.address(8);

function transact(control: Control, world: World, txType: string, address: string, ago = 0) {
	const timestamp = world.clock.seconds() - ago;
	control.addTransactions({
		transactions: [{ txType, address, timestamp, amount: 3n * 10n ** 9n }],
	});
}

export const primaryTransactionCase: EventUse = {
	settings: (world) => ({
		network: 'mainnet',
		addresses: [`P-${mine(world)}`],
		txTypes: ['ImportTx', 'AddPermissionlessDelegatorTx'],
	}),
	steps: [
		{
			does: 'two types of the address are accepted, and others',
			act(control, world) {
				transact(control, world, 'AddPermissionlessDelegatorTx', mine(world), 2);
				transact(control, world, 'AddPermissionlessDelegatorTx', other(world), 1);
				transact(control, world, 'BaseTx', mine(world));
				transact(control, world, 'ImportTx', mine(world));
			},
			tells: [
				{
					event: 'primary.transaction',
					chain: 'p-chain',
					txType: 'AddPermissionlessDelegatorTx',
					title: /: Delegation of 3 AVAX( to NodeID-\w+)? on the P-Chain$/,
					amount: '3000000000',
					subject: /^P-avax1/,
					url: /\/p-chain\/tx\/\w+$/,
				},
				{ txType: 'ImportTx', title: /: Import of [\d.,]+ AVAX from the \w-Chain on the P-Chain$/ },
			],
		},
		{
			does: 'one is indexed ten minutes late',
			act: (control, world) => transact(control, world, 'ImportTx', mine(world), 600),
			tells: [{ txType: 'ImportTx' }],
		},
	],
	refused: [
		[{ network: 'mainnet' }, /addresses/],
		[{ network: 'mainnet', addresses: ['avax1'] }, /addresses.*must be addresses/],
		[
			{ network: 'mainnet', addresses: ['P-fuji1wycv8n7d2fg9aq6unp23pnj4q0arv03ysya8jw'] },
			/addresses.*must hold addresses of mainnet/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: (world) => ({ network: 'mainnet', addresses: [`P-${mine(world)}`] }),
		happen: (control, world) => transact(control, world, 'ImportTx', mine(world)),
	},
];

const OWNER = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

export const sample: SampleUse = {
	settings: () => ({ network: 'mainnet', addresses: [OWNER], chains: ['x-chain'] }),
	made: { subject: OWNER, chain: 'x-chain' },
};

export const replayed: ReplayedUse = (world) => ({
	network: 'mainnet',
	addresses: `P-${mine(world)}`,
});
