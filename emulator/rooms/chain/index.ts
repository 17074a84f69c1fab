import type { EmulatedRoom } from '../../room';
import { evmBlockEndpoints } from './blocks';
import type { EvmChain } from '../../world';
import { type Endpoint, found } from '../../rest/endpoint';
import { logoOf } from '../../data/evm';

/** Description of an EVM chain. */
function chainJson(chain: EvmChain) {
	return {
		chainId: chain.chainId,
		status: chain.status,
		chainName: chain.name,
		description: chain.description,
		platformChainId: chain.blockchainId,
		subnetId: chain.subnetId,
		vmId: chain.vmId,
		vmName: 'EVM',
		...(chain.explorerUrl ? { explorerUrl: chain.explorerUrl } : {}),
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
	};
}

/** EVM chains: the supported ones, one of them, and those of an address. */
const chainEndpoints: Endpoint[] = [
	{
		method: 'GET',
		path: '/v1/chains',
		answer({ world, input }) {
			// fuji and testnet are one.
			const network = input.network === 'testnet' ? 'fuji' : input.network;
			const chains = world.evmChains
				.filter((chain) => !network || chain.network === network)
				.filter(({ features }) => !input.feature || features.includes(String(input.feature)));
			return { chains: chains.map(chainJson) };
		},
	},
	{
		method: 'GET',
		path: '/v1/chains/{chainId}',
		answer({ world, input }) {
			const id = String(input.chainId);
			return chainJson(found(`Chain ${id}`, world.evmChain(id)));
		},
	},
	{
		method: 'GET',
		path: '/v1/address/{address}/chains',
		answer({ world, input }) {
			const address = String(input.address);
			const used = world.evmChains.filter(
				(chain) => world.tokens(chain).transfersOf(address).length > 0,
			);
			const [indexed, others] = [true, false].map((ok) =>
				used.filter(({ status }) => (status === 'OK') === ok),
			);
			return {
				indexedChains: indexed.map(chainJson),
				unindexedChains: others.map(({ chainId }) => chainId),
			};
		},
	},
];

export const emulated = { data: [...evmBlockEndpoints, ...chainEndpoints] } satisfies EmulatedRoom;
