import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { choice } from '../kinds';
import * as shared from '../shared';
import { bool, maybe, many, text, texts } from '../shared';
import { inputOf } from './fields';
import { networkToken } from './shapes';

/** The chains that the data service supports. */
export const listChains = declare({
	id: 'chain.getMany',
	node: 'avalanche',
	resource: 'Chain',
	operation: 'Get Many',
	action: 'Get many supported chains',
	description:
		'Lists the EVM chains that the data service supports, with chain ID, blockchain ID, native token, RPC URL and status',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/chains' },
	input: inputOf({
		network: field(choice(shared.NETWORKS, shared.NETWORK_CHOICES).optional(), {
			in: 'query',
			label: 'Network',
			description: 'Only chains of this network; both when left out',
		}),
		feature: field(choice(shared.FEATURES, shared.FEATURE_CHOICES).optional(), {
			in: 'query',
			label: 'Feature',
			description: 'Only chains for which the service offers this feature',
		}),
	}),
	output: () =>
		z.looseObject({
			chains: many({
				chainId: text('EVM chain id'),
				chainName: text(),
				description: text(),
				platformChainId: text('Blockchain id in cb58'),
				subnetId: text('In cb58'),
				vmId: text('In cb58'),
				vmName: text('Such as EVM'),
				status: text('OK or UNAVAILABLE'),
				explorerUrl: text(),
				rpcUrl: text(),
				wsUrl: text(),
				chainLogoUri: text(),
				isTestnet: bool(),
				private: bool(),
				utilityAddresses: maybe({ multicall: text('Address of the multicall contract') }),
				networkToken: networkToken(),
				enabledFeatures: texts('Such as nftIndexing, webhooks, teleporter'),
			}),
		}),
	items: 'chains',
	simplify: [
		'chainId',
		'chainName',
		'platformChainId',
		'subnetId',
		'vmName',
		'status',
		'isTestnet',
		'networkToken.symbol as symbol',
		'rpcUrl',
		'explorerUrl',
	],
	cost: 1,
	spec: 'Chain data: EVM queries',
});
