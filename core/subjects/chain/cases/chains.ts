import type { OperationCase } from '../../../testing/cases/operationCase';
import { transferIn } from '../../../testing/cases/evmWorld';
import { casesOfGet } from '../../../testing/cases/expected';

/** Chains of the data service. Values are the examples of the documents' schemas. */

const source = 'openapi: EVM Chains';
const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const chain = {
	chainId: '43114',
	status: 'OK',
	chainName: 'Avalanche (C-Chain)',
	description: 'The contract chain of the primary network',
	platformChainId: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	subnetId: '11111111111111111111111111111111LpoYY',
	vmId: 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6',
	vmName: 'EVM',
	explorerUrl: 'https://subnets.avax.network/c-chain',
	rpcUrl: 'https://api.avax.network/ext/bc/C/rpc',
	wsUrl: 'wss://api.avax.network/ext/bc/C/ws',
	isTestnet: false,
	utilityAddresses: { multicall: '0xed386Fe855C1EFf2f843B910923Dd8846E45C5A4' },
	networkToken: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
	chainLogoUri: 'https://images.example/c-chain.png',
	private: false,
	enabledFeatures: ['nftIndexing', 'webhooks', 'teleporter'],
};

/** A chain of which little is known, with a feature that no document has. */
const unnamed = {
	chainId: '43115',
	isTestnet: false,
	enabledFeatures: ['gasless'],
	utilityAddresses: {},
};

export const chains: OperationCase[] = [
	{
		id: 'chain.get',
		input: { chainId: 43114 },
		request: { path: '/v1/chains/43114' },
		answer: { json: chain },
		items: [chain],
		source,
	},
	{
		id: 'chain.getManyOfAddress',
		input: { address: WALLET },
		request: { path: `/v1/address/${WALLET}/chains` },
		answer: { json: { indexedChains: [chain], unindexedChains: ['99999'] } },
		items: [chain],
		source,
		world: (world) => ({ address: transferIn(world).from }),
	},
	...casesOfGet('chain.getMany', {
		input: { network: 'mainnet', feature: 'webhooks' },
		path: '/v1/chains?network=mainnet&feature=webhooks',
		answers: [[{ chains: [chain, unnamed] }, [chain, unnamed]]],
		missing: true,
		world: () => ({}),
		inWorld: { expected: ({ evmChains }) => evmChains.map(({ chainId }) => ({ chainId })) },
		source,
	}),
];
