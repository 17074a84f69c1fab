import { heightOfHash } from '../../core/testing/network/evmBlocks';
import type { Dialect } from '../service';
import { bytesToHex } from '../../core';
import type { EvmChain, Nft } from '../world';
import type { Contract, Transfer } from '../../core/testing/network';
import { ServiceFailure } from '../rest/failure';
import { type Call, money } from '../rest/endpoint';

/** The chain of `{chainId}`. 404 for unknown ones; 503 where the operator's node has a problem. */
export function evmChainOf(call: Call): EvmChain {
	const id = String(call.input.chainId);
	const chain = call.world.evmChain(id);
	if (!chain) throw new ServiceFailure(404, `Chain ${id} is not supported`);
	if (chain.status !== 'OK') {
		throw new ServiceFailure(503, `Chain ${id} is unavailable: there is a problem with its node`);
	}
	return chain;
}

/** An address with what is known of it. The documents show every field. */
export function addressInfo(dialect: Dialect, address: string, contract?: Contract) {
	if (dialect === 'live' && !contract) return { address };
	return {
		name: contract?.name ?? '',
		symbol: contract?.symbol ?? '',
		decimals: contract?.decimals ?? 0,
		logoUri: contract ? logoOf(contract.symbol) : '',
		address,
	};
}

export const logoOf = (symbol: string) => `https://images.example/${symbol.toLowerCase()}.png`;

/** An ERC-20 token with its price. */
export function erc20Token(token: Contract) {
	const { address, name, symbol, decimals, price } = token;
	return {
		address,
		name,
		symbol,
		decimals,
		logoUri: logoOf(symbol),
		ercType: 'ERC-20',
		...(price === undefined ? {} : { price: money(price) }),
	};
}

/** An ERC-20 transfer without its block. */
export function transferDetails(dialect: Dialect, transfer: Transfer) {
	return {
		from: addressInfo(dialect, transfer.from),
		to: addressInfo(dialect, transfer.to),
		logIndex: transfer.logIndex,
		value: String(transfer.value),
		erc20Token: erc20Token(transfer.token),
	};
}

/** Fields of a listed transfer that name its block and transaction. */
export function transactionJson(dialect: Dialect, transfer: Transfer) {
	return {
		blockNumber: String(transfer.blockNumber),
		blockTimestamp: transfer.blockTimestamp,
		...(dialect === 'live' ? { blockTimestampMilliseconds: transfer.blockTimestamp * 1000 } : {}),
		blockHash: transfer.blockHash,
		txHash: transfer.txHash,
	};
}

/** An ERC-20 transfer as the list gives it. */
export function transferJson(dialect: Dialect, transfer: Transfer) {
	return { ...transactionJson(dialect, transfer), ...transferDetails(dialect, transfer) };
}

function metadata(call: Call, nft: Nft, extra: object) {
	const title = `${nft.contract.name} #${nft.tokenId}`;
	return {
		indexStatus: 'INDEXED',
		metadataLastUpdatedTimestamp: nft.indexedAt ?? call.world.node.epoch - Number(nft.tokenId),
		name: title,
		symbol: nft.contract.symbol,
		imageUri: `https://images.example/${nft.contract.symbol}/${nft.tokenId}.png`,
		description: `${title}, a token of the test data`,
		animationUri: '',
		externalUrl: `https://tokens.example/${nft.tokenId}`,
		background: 'ffffff',
		...extra,
	};
}

const uriOf = ({ contract, tokenId }: Nft) =>
	`ipfs://${bytesToHex(Buffer.from(contract.symbol))}/${tokenId}.json`;

/** An ERC-721 token. */
export function erc721Json(call: Call, nft: Nft) {
	const { address, name, symbol } = nft.contract;
	return {
		address,
		name,
		symbol,
		ercType: 'ERC-721',
		tokenId: nft.tokenId,
		tokenUri: uriOf(nft),
		ownerAddress: nft.owner,
		metadata: metadata(call, nft, {
			attributes: JSON.stringify([{ trait_type: 'altitude', value: 2000 + Number(nft.tokenId) }]),
		}),
	};
}

/** An ERC-1155 token. */
export function erc1155Json(call: Call, nft: Nft) {
	return {
		address: nft.contract.address,
		ercType: 'ERC-1155',
		tokenId: nft.tokenId,
		tokenUri: uriOf(nft),
		metadata: metadata(call, nft, { properties: JSON.stringify({ grade: 'gold' }), decimals: 0 }),
	};
}

/** The transfers of the blocks from `startBlock` up to `endBlock`, which is not included. */
export function inRange({ input }: Call, transfers: readonly Transfer[]): Transfer[] {
	const first = Number(input.startBlock ?? 0);
	const end = Number(input.endBlock ?? Infinity);
	return transfers.filter(({ blockNumber }) => blockNumber >= first && blockNumber < end);
}

/** The height of `{blockId}`, a number or a hash. 404 where the chain has no such block. */
export function heightOf({ input }: Call, chain: EvmChain): number {
	const id = String(input.blockId);
	const height = /^\d+$/.test(id) ? Number(id) : heightOfHash(chain, id);
	if (height === undefined || height > chain.height) {
		throw new ServiceFailure(404, `Block ${id} not found`);
	}
	return height;
}
