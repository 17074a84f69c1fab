import * as out from '../../../fields/outputs';
import { CURRENCIES, NETWORKS } from '../../../operations/shared';
import { page } from '../../../operations/pages';

/** The objects that several responses of the data service hold. */

export const CHAIN_NAMES = ['p-chain', 'x-chain', 'c-chain'] as const;

const INDEX_STATUSES = [
	...(['UNKNOWN', 'MISSING_TOKEN', 'INVALID_TOKEN_URI', 'INVALID_TOKEN_URI_SCHEME'] as const),
	...(['UNREACHABLE_TOKEN_URI', 'THROTTLED_TOKEN_URI', 'METADATA_CONTENT_TOO_LARGE'] as const),
	...(['INVALID_METADATA', 'INVALID_METADATA_JSON', 'INDEXED', 'UNINDEXED'] as const),
] as const;

function assetType() {
	return out.choice(['secp256k1', 'nft']);
}

/** The reason of a reward. */
export function rewardType() {
	return out.choice(['VALIDATOR', 'DELEGATOR', 'VALIDATOR_FEE']);
}

/** An amount of an asset of the primary network. */
export function amount() {
	return {
		assetId: out.id('Asset id (cb58)'),
		name: out.name(),
		symbol: out.name(),
		denomination: out.count('Number of decimals between the smallest unit and a whole one'),
		type: assetType(),
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
		type: assetType(),
		createdAtTimestamp: out.seconds('When the asset was created'),
		cap: out.choice(['fixed', 'variable'], 'Variable if more can be created'),
	};
}

/** The amount of one asset in one state that the addresses have. */
export function balanceEntry() {
	return { ...amount(), utxoCount: out.count('Number of UTXOs of the amount') };
}

/** The amount of one asset in the atomic memory that a chain shares with another one. */
export function atomicEntry() {
	return {
		...balanceEntry(),
		sharedWithChainId: out.id('The other chain'),
	};
}

/** The amount of one asset in the atomic memory of the P-Chain, with its status. */
export function pAtomicEntry() {
	return { ...atomicEntry(), status: out.text() };
}

/** The chain and the network of a response. */
export function chainInfo() {
	return out.object({
		chainName: out.choice(CHAIN_NAMES),
		network: out.choice(NETWORKS),
	});
}

/** A page of a list of a chain of the primary network, with the chain. */
export function chainPage<const S extends Readonly<Record<string, out.Output>>>(parts: S) {
	return page({ ...parts, chainInfo: chainInfo() });
}

/** A price: the documents show a decimal string, the deployed service sends a number. */
export function price(note?: string) {
	return out.object({ currencyCode: out.choice(CURRENCIES), value: out.decimal() }, note);
}

/** An address of an EVM chain with its known properties. */
export function addressInfo() {
	return out.object({
		name: out.optional(out.name()),
		symbol: out.optional(out.name()),
		decimals: out.optional(out.tokenDecimals()),
		logoUri: out.optional(out.url()),
		address: out.address('0x and 40 hexadecimal digits'),
	});
}

/** The native token that an address holds. */
export function nativeTokenBalance() {
	return {
		name: out.name(),
		symbol: out.name(),
		decimals: out.count(),
		logoUri: out.optional(out.url()),
		chainId: out.id('EVM chain id'),
		price: out.optional(price('Price of one whole token')),
		balance: out.amount({ decimals: 'decimals' }),
		balanceValue: out.optional(price('Value of the whole balance')),
	};
}

/** The native token of a chain. */
export function networkToken() {
	return out.object({
		name: out.name(),
		symbol: out.name(),
		decimals: out.count(),
		logoUri: out.optional(out.url()),
		description: out.optional(out.text()),
	});
}

export function erc20Token() {
	return {
		address: out.address('Contract, 0x and 40 hexadecimal digits'),
		name: out.name(),
		symbol: out.name(),
		decimals: out.tokenDecimals(),
		logoUri: out.optional(out.url()),
		ercType: out.choice(['ERC-20']),
		price: out.optional(price('Price of one whole token')),
	};
}

/** Metadata of an NFT. */
function nftMetadata<const S extends Readonly<Record<string, out.Output>>>(extra: S) {
	return out.object({
		indexStatus: out.choice(INDEX_STATUSES),
		metadataLastUpdatedTimestamp: out.optional(out.seconds('When the metadata was last read')),
		name: out.optional(out.name()),
		symbol: out.optional(out.name()),
		imageUri: out.optional(out.url()),
		description: out.optional(out.text()),
		animationUri: out.optional(out.url()),
		externalUrl: out.optional(out.url()),
		background: out.optional(out.text()),
		...extra,
	});
}

export function erc721Token() {
	return {
		address: out.address('Contract, 0x and 40 hexadecimal digits'),
		name: out.name(),
		symbol: out.name(),
		ercType: out.choice(['ERC-721']),
		tokenId: out.id('Decimal digits'),
		tokenUri: out.url(),
		ownerAddress: out.optional(out.address()),
		metadata: nftMetadata({ attributes: out.optional(out.text('JSON')) }),
	};
}

export function erc1155Token() {
	return {
		address: out.address('Contract, 0x and 40 hexadecimal digits'),
		ercType: out.choice(['ERC-1155']),
		tokenId: out.id('Decimal digits'),
		tokenUri: out.url(),
		metadata: nftMetadata({
			properties: out.optional(out.text('JSON')),
			decimals: out.optional(out.tokenDecimals()),
		}),
	};
}

/** A number of ERC-1155 tokens. Without decimals in the metadata beside it, a token has no fractions. */
export function erc1155Amount(metadata: string, note = 'Number of tokens') {
	return out.amount({ decimals: `${metadata}.decimals`, decimalsIfAbsent: 0, note });
}

/** An ERC-721 or an ERC-1155 token, by `ercType`, with parts that both or those of ERC-1155 have. */
export function collectible<const S extends out.Shape, const N extends out.Shape>(
	extra: S,
	several: N,
) {
	return out.variants(
		{ ...erc1155Token(), ercType: out.choice(['ERC-721', 'ERC-1155']), ...extra },
		{ 'ERC-721': erc721Token(), 'ERC-1155': { ...erc1155Token(), ...several } },
		'ercType',
	);
}

/** One ERC-20 transfer within a transaction; `extra`: additional fields of its token. */
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

/** The BLS key of an L1 validator, as far as the service has it. */
export function l1BlsCredentials() {
	return out.object(out.optionalParts(blsCredentials().fields));
}

/** Owners with a multisignature: `threshold` of the `addresses` must sign. */
export function owner() {
	return out.object({
		addresses: out.texts(),
		threshold: out.count('Number of required signatures'),
	});
}
