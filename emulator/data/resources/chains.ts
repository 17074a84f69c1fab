import type { Endpoint } from '../endpoint';
import { logoOf } from './evm';

/** EVM queries: the supported chains. fuji and testnet are one. */
export const listChains: Endpoint = {
	method: 'GET',
	path: '/v1/chains',
	answer({ world, input }) {
		const network = input.network === 'testnet' ? 'fuji' : input.network;
		const chains = world.evmChains
			.filter((chain) => !network || chain.network === network)
			.filter(({ features }) => !input.feature || features.includes(String(input.feature)))
			.map((chain) => ({
				chainId: chain.chainId,
				status: chain.status,
				chainName: chain.name,
				description: chain.description,
				platformChainId: chain.blockchainId,
				subnetId: chain.subnetId,
				vmId: chain.vmId,
				vmName: 'EVM',
				explorerUrl: `https://explorer.example/${chain.chainId}`,
				rpcUrl: `https://rpc.example/ext/bc/${chain.blockchainId}/rpc`,
				wsUrl: `wss://rpc.example/ext/bc/${chain.blockchainId}/ws`,
				isTestnet: chain.network === 'fuji',
				utilityAddresses: { multicall: '0xca11bde05977b3631167028862be2a173976ca11' },
				networkToken: {
					...chain.token,
					logoUri: logoOf(chain.token.symbol),
					description: `${chain.token.name} is the native token of ${chain.name}`,
				},
				chainLogoUri: `https://images.example/chains/${chain.chainId}.png`,
				private: chain.status !== 'OK',
				enabledFeatures: chain.features,
			}));
		return { chains };
	},
};
