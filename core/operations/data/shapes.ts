import { z } from 'zod/v4';
import { bool, integer, maybe, maybeMany, number, seconds, text, texts } from '../shared';

/** The objects that several responses of the data service hold. */

/** An amount of an asset of the primary network. */
export function amount() {
	return {
		assetId: text('Asset id in cb58'),
		name: text(),
		symbol: text(),
		denomination: number('Number of decimals between the smallest unit and a whole one'),
		type: text('Such as secp256k1'),
		amount: text('In the smallest unit, decimal digits'),
	};
}

/** All that an address list holds of one asset in one state. */
export function balanceEntry() {
	return { ...amount(), utxoCount: number('Number of UTXOs that make up the amount') };
}

/** The same in the memory shared with another chain. */
export function atomicEntry() {
	return {
		...balanceEntry(),
		sharedWithChainId: text('The other chain'),
		status: text(),
	};
}

/** Which chain of which network answered. */
export function chainInfo() {
	return maybe({
		chainName: text('p-chain, x-chain or c-chain'),
		network: text('mainnet, fuji or testnet'),
	});
}

/** A price: the documents show a decimal string, the deployed service sends a number. */
export function price(description?: string) {
	const schema = z
		.looseObject({
			currencyCode: text('Such as usd'),
			value: z.union([z.number(), z.string()]).nullish(),
		})
		.nullish();
	return description === undefined ? schema : schema.describe(description);
}

/** An address of an EVM chain with what is known of it. */
export function addressInfo() {
	return maybe({
		name: text(),
		symbol: text(),
		decimals: number(),
		logoUri: text(),
		address: text('0x and 40 hexadecimal digits'),
	});
}

/** The native token that an address holds. */
export function nativeTokenBalance() {
	return {
		name: text(),
		symbol: text(),
		decimals: number(),
		logoUri: text(),
		chainId: text('EVM chain id'),
		price: price('Of one whole token'),
		balance: text('In the smallest unit, decimal digits'),
		balanceValue: price('Of the whole balance'),
	};
}

/** The native token of a chain. */
export function networkToken() {
	return maybe({
		name: text(),
		symbol: text(),
		decimals: number(),
		logoUri: text(),
		description: text(),
	});
}

export function erc20Token() {
	return maybe({
		address: text(),
		name: text(),
		symbol: text(),
		decimals: number(),
		logoUri: text(),
		ercType: text('ERC-20'),
		price: price('Of one whole token'),
	});
}

/** What an NFT says of itself. */
export function nftMetadata(extra: z.ZodRawShape) {
	return maybe({
		indexStatus: text('Such as INDEXED'),
		metadataLastUpdatedTimestamp: seconds('When the metadata was read last'),
		name: text(),
		symbol: text(),
		imageUri: text(),
		description: text(),
		animationUri: text(),
		externalUrl: text(),
		background: text(),
		...extra,
	});
}

export function erc721Token() {
	return {
		address: text('Contract, 0x and 40 hexadecimal digits'),
		name: text(),
		symbol: text(),
		ercType: text('ERC-721'),
		tokenId: text('Decimal digits'),
		tokenUri: text(),
		ownerAddress: text(),
		metadata: nftMetadata({ attributes: text('JSON') }),
	};
}

export function erc1155Token() {
	return {
		address: text('Contract, 0x and 40 hexadecimal digits'),
		ercType: text('ERC-1155'),
		tokenId: text('Decimal digits'),
		tokenUri: text(),
		metadata: nftMetadata({ properties: text('JSON'), decimals: number() }),
	};
}

/** One ERC-20 transfer within a transaction. */
export function erc20Transfer() {
	return {
		from: addressInfo(),
		to: addressInfo(),
		logIndex: number(),
		value: text("In the token's smallest unit, decimal digits"),
		erc20Token: erc20Token(),
	};
}

/** The BLS key of a validator. */
export function blsCredentials() {
	return maybe({
		publicKey: text('BLS public key, hex'),
		proofOfPossession: text('Hex'),
	});
}

/** Who may spend or decide: `threshold` of the `addresses`. */
export function owner() {
	return maybe({ addresses: texts(), threshold: number('Signatures needed') });
}

/** An unspent or spent output on the P-Chain. */
export function utxos() {
	return maybeMany({
		addresses: texts('Owners'),
		asset: maybe(amount()),
		consumedOnChainId: text(),
		createdOnChainId: text(),
		consumingTxHash: text(),
		txHash: text('Transaction that made it'),
		utxoId: text(),
		utxoBytes: text('Hex'),
		amount: text('Decimal digits; deprecated, see asset'),
		assetId: text('Deprecated, see asset'),
		blockNumber: text(),
		consumingBlockNumber: text(),
		blockTimestamp: seconds('When it was made'),
		consumingBlockTimestamp: seconds('When it was spent'),
		platformLocktime: integer('Unix seconds until which it is locked'),
		stakeableLocktime: integer('Unix seconds until which it can only be staked'),
		outputIndex: integer(),
		threshold: number('Signatures needed'),
		rewardType: text('VALIDATOR, DELEGATOR or VALIDATOR_FEE'),
		utxoType: text('STAKE or TRANSFER'),
		staked: bool(),
		utxoStartTimestamp: seconds('Start of the staking period'),
		utxoEndTimestamp: seconds('End of the staking period'),
	});
}
