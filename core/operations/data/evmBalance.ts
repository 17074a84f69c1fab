import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { bigWhole, choice, orLatest } from '../kinds';
import * as shared from '../shared';
import { many, text } from '../shared';
import { contractAddress, evmChain, inputOf, pageSize, pageToken, wallet } from './fields';
import { erc1155Token, erc721Token, nativeTokenBalance } from './shapes';

const LARGEST_PAGE = 500;

function blockNumber() {
	return field(orLatest(bigWhole()).optional(), {
		in: 'query',
		label: 'Block Number',
		description: 'The balance as of this block; the latest block when left out, or latest',
		placeholder: '6479329',
	});
}

/** The native token of one address. */
export const getNativeBalance = declare({
	id: 'evmBalance.getNative',
	node: 'avalanche',
	resource: 'Token Balance',
	operation: 'Get Native',
	action: 'Get the native token balance of an address',
	description:
		"Returns what an address of an EVM chain holds of the chain's native token (AVAX on the C-Chain), in the smallest unit and as a price",
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
	},
	input: inputOf({
		chainId: evmChain(),
		address: wallet(),
		blockNumber: blockNumber(),
		currency: field(choice(shared.CURRENCIES, shared.CURRENCY_CHOICES).optional(), {
			in: 'query',
			label: 'Currency',
			description: 'Currency of prices, one of the ISO 4217 codes that the service knows',
			placeholder: 'usd',
			default: 'usd',
			show: 'option',
		}),
	}),
	output: () => z.looseObject({ nativeTokenBalance: z.looseObject(nativeTokenBalance()) }),
	cost: 20,
	spec: 'Chain data: Primary-network queries (native balance)',
});

/** NFTs of one address. */
export const listErc721Balances = declare({
	id: 'evmBalance.getManyErc721',
	node: 'avalanche',
	resource: 'Token Balance',
	operation: 'Get Many ERC-721',
	action: 'Get many ERC-721 tokens of an address',
	description:
		'Lists the ERC-721 tokens (NFTs) that an address of an EVM chain holds, with their metadata',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
	},
	input: inputOf({
		chainId: evmChain(),
		address: wallet(),
		contractAddress: contractAddress(),
		pageSize: pageSize(LARGEST_PAGE),
		pageToken: pageToken(),
	}),
	output: () =>
		z.looseObject({
			nextPageToken: text(),
			nativeTokenBalance: z.looseObject(nativeTokenBalance()).nullish(),
			erc721TokenBalances: many({ ...erc721Token(), chainId: text('EVM chain id') }),
		}),
	paging: { style: 'token', items: 'erc721TokenBalances', maxPageSize: LARGEST_PAGE },
	simplify: [
		'address',
		'name',
		'symbol',
		'tokenId',
		'ownerAddress',
		'metadata.name',
		'metadata.description',
		'metadata.imageUri',
		'tokenUri',
		'chainId',
	],
	cost: 20,
	spec: 'Chain data: EVM queries',
});

/** Multi-tokens of one address. */
export const listErc1155Balances = declare({
	id: 'evmBalance.getManyErc1155',
	node: 'avalanche',
	resource: 'Token Balance',
	operation: 'Get Many ERC-1155',
	action: 'Get many ERC-1155 tokens of an address',
	description:
		'Lists the ERC-1155 tokens that an address of an EVM chain holds at a block, with balances and metadata',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc1155',
	},
	input: inputOf({
		chainId: evmChain(),
		address: wallet(),
		contractAddress: contractAddress(),
		blockNumber: blockNumber(),
		pageSize: pageSize(LARGEST_PAGE),
		pageToken: pageToken(),
	}),
	output: () =>
		z.looseObject({
			nextPageToken: text(),
			nativeTokenBalance: z.looseObject(nativeTokenBalance()).nullish(),
			erc1155TokenBalances: many({
				...erc1155Token(),
				chainId: text('EVM chain id'),
				balance: text('Number of tokens in the smallest unit, decimal digits'),
			}),
		}),
	paging: { style: 'token', items: 'erc1155TokenBalances', maxPageSize: LARGEST_PAGE },
	simplify: [
		'address',
		'tokenId',
		'balance',
		'metadata.name',
		'metadata.symbol',
		'metadata.decimals',
		'metadata.description',
		'metadata.imageUri',
		'tokenUri',
		'chainId',
	],
	cost: 20,
	spec: 'Chain data: EVM queries',
});
