import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { balanceBlock, currency } from '../shared/data/evmFields';
import { contractAddress, evmChain, wallet } from '../shared/data/fields';
import {
	erc1155Amount,
	erc1155Token,
	erc721Token,
	nativeTokenBalance,
} from '../shared/data/shapes';
import { knownCoin, knownToken } from '../shared/knownColumn';

const COMMON = {
	node: 'avalanche',
	resource: dataResources.tokenBalance,
	service: 'data',
	cost: 20,
} as const;

const LARGEST_PAGE = 500;

/** The native token of one address. */
export const getNative = declare({
	id: 'tokenBalance.getNative',
	...COMMON,
	entry: { value: 'getNative', name: 'Get Native' },
	action: 'Get the native token balance of an address',
	description:
		"Returns the balance of the chain's native token (AVAX on the C-Chain) of an address of an EVM chain, in the smallest unit and as a price",
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
	},
	input: fieldSet({
		chainId: evmChain(),
		address: wallet(),
		blockNumber: balanceBlock(),
		currency: currency('usd'),
	}),
	output: out.object({ nativeTokenBalance: out.object(nativeTokenBalance()) }),
	columns: ({ nativeTokenBalance: token }) => [
		as('name', token.name),
		as('symbol', token.symbol),
		knownCoin(),
		as('balance', token.balance),
		as('balanceValue', token.balanceValue.value),
		as('currency', token.balanceValue.currencyCode),
		as('price', token.price.value),
		as('decimals', token.decimals),
		as('chainId', token.chainId),
	],
	spec: 'Chain data: Primary-network queries (native balance)',
});

/** NFTs of one address. */
export const getManyErc721 = declareList({
	id: 'tokenBalance.getManyErc721',
	...COMMON,
	entry: { value: 'getManyErc721', name: 'Get Many ERC-721' },
	action: 'Get many ERC-721 tokens of an address',
	description:
		'Lists the ERC-721 tokens (NFTs) that an address of an EVM chain holds, with their metadata',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
	},
	input: fieldSet({
		chainId: evmChain(),
		address: wallet(),
		contractAddress: contractAddress(),
		...pages(LARGEST_PAGE),
	}),
	output: page({
		nativeTokenBalance: out.object(nativeTokenBalance()),
		erc721TokenBalances: out.many({ ...erc721Token(), chainId: out.id('EVM chain id') }),
	}),
	items: 'erc721TokenBalances',
	paging: byToken(LARGEST_PAGE),
	columns: (item) => [
		item.name,
		item.symbol,
		knownToken(item.address),
		item.address,
		item.tokenId,
		item.ownerAddress,
		item.metadata.name,
		item.metadata.description,
		item.metadata.imageUri,
		item.tokenUri,
		item.chainId,
	],
	spec: 'Chain data: EVM queries',
});

/** Multi-tokens of one address. */
export const getManyErc1155 = declareList({
	id: 'tokenBalance.getManyErc1155',
	...COMMON,
	entry: { value: 'getManyErc1155', name: 'Get Many ERC-1155' },
	action: 'Get many ERC-1155 tokens of an address',
	description:
		'Lists the ERC-1155 tokens that an address of an EVM chain holds at a block, with balances and metadata',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc1155',
	},
	input: fieldSet({
		chainId: evmChain(),
		address: wallet(),
		contractAddress: contractAddress(),
		blockNumber: balanceBlock(),
		...pages(LARGEST_PAGE),
	}),
	output: page({
		nativeTokenBalance: out.object(nativeTokenBalance()),
		erc1155TokenBalances: out.many({
			...erc1155Token(),
			chainId: out.id('EVM chain id'),
			balance: erc1155Amount('metadata'),
		}),
	}),
	items: 'erc1155TokenBalances',
	paging: byToken(LARGEST_PAGE),
	columns: (item) => [
		item.metadata.name,
		item.metadata.symbol,
		knownToken(item.address),
		item.balance,
		item.address,
		item.tokenId,
		item.metadata.decimals,
		item.metadata.description,
		item.metadata.imageUri,
		item.tokenUri,
		item.chainId,
	],
	spec: 'Chain data: EVM queries',
});
