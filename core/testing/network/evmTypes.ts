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
	/** URL of the chain's block explorer; some chains have none. */
	explorerUrl?: string;
	/** Price of the token in US dollars; absent where there is none. */
	price?: number;
	/** Height of the last block. */
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
	/** The only effect of the transaction, if control added it or it deployed the contract. */
	only?: TransferKind | 'deployment';
	/** Data of the call, of an added transaction that only moves the native token; none by default. */
	input?: string;
	/** True if control added it as a reverted transaction. */
	failed?: boolean;
	/** True if control added it as a transfer of a spam token. */
	malicious?: boolean;
	/** Events of any contracts that an added transaction logs besides. */
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
