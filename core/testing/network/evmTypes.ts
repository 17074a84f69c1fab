export type NetworkName = 'mainnet' | 'fuji';

/** A chain of the EVM kind, primary C-Chains included. */
export interface EvmChain {
	chainId: string;
	name: string;
	description: string;
	network: NetworkName;
	/** cb58 blockchain id. */
	blockchainId: string;
	subnetId: string;
	vmId: string;
	status: 'OK' | 'UNAVAILABLE';
	token: { name: string; symbol: string; decimals: number };
	features: string[];
	/** Of its block explorer; some chains have none. */
	explorerUrl?: string;
	/** US dollars; absent where there is no price. */
	price?: number;
	/** Of its last block. */
	height: number;
	/** Unix seconds of a block. */
	blockTime(height: number): number;
}

/** An ERC-20 token or an NFT collection. */
export interface Contract {
	address: string;
	name: string;
	symbol: string;
	decimals: number;
	/** US dollars. */
	price?: number;
	/** The service marks it as spam in balances. */
	malicious?: boolean;
}

/** One ERC-20 transfer, which is also the transaction that made it. */
export interface Transfer {
	index: number;
	txHash: string;
	blockNumber: number;
	blockHash: string;
	blockTimestamp: number;
	from: string;
	to: string;
	/** Position of its transaction in the block, and of its first log. */
	blockIndex: number;
	logIndex: number;
	value: bigint;
	token: Contract;
	/** All that its transaction did, if it is an added one or made the contract. */
	only?: TransferKind | 'deployment';
	/** Of an added one that only moves the native token: the data of its call; none by default. */
	input?: string;
	/** Of an added one: its transaction was reverted. */
	failed?: boolean;
	/** Of an added one: its token is known as spam. */
	malicious?: boolean;
	/** Of an added one: events of any contract that its transaction logs besides. */
	logs?: ReadonlyArray<{ address: string; topics: string[]; data: string }>;
}

export type TransferKind = 'native' | 'erc20' | 'erc721' | 'erc1155' | 'internal';

/** A message from one chain to another. */
export interface IcmMessage {
	/** Hex. */
	id: string;
	nonce: number;
	source: { chain: EvmChain; transfer: Transfer };
	/**
	 * Transfer that delivers it: the next one of the other chain. Absent while the message is on
	 * its way.
	 */
	delivery?: Transfer;
	/** False where it arrived and its recipient refused it. */
	executed?: boolean;
	destination: EvmChain;
}

/** A message that a transaction sent through the warp precompile. */
export interface WarpMessage {
	/** cb58. */
	id: string;
	unsignedBytes: Uint8Array;
}
