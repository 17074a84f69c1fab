import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import { field } from '../../fields/field';
import { tokenContracts } from '../../fields/identifiers';
import { flag } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { balanceBlock, currency } from '../shared/data/evmFields';
import { tokenReputation } from '../shared/data/evmShapes';
import { contractAddress, evmChain, wallet } from '../shared/data/fields';
import {
	collectible,
	erc1155Amount,
	erc20Token,
	nativeTokenBalance,
	price,
} from '../shared/data/shapes';
import { knownToken } from '../shared/knownColumn';

const SPEC = 'openapi: EVM Balances';
const LARGEST_PAGE = 500;

/** ERC-20 tokens of one address. */
export const getManyErc20 = declareList({
	id: 'tokenBalance.getManyErc20',
	node: 'avalanche',
	resource: dataResources.tokenBalance,
	entry: { value: 'getManyErc20', name: 'Get Many ERC-20' },
	action: 'Get many ERC-20 balances of an address',
	description:
		'Lists the ERC-20 tokens that an address of an EVM chain holds at a block, with balances, prices and the reputation of each token',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc20',
	},
	input: fieldSet({
		chainId: evmChain(),
		address: wallet(),
		contractAddresses: field(tokenContracts().optional(), {
			in: 'query',
			list: 'comma',
			label: 'Contract Addresses',
			description: 'Only tokens of these contracts, separated by commas',
			placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
		}),
		blockNumber: balanceBlock(),
		filterSpamTokens: field(flag().optional(), {
			in: 'query',
			label: 'Filter Spam Tokens',
			description: 'Whether to exclude known spam tokens',
			default: true,
		}),
		currency: currency(),
		...pages(LARGEST_PAGE),
	}),
	output: page({
		nativeTokenBalance: out.object(nativeTokenBalance()),
		erc20TokenBalances: out.many({
			...erc20Token(),
			...tokenReputation(),
			chainId: out.id('EVM chain id'),
			balance: out.amount({ decimals: 'decimals' }),
			balanceValue: out.optional(price('Value of the whole balance')),
		}),
	}),
	items: 'erc20TokenBalances',
	paging: byToken(LARGEST_PAGE),
	columns: (item) => [
		item.name,
		item.symbol,
		item.balance,
		as('balanceValue', item.balanceValue.value),
		as('currency', item.balanceValue.currencyCode),
		as('price', item.price.value),
		item.tokenReputation,
		item.address,
		knownToken(item.address),
		item.decimals,
		item.chainId,
	],
	cost: 20,
	spec: SPEC,
});

/** NFTs and multi-tokens of one address. */
export const getManyCollectibles = declareList({
	id: 'tokenBalance.getManyCollectibles',
	node: 'avalanche',
	resource: dataResources.tokenBalance,
	entry: { value: 'getManyCollectibles', name: 'Get Many Collectibles' },
	action: 'Get many collectibles of an address',
	description:
		'Lists the ERC-721 and ERC-1155 tokens that an address of an EVM chain holds, with their metadata',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:listCollectibles',
	},
	input: fieldSet({
		chainId: evmChain(),
		address: wallet(),
		contractAddress: contractAddress(),
		...pages(LARGEST_PAGE),
	}),
	output: page({
		collectibleBalances: out.essential(
			out.list(
				collectible(
					{ chainId: out.id('EVM chain id') },
					{ balance: erc1155Amount('metadata', 'Number of tokens; ERC-1155') },
				),
			),
		),
	}),
	items: 'collectibleBalances',
	paging: byToken(LARGEST_PAGE),
	columns: (item) => [
		item.name,
		item.symbol,
		knownToken(item.address),
		item.balance,
		item.ercType,
		item.address,
		item.tokenId,
		item.metadata.name,
		item.metadata.description,
		item.metadata.imageUri,
		item.tokenUri,
		item.ownerAddress,
		item.chainId,
	],
	cost: 20,
	spec: SPEC,
});
