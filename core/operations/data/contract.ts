import { fieldSet } from '../../fields/fieldSet';
import { as, type Column, type Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../declare';
import { EVM_TX, EVM_TX_INSIDE, onEvm } from '../explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../pages';
import { contract } from './contractFields';
import { BY_BLOCK, blockRange, blocksInOrder, currency } from './evmFields';
import { erc1155Transfer, erc721Transfer, transfer } from './evmShapes';
import { TRANSACTION, transactionColumns } from './evmTransaction';
import { transferColumns } from './evmTransactionColumns';
import { evmChain, wallet } from './fields';
import { erc20Transfer } from './shapes';

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
	return out.object({ assetId: out.id(), imageUri: out.url() });
}

/** What is known of a contract; `ercType` says which kind it is. */
function contractInfo() {
	return {
		address: out.address('0x and 40 hexadecimal digits'),
		ercType: out.text('ERC-20, ERC-721, ERC-1155 or UNKNOWN'),
		name: out.name(),
		symbol: out.name('Symbol of a token'),
		decimals: out.count('ERC-20'),
		description: out.text(),
		officialSite: out.url(),
		email: out.text(),
		logoAsset: image(),
		bannerAsset: image(),
		color: out.text(),
		resourceLinks: out.objects({ type: out.text('Such as Website or Github'), url: out.url() }),
		tags: out.texts(),
		deploymentDetails: out.object({
			txHash: out.hash('Transaction that deployed it'),
			deployerAddress: out.address('Sender of that transaction'),
			deployerContractAddress: out.address('Contract that created it, if any'),
		}),
		pricingProviders: out.object({ coingeckoCoinId: out.id() }),
	};
}

function columns(item: Paths<out.ObjectOf<ReturnType<typeof contractInfo>>>) {
	return [
		item.address,
		item.ercType,
		item.name,
		item.symbol,
		item.decimals,
		item.description,
		item.officialSite,
		as('deploymentTxHash', item.deploymentDetails.txHash),
		as('deployerAddress', item.deploymentDetails.deployerAddress),
		as('coingeckoCoinId', item.pricingProviders.coingeckoCoinId),
	];
}

/** What is known of one contract. */
export const getContract = declare({
	id: 'contract.get',
	...COMMON,
	entry: { value: 'get', name: 'Get' },
	action: 'Get the metadata of a contract',
	description:
		'Returns the metadata of a contract on an EVM chain: its kind (ERC-20, ERC-721, ERC-1155), name, symbol, decimals, links and deployment',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}/addresses/{address}' },
	input: fieldSet({ chainId: evmChain(), address: contract('contract') }),
	output: out.object(contractInfo()),
	columns,
	explorer: AT_ADDRESS,
	spec: 'openapi: EVM Contracts',
});

/** The transaction that made a contract. */
export const getContractDeployment = declare({
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
export const listContractDeployments = declareList({
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
	output: page({ contracts: out.many(contractInfo()) }),
	items: 'contracts',
	paging: byToken(),
	columns,
	explorer: AT_ADDRESS,
});

/** All transfers of one token, whoever made them. */
export const listTokenTransfers = declareList({
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
		transfers: out.many(
			transfer({ ...erc721Transfer(), ...erc1155Transfer(), ...erc20Transfer({}) }),
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
		as('decimals', item.erc20Token.decimals),
		as('tokenName', item.erc20Token.name),
		as('erc721TokenId', item.erc721Token.tokenId),
		as('erc721Name', item.erc721Token.metadata.name),
		as('erc1155TokenId', item.erc1155Token.tokenId),
		as('erc1155Name', item.erc1155Token.metadata.name),
		item.logIndex,
	],
});
