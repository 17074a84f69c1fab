import { casesOfGet } from '../../../testing/cases/expected';
import { bare, owners, sum } from '../../../testing/cases/networkWorld';

/** Balances of the primary network. */

const P = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const source = 'openapi: Primary Network Balances';

const amount = {
	assetId: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
	name: 'Avalanche',
	symbol: 'AVAX',
	denomination: 9,
	type: 'secp256k1',
	amount: '18446744073709551615',
	utxoCount: 1,
};
const onP = {
	balances: {
		unlockedUnstaked: [{ ...amount, utxoCount: 2 }],
		atomicMemoryUnlocked: [{ ...amount, sharedWithChainId: 'x-chain', status: 'testing' }],
	},
	chainInfo: { chainName: 'p-chain', network: 'mainnet' },
};
const onX = { balances: { locked: [], unlocked: [amount], atomicMemoryLocked: [] } };
const onC = { balances: { atomicMemoryUnlocked: [] } };

export const primaryBalances = [
	...casesOfGet('primaryNetwork.getBalance', {
		input: { network: 'mainnet', blockchainId: 'x-chain', addresses: P },
		path: `/v1/networks/mainnet/blockchains/x-chain/balances?addresses=${P}`,
		answers: [[onX, [onX]]],
		missing: true,
		rejected: [{ balances: [] }],
		world: (world) => ({
			network: 'mainnet',
			blockchainId: 'x-chain',
			addresses: owners(world, 'X', 1, 2),
		}),
		inWorld: {
			part({ balances, chainInfo }) {
				const [avax] = (balances as { unlocked: Array<Record<string, unknown>> }).unlocked.filter(
					({ symbol }) => symbol === 'AVAX',
				);
				const { assetId, denomination, amount: unlocked, utxoCount } = avax;
				return { chainInfo, assetId, denomination, amount: unlocked, utxoCount };
			},
			expected(world) {
				const { node, clock } = world;
				const [avax] = node.assets;
				const amounts = [...bare(world, 1, 2)]
					.flatMap((owner) => node.utxos('X', owner))
					.filter(
						({ assetId, locktime }) => assetId === avax.assetId && locktime <= clock.seconds(),
					)
					.map((utxo) => utxo.amount);
				return [
					{
						chainInfo: { chainName: 'x-chain', network: 'mainnet' },
						assetId: avax.assetId,
						denomination: 9,
						amount: String(sum(amounts)),
						utxoCount: amounts.length,
					},
				];
			},
		},
		source,
	}),
	...casesOfGet('primaryNetwork.getBalance', {
		input: { network: 'mainnet', blockchainId: 'p-chain', addresses: `P-${P}` },
		path: `/v1/networks/mainnet/blockchains/p-chain/balances?addresses=P-${P}`,
		answers: [[onP, [onP]]],
		missing: true,
		source,
	}),
	...casesOfGet('primaryNetwork.getBalance', {
		input: { network: 'fuji', blockchainId: 'c-chain' },
		path: '/v1/networks/fuji/blockchains/c-chain/balances',
		answers: [[onC, [onC]]],
		missing: true,
		source,
	}),
];
