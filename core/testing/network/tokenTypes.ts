import type { Contract, Transfer, TransferKind } from './evmTypes';

/** A transaction to add: what is left out is made up. */
export type NewTransfer = Partial<
	Pick<Transfer, 'from' | 'to' | 'value' | 'input' | 'failed' | 'malicious' | 'logs'>
> & {
	only?: TransferKind;
	blockNumber: number;
	/** Number of the token among those of its kind. */
	token?: number;
};

/** An NFT that a wallet holds. */
export interface Nft {
	contract: Contract;
	tokenId: string;
	owner: string;
	/** ERC-1155: how many of it. */
	balance: bigint;
	/** Block of its mint. */
	blockNumber: number;
	/** Time of the last request to update its metadata (Unix seconds). */
	indexedAt?: number;
}

export type NftKind = 'erc721' | 'erc1155';

/** The tokens, transfers and NFTs of an EVM chain. */
export interface Tokens {
	erc20: Contract[];
	erc721: Contract[];
	erc1155: Contract[];
	/** The addresses that hold tokens. */
	wallets: string[];
	/** The address that deployed the contracts. */
	deployer: string;
	/** The transactions that made the contracts, oldest first. */
	deployments(): Transfer[];
	/** Oldest first. */
	transfers(): Transfer[];
	/** Transfers and deployments, oldest first. */
	transactions(): Transfer[];
	/** The generated transfers, without those that control added. */
	generated(): Transfer[];
	add(given: NewTransfer): Transfer;
	/** The transactions of one wallet, newest first. */
	transfersOf(address: string): Transfer[];
	transferByHash(txHash: string): Transfer | undefined;
	/** Balances of a wallet in ERC-20 tokens after a block: at the start it has all that it sends. */
	erc20Of(address: string, blockNumber: number): Array<{ contract: Contract; balance: bigint }>;
	erc721Of(address: string): Nft[];
	erc1155Of(address: string): Nft[];
	/** The token that a transfer brings to its receiver, who holds it. */
	nftOf(transfer: Transfer, kind: NftKind): Nft;
	/** The tokens of a collection, as their owners hold them. */
	collection(contract: Contract): Nft[];
	/** Reindexes the metadata of a token at a time (Unix seconds). */
	reindex(nft: Nft, time: number): void;
	/** Wei at a block; the balances of wallets grow with the chain. */
	nativeBalance(address: string, blockNumber: number): bigint;
}
