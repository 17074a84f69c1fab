import { fieldSet } from '../../fields/fieldSet';
import { as, type Column, type Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { EVM_TX, EVM_TX_INSIDE, onEvm } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { contract } from './contractFields';
import { BY_BLOCK, blockRange, blocksInOrder, currency } from '../shared/data/evmFields';
import { erc1155Transfer, erc721Transfer, transfer } from '../shared/data/evmShapes';
import { TRANSACTION, transactionColumns } from '../evmTransaction/evmTransaction';
import { transferColumns } from '../shared/data/evmTransactionColumns';
import { evmChain, wallet } from '../shared/data/fields';
import { erc20Transfer } from '../shared/data/shapes';
import { knownToken } from '../shared/knownColumn';

/** Contracts of EVM chains. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.contract,
	service: 'data',
	cost: 20,
	spec: 'openapi: EVM Transactions',
} as const;

const AT_ADDRESS = onEvm(({ address }: { address: Column }) => [{ page: 'address', of: address }]);

function image() {
	return out.object({ assetId: out.optional(out.id()), imageUri: out.optional(out.url()) });
}

const LINKS = [
	...(['Blog', 'CoinGecko', 'CoinMarketCap', 'Discord', 'Documentation', 'Facebook'] as const),
	...(['Github', 'Instagram', 'LinkedIn', 'Medium', 'Reddit', 'Support', 'Telegram'] as const),
	...(['TikTok', 'Twitter', 'Website', 'Whitepaper', 'Youtube'] as const),
] as const;

/** A contract, by its `ercType`. */
const CONTRACT = out.variants(
	{
		address: out.address('0x and 40 hexadecimal digits'),
		ercType: out.choice(['ERC-20', 'ERC-721', 'ERC-1155', 'UNKNOWN']),
		name: out.optional(out.name()),
		symbol: out.optional(out.name('Symbol of a token')),
		description: out.optional(out.text()),
		officialSite: out.optional(out.url()),
		email: out.optional(out.text()),
		logoAsset: out.optional(image()),
		bannerAsset: out.optional(image()),
		color: out.optional(out.text()),
		resourceLinks: out.optional(out.objects({ type: out.choice(LINKS), url: out.url() })),
		tags: out.optional(out.texts()),
		deploymentDetails: out.optional(
			out.object({
				txHash: out.hash('Transaction that deployed it'),
				deployerAddress: out.address('Sender of that transaction'),
				deployerContractAddress: out.optional(out.address('Contract that created it, if any')),
			}),
		),
		pricingProviders: out.optional(out.object({ coingeckoCoinId: out.optional(out.id()) })),
	},
	{
		'ERC-20': { decimals: out.count('ERC-20') },
		'ERC-721': {},
		'ERC-1155': {},
		UNKNOWN: {},
	},
	'ercType',
);

function columns(item: Paths<out.ValueOf<typeof CONTRACT>>) {
	return [
		item.name,
		item.symbol,
		knownToken(item.address),
		item.ercType,
		item.address,
		item.decimals,
		item.description,
		item.officialSite,
		as('deploymentTxHash', item.deploymentDetails.txHash),
		as('deployerAddress', item.deploymentDetails.deployerAddress),
		as('coingeckoCoinId', item.pricingProviders.coingeckoCoinId),
	];
}

/** Metadata of one contract. */
export const get = declare({
	id: 'contract.get',
	...COMMON,
	entry: { value: 'get', name: 'Get' },
	action: 'Get the metadata of a contract',
	description:
		'Returns the metadata of a contract on an EVM chain: its kind (ERC-20, ERC-721, ERC-1155), name, symbol, decimals, links and deployment',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}/addresses/{address}' },
	input: fieldSet({ chainId: evmChain(), address: contract('contract') }),
	output: CONTRACT,
	columns,
	explorer: AT_ADDRESS,
	spec: 'openapi: EVM Contracts',
});

/** Transaction that created a contract. */
export const getDeployment = declare({
	id: 'contract.getDeployment',
	...COMMON,
	entry: { value: 'getDeployment', name: 'Get Deployment' },
	action: 'Get the deployment transaction of a contract',
	description:
		'Returns the transaction that deployed a contract of an EVM chain, with its transfers and internal transactions',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/contracts/{address}/transactions:getDeployment',
	},
	input: fieldSet({
		chainId: evmChain(),
		address: contract('contract'),
		currency: currency(),
	}),
	output: TRANSACTION,
	columns: transactionColumns,
	explorer: EVM_TX_INSIDE,
});

/** The contracts that an address deployed. */
export const getManyDeployments = declareList({
	id: 'contract.getManyDeployments',
	...COMMON,
	entry: { value: 'getManyDeployments', name: 'Get Many Deployments' },
	action: 'Get many contracts that an address deployed',
	description: 'Lists the contracts that an address deployed on an EVM chain',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/contracts/{address}/deployments',
	},
	input: fieldSet({
		chainId: evmChain(),
		address: wallet(),
		...pages(),
	}),
	output: page({ contracts: out.essential(out.list(CONTRACT)) }),
	items: 'contracts',
	paging: byToken(),
	columns,
	explorer: AT_ADDRESS,
});

/** All transfers of one token, of any sender. */
export const getManyTransfers = declareList({
	id: 'contract.getManyTransfers',
	...COMMON,
	entry: { value: 'getManyTransfers', name: 'Get Many Transfers' },
	action: 'Get many transfers of a token contract',
	description:
		'Lists the transfers of an ERC-20, ERC-721 or ERC-1155 contract of an EVM chain, optionally within a range of blocks',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}/tokens/{address}/transfers' },
	input: fieldSet(
		{
			chainId: evmChain(),
			address: contract('token contract'),
			...blockRange(),
			...pages(),
		},
		blocksInOrder,
	),
	output: page({
		transfers: out.essential(
			out.list(
				out.variants(transfer({}), {
					erc20Token: erc20Transfer({}),
					erc721Token: erc721Transfer(),
					erc1155Token: erc1155Transfer(),
				}),
			),
		),
	}),
	items: 'transfers',
	paging: byToken(),
	explorer: EVM_TX,
	bounds: BY_BLOCK,
	columns: (item) => [
		...transferColumns(item),
		item.value,
		as('symbol', item.erc20Token.symbol),
		knownToken(item.erc20Token.address, item.erc721Token.address, item.erc1155Token.address),
		as('decimals', item.erc20Token.decimals),
		as('tokenName', item.erc20Token.name),
		as('erc721TokenId', item.erc721Token.tokenId),
		as('erc721Name', item.erc721Token.metadata.name),
		as('erc1155TokenId', item.erc1155Token.tokenId),
		as('erc1155Name', item.erc1155Token.metadata.name),
		item.logIndex,
	],
});
