import type { Control, World } from '../../../testing/network';
import type {
	EventUse,
	NodeUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';
import { spenderOf, transferTx } from '../../../testing/cases/signedTransactions';

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

const accept = (world: World, transfer: Parameters<typeof transferTx>[1]) =>
	world.node.chain(transfer.chain).accept([transferTx(world.node, transfer)]);

export const fromNodeCase: EventUse = {
	note: 'from the P-Chain of a node',
	settings: (world) => ({
		readFrom: 'node',
		addresses: [`P-${mine(world)}`, spenderOf(world.node)],
	}),
	steps: [
		{
			does: 'a spender pays others, then the address, in two blocks',
			act(_, world) {
				accept(world, { chain: 'P', to: other(world), amount: 7n, number: 1 });
				accept(world, { chain: 'P', to: mine(world), amount: 2_500_000_001n, number: 2 });
			},
			tells: [
				{
					event: 'primary.transaction',
					chain: 'p-chain',
					direction: 'sent',
					txType: 'BaseTx',
					amount: '7',
					amountBurned: '6',
				},
				{ direction: 'sent', amount: '2500000001', symbol: 'AVAX', known: true, decimals: 9 },
			],
		},
		{
			does: '90 blocks have none, in several pages',
			act: (control) => control.acceptBlocks({ chain: 'P', count: 90 }),
			tells: [],
		},
	],
	refused: [
		[{ readFrom: 'node' }, /addresses/],
		[
			{ readFrom: 'node', addresses: ['X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'] },
			/addresses.*P-Chain/,
		],
		[
			{
				readFrom: 'node',
				chain: 'C',
				addresses: ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
			},
			/chain.*one of P, X/,
		],
	],
};

export const fromXChainCase: EventUse = {
	note: 'from the X-Chain of a node',
	settings: (world) => ({
		readFrom: 'node',
		chain: 'X',
		addresses: [mine(world)],
		txTypes: ['BaseTx'],
	}),
	steps: [
		{
			does: 'the address receives AVAX, and an asset with a name that its maker chose',
			act(_, world) {
				accept(world, { chain: 'X', to: mine(world), amount: 5n });
				accept(world, { chain: 'X', to: mine(world), amount: 1234n, asset: 1 });
			},
			tells: [
				{ chain: 'x-chain', direction: 'received', amount: '5', subject: /^avax1/ },
				{ amount: '1234', decimals: 6, known: false, symbol: /^".+" \(asset \w+…\w+\)$/ },
			],
		},
	],
	refused: [
		[
			{
				readFrom: 'node',
				chain: 'X',
				addresses: ['P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5'],
			},
			/X-Chain/,
		],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: (world) => ({ network: 'mainnet', addresses: [`P-${mine(world)}`] }),
		happen: (control, world) => transact(control, world, 'ImportTx', mine(world)),
	},
	{
		note: 'from a node',
		item: true,
		settings: (world) => ({ readFrom: 'node', addresses: [`P-${mine(world)}`] }),
		happen: (_, world, number) =>
			accept(world, { chain: 'P', to: mine(world), amount: 9n, number }),
	},
];

export const realNode: readonly NodeUse[] = (['P', 'X'] as const).map((chain) => ({
	note: chain,
	needs: [`${chain}.address`],
	settings: (facts) => ({ readFrom: 'node', chain, addresses: [facts[`${chain}.address`]] }),
	from: () => 1,
	// The node says all of it in the bytes of blocks.
	said: [],
	fires: true,
}));

const OWNER = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

export const sample: SampleUse = {
	settings: () => ({ network: 'mainnet', addresses: [OWNER], chains: ['x-chain'] }),
	made: { subject: OWNER, chain: 'x-chain' },
};

export const replayed: ReplayedUse = (world) => ({
	network: 'mainnet',
	addresses: `P-${mine(world)}`,
});
