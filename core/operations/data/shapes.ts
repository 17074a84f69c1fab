import * as out from '../../fields/outputs';
import { page } from '../pages';

/** The objects that several responses of the data service hold. */

/** An amount of an asset of the primary network. */
export function amount() {
	return {
		assetId: out.id('Asset id (cb58)'),
		name: out.name(),
		symbol: out.name(),
		denomination: out.count('Number of decimals between the smallest unit and a whole one'),
		type: out.text('Such as secp256k1'),
		amount: out.amount({ decimals: 'denomination' }),
	};
}

/** An asset of the X-Chain. */
export function asset() {
	return {
		assetId: out.id('In cb58'),
		name: out.name(),
		symbol: out.name(),
		denomination: out.count('Number of decimals between the smallest unit and a whole one'),
		type: out.text('secp256k1 or nft'),
		createdAtTimestamp: out.seconds('When the asset was created'),
		cap: out.text('fixed, or variable if more can be created'),
	};
}

/** All that an address list holds of one asset in one state. */
export function balanceEntry() {
	return { ...amount(), utxoCount: out.count('Number of UTXOs of the amount') };
}

/** The same in the memory shared with another chain. */
export function atomicEntry() {
	return {
		...balanceEntry(),
		sharedWithChainId: out.id('The other chain'),
		status: out.text(),
	};
}

/** Which chain of which network answered. */
export function chainInfo() {
	return out.object({
		chainName: out.name('p-chain, x-chain or c-chain'),
		network: out.text('mainnet, fuji or testnet'),
	});
}

/** A page of what a chain of the primary network has, and which chain that is. */
export function chainPage<const S extends Readonly<Record<string, out.Output>>>(parts: S) {
	return page({ ...parts, chainInfo: chainInfo() });
}

/** A price: the documents show a decimal string, the deployed service sends a number. */
export function price(note?: string) {
	return out.object({ currencyCode: out.text('Such as usd'), value: out.decimal() }, note);
}

/** An address of an EVM chain with what is known of it. */
export function addressInfo() {
	return out.object({
		name: out.name(),
		symbol: out.name(),
		decimals: out.tokenDecimals(),
		logoUri: out.url(),
		address: out.address('0x and 40 hexadecimal digits'),
	});
}

/** The native token that an address holds. */
export function nativeTokenBalance() {
	return {
		name: out.name(),
		symbol: out.name(),
		decimals: out.count(),
		logoUri: out.url(),
		chainId: out.id('EVM chain id'),
		price: price('Price of one whole token'),
		balance: out.amount({ decimals: 'decimals' }),
		balanceValue: price('Value of the whole balance'),
	};
}

/** The native token of a chain. */
export function networkToken() {
	return out.object({
		name: out.name(),
		symbol: out.name(),
		decimals: out.count(),
		logoUri: out.url(),
		description: out.text(),
	});
}

export function erc20Token() {
	return {
		address: out.address('Contract, 0x and 40 hexadecimal digits'),
		name: out.name(),
		symbol: out.name(),
		decimals: out.tokenDecimals(),
		logoUri: out.url(),
		ercType: out.text('ERC-20'),
		price: price('Price of one whole token'),
	};
}

/** What an NFT says of itself. */
function nftMetadata<const S extends Readonly<Record<string, out.Output>>>(extra: S) {
	return out.object({
		indexStatus: out.text('Such as INDEXED'),
		metadataLastUpdatedTimestamp: out.seconds('When the metadata was last read'),
		name: out.name(),
		symbol: out.name(),
		imageUri: out.url(),
		description: out.text(),
		animationUri: out.url(),
		externalUrl: out.url(),
		background: out.text(),
		...extra,
	});
}

export function erc721Token() {
	return {
		address: out.address('Contract, 0x and 40 hexadecimal digits'),
		name: out.name(),
		symbol: out.name(),
		ercType: out.text('ERC-721'),
		tokenId: out.id('Decimal digits'),
		tokenUri: out.url(),
		ownerAddress: out.address(),
		metadata: nftMetadata({ attributes: out.text('JSON') }),
	};
}

export function erc1155Token() {
	return {
		address: out.address('Contract, 0x and 40 hexadecimal digits'),
		ercType: out.text('ERC-1155'),
		tokenId: out.id('Decimal digits'),
		tokenUri: out.url(),
		metadata: nftMetadata({ properties: out.text('JSON'), decimals: out.tokenDecimals() }),
	};
}

/** An ERC-721 or an ERC-1155 token: `ercType` says which. */
export function collectible() {
	const { metadata: single, ...unique } = erc721Token();
	const { metadata: several } = erc1155Token();
	return {
		...unique,
		ercType: out.text('ERC-721 or ERC-1155'),
		metadata: out.object({ ...single.fields, ...several.fields }),
	};
}

/** One ERC-20 transfer within a transaction; `extra` is what is said of its token beside. */
export function erc20Transfer<const S extends Readonly<Record<string, out.Output>>>(extra: S) {
	return {
		from: addressInfo(),
		to: addressInfo(),
		logIndex: out.count(),
		value: out.amount({ decimals: 'erc20Token.decimals' }),
		erc20Token: out.object({ ...erc20Token(), ...extra }),
	};
}

/** The BLS key of a validator. */
export function blsCredentials() {
	return out.object({
		publicKey: out.hex('BLS public key, hex'),
		proofOfPossession: out.hex('Hex'),
	});
}

/** Who may spend or decide: `threshold` of the `addresses`. */
export function owner() {
	return out.object({
		addresses: out.texts(),
		threshold: out.count('Number of required signatures'),
	});
}
