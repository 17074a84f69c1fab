import { cb58Encode } from '../../core';
import { SUBNET_EVM } from './subnets';
import type { EvmChain, NetworkWorld } from '../../core/testing/network';

const AVAX = { name: 'Avalanche', symbol: 'AVAX', decimals: 18 };
const EVM = cb58Encode(Uint8Array.from(Buffer.from('evm'.padEnd(32, '\0'))));
const HEIGHT = 1_000_000;
const FEATURES = [
	['nftIndexing', 'webhooks', 'teleporter'],
	['nftIndexing', 'teleporter'],
	['webhooks'],
	[],
];

/** The C-Chain's head moves with the blocks that its network accepts; the other heads do not. */
function blocksOf(network: NetworkWorld, primary: boolean) {
	const log = network.chain('C');
	const first = HEIGHT - log.height();
	return {
		height: () => (primary ? first + log.height() : HEIGHT),
		time(height: number): number {
			const accepted = primary && height > HEIGHT ? log.block(height - first) : undefined;
			return accepted?.timestamp ?? network.epoch - (HEIGHT - height) * 2;
		},
	};
}

/** Every EVM chain of both networks: the C-Chains, the L1s, and one whose node is unavailable. */
export function createEvmChains(networks: readonly NetworkWorld[]): EvmChain[] {
	return networks.flatMap((network) =>
		network.subnets.flatMap(({ kind, blockchains }) =>
			blockchains
				.filter(({ evmChainId }) => evmChainId !== undefined)
				.map((blockchain, i): EvmChain => {
					const primary = kind === 'primary';
					const blocks = blocksOf(network, primary);
					const test = network.name === 'fuji' ? ' Testnet' : '';
					const order = network.subnets.findIndex(({ id }) => id === blockchain.subnetId) + i;
					return {
						chainId: String(blockchain.evmChainId),
						name: primary ? `Avalanche (C-Chain)${test}` : `${blockchain.name}${test}`,
						description: primary
							? 'The contract chain of the primary network'
							: `${blockchain.name} is an EVM chain with validators of its own`,
						network: network.name,
						blockchainId: blockchain.id,
						subnetId: blockchain.subnetId,
						vmId: primary ? EVM : SUBNET_EVM,
						status: kind === 'permissioned' ? 'UNAVAILABLE' : 'OK',
						token: primary
							? AVAX
							: {
									name: `${blockchain.name} Token`,
									symbol: blockchain.name.slice(0, 4).toUpperCase(),
									decimals: 18,
								},
						features: FEATURES[primary ? 0 : order % FEATURES.length],
						...(order % 3 !== 2
							? { explorerUrl: `https://explorer.example/${blockchain.evmChainId}` }
							: {}),
						price: primary ? 23.47 : undefined,
						get height() {
							return blocks.height();
						},
						blockTime: blocks.time,
					};
				}),
		),
	);
}
