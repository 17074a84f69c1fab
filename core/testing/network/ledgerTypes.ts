/** An asset of the X-Chain; the first of a network is AVAX. */
export interface Asset {
	assetId: string;
	name: string;
	symbol: string;
	denomination: number;
	type: 'secp256k1' | 'nft';
}

/** An output that its owners can spend. Addresses are bare (`avax1…`), amounts base units. */
export interface Utxo {
	txId: string;
	outputIndex: number;
	assetId: string;
	amount: bigint;
	/** Unix seconds before which nothing may spend it; 0 = unlocked. */
	locktime: number;
	/** Unix seconds before which it may only be staked; absent = never locked so. */
	stakeableLocktime?: number;
	threshold: number;
	addresses: string[];
	/** Time at which its transaction was accepted (Unix seconds). */
	timestamp: number;
	blockHeight: number;
}

/** Output that a transaction spends. */
export interface Input {
	txId: string;
	outputIndex: number;
	assetId: string;
	amount: bigint;
	signatureIndices: number[];
}

/** A signed transaction of the X- or P-Chain. */
export interface Tx {
	id: string;
	/** Codec version, unsigned transaction and credentials. */
	bytes: Uint8Array;
	/** The outputs as UTXOs; complete once the block is known. */
	outputs: Utxo[];
	/** Outputs that it spends, imports included. */
	inputs: Input[];
	memo: Uint8Array;
	blockHeight: number;
	timestamp: number;
}

/** An accepted transaction of the C-Chain that moves something from or to another chain. */
export interface AtomicTx {
	bytes: Uint8Array;
	blockHeight: number;
}

/** An accepted block; on the X-Chain history also a vertex. */
export interface Block {
	height: number;
	/** cb58 of the sha256 of its bytes. */
	id: string;
	parentId: string;
	/** Unix seconds. */
	timestamp: number;
	bytes: Uint8Array;
	/** cb58; X-Chain only. */
	merkleRoot?: string;
	txs: Tx[];
}

/** Object that the consensus engine accepted: a wrapper around a block, with an id of its own. */
export interface Container {
	id: string;
	bytes: Uint8Array;
	/** Unix seconds. */
	timestamp: number;
}

/** The accepted blocks and transactions of one chain. */
export interface ChainLog {
	/** Height of the last accepted block. */
	height(): number;
	block(height: number): Block | undefined;
	byId(id: string): Block | undefined;
	/** The container of the block at a height; none for genesis. */
	container(height: number): Container | undefined;
	/** The height of the block in a container, by the container's id. */
	containerHeight(id: string): number | undefined;
	tx(id: string): Tx | undefined;
	/** Transactions in acceptance order. */
	txCount(): number;
	txAt(index: number): Tx | undefined;
	/** Accepts one more block, by default without named transactions. */
	accept(txs?: Tx[]): Block;
}

/** A vertex of the X-Chain before it became linear. */
export interface Vertex {
	id: string;
	bytes: Uint8Array;
	parentIds: string[];
	height: number;
	/** Position in acceptance order. */
	index: number;
	timestamp: number;
	txIds: string[];
}
