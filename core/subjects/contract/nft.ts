import { fieldSet } from '../../fields/fieldSet';
import type { Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { contract, tokenId } from './contractFields';
import { evmChain } from '../shared/data/fields';
import { collectible } from '../shared/data/shapes';
import { knownToken } from '../shared/knownColumn';

/** NFTs by their collection. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.contract,
	service: 'data',
	spec: 'openapi: NFTs',
} as const;
const PATH = '/v1/chains/{chainId}/nfts/collections/{address}/tokens';

const NFT = collectible({}, {});

function columns(item: Paths<out.ValueOf<typeof NFT>>) {
	return [
		item.name,
		item.symbol,
		knownToken(item.address),
		item.ercType,
		item.ownerAddress,
		item.address,
		item.tokenId,
		item.metadata.name,
		item.metadata.description,
		item.metadata.imageUri,
		item.metadata.indexStatus,
		item.tokenUri,
	];
}

/** One NFT. */
export const getNft = declare({
	id: 'contract.getNft',
	...COMMON,
	entry: { value: 'getNft', name: 'Get NFT' },
	action: 'Get an NFT',
	description:
		'Returns a token of an ERC-721 or ERC-1155 contract of an EVM chain, with its metadata and, for ERC-721, its owner',
	call: { type: 'http', method: 'GET', path: `${PATH}/{tokenId}` },
	input: fieldSet({
		chainId: evmChain(),
		address: contract('NFT contract'),
		tokenId: tokenId(),
	}),
	output: NFT,
	columns,
	cost: 20,
});

/** The NFTs of a collection. */
export const getManyNfts = declareList({
	id: 'contract.getManyNfts',
	...COMMON,
	entry: { value: 'getManyNfts', name: 'Get Many NFTs' },
	action: 'Get many NFTs of a contract',
	description: 'Lists the tokens of an ERC-721 or ERC-1155 contract of an EVM chain',
	call: { type: 'http', method: 'GET', path: PATH },
	input: fieldSet({
		chainId: evmChain(),
		address: contract('NFT contract'),
		...pages(),
	}),
	output: page({ tokens: out.essential(out.list(NFT)) }),
	items: 'tokens',
	paging: byToken(),
	columns,
	cost: 20,
});

/** Requests that the service reads the metadata of an NFT again. */
export const reindexNft = declare({
	id: 'contract.reindexNft',
	...COMMON,
	entry: { value: 'reindexNft', name: 'Reindex NFT' },
	action: 'Reindex the metadata of an NFT',
	description:
		'Requests the service to read the metadata of an NFT again, in the background, at most once an hour for each NFT; use Get NFT for the result; a call that failed without a response is not retried, as the service may have received it',
	call: { type: 'http', method: 'POST', path: `${PATH}/{tokenId}:reindex`, bodiless: true },
	creates: true,
	input: fieldSet({
		chainId: evmChain(),
		address: contract('NFT contract'),
		tokenId: tokenId(),
	}),
	output: out.object({
		accepted: out.flag('True; the service responds without a body'),
	}),
	adapt: () => ({ accepted: true }),
	cost: 10,
});
