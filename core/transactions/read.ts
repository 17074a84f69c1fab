import { createHash } from 'node:crypto';
import { concat } from '../formats/bytes';
import { cb58Encode } from '../formats/cb58';
import { WarpFormatError, reader, u16 } from '../warp/bytes';
import { CREDENTIALS, LAYOUTS, P_UTXO, type TransactionValues } from './layouts';
import {
	type BytePart,
	type ByteParts,
	type TxChain,
	type ByteSource,
	type PartValue,
	TransactionFormatError,
	UnknownTypeError,
	byteSource,
	part,
} from './parts';

/** Reads the bytes of transactions of the P-, X- and C-Chain (avalanchego 1cf1fc3d). */

/** Maximum size of a transaction that nodes accept (codec/manager, defaultMaxSize). */
const MOST_BYTES = 256 * 1024;
const CODEC_VERSION = 0;
/** The smallest type of a transaction of the P-Chain. */
const FIRST_P_TYPE = 12;

/** The chain ids of Mainnet and Fuji: those of the X-Chain and of the C-Chain. */
export const CHAIN_IDS: Readonly<Record<number, Readonly<Record<TxChain, string>>>> = {
	1: {
		P: '11111111111111111111111111111111LpoYY',
		X: '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
		C: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	},
	5: {
		P: '11111111111111111111111111111111LpoYY',
		X: '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
		C: 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp',
	},
};

/** A transaction, signed or not. */
export interface Transaction {
	values: TransactionValues;
	/** The bytes that signatures cover. */
	unsignedBytes: Uint8Array;
	/** 65-byte signatures in 0x hex, one list for each input or authorization; undefined if it is not signed. */
	credentials?: string[][];
	/** Transaction ID of a signed transaction: the sha256 of its bytes (cb58). */
	txId?: string;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** Runs a reading; errors of the byte reader become those of transactions. */
function reading<T>(run: () => T): T {
	try {
		return run();
	} catch (error) {
		if (error instanceof WarpFormatError) throw new TransactionFormatError(error.message);
		throw error;
	}
}

function version({ read }: ByteSource) {
	const found = read.u16('codec version');
	if (found !== CODEC_VERSION) {
		throw new TransactionFormatError(`the codec version is ${found}, only 0 is known`);
	}
}

/** The transaction behind a codec version or within a block; without credentials where the bytes end before them. */
function transactionIn(from: ByteSource): Transaction {
	const { read: at, bytes, chain } = from;
	const start = at.position();
	const layouts: Readonly<Record<number, { type: string; parts: ByteParts }>> = LAYOUTS[chain];
	const typeId = from.read.u32('type of the transaction');
	if (!Object.hasOwn(layouts, typeId)) {
		throw new UnknownTypeError(`a transaction of the ${chain}-Chain`, typeId);
	}
	const { type, parts } = layouts[typeId];
	const values = {
		chain,
		type,
		...part.struct(parts)(from, 'the transaction'),
	} as TransactionValues;
	const until = (end: number) => concat(u16(CODEC_VERSION), bytes.subarray(start, end));
	const unsignedBytes = until(at.position());
	if (at.position() === bytes.length) return { values, unsignedBytes };
	const read: BytePart<Array<{ signatures: string[] }>> = CREDENTIALS[chain];
	const credentials = read(from, 'credentials').map(({ signatures }) => signatures);
	const txId = cb58Encode(sha256(until(at.position())));
	return { values, unsignedBytes, credentials, txId };
}

function readOn(bytes: Uint8Array, chain: TxChain): Transaction {
	const from = byteSource(bytes, chain);
	version(from);
	const found = transactionIn(from);
	from.read.end('the signed transaction');
	return found;
}

/** A block of the P- or X-Chain. */
export interface TransactionBlock {
	height: number;
	/** Unix seconds; undefined for blocks of the P-Chain before the Banff upgrade of 2022. */
	time?: number;
	transactions: Transaction[];
}

const inBlock = (from: ByteSource, what: string) => {
	const found = transactionIn(from);
	if (found.txId !== undefined) return found;
	throw new TransactionFormatError(`${what} has no credentials`);
};
const LINK = { parent: part.id, height: part.u64 };
const TIME = { time: part.u64 };
const ONE = { tx: inBlock };
const MANY = { txs: part.list(inBlock) };

/** The layouts of blocks by chain and type id: vms/platformvm/block, vms/avm/block. */
const BLOCKS: Readonly<Record<'P' | 'X', BytePart<object>>> = {
	P: part.tagged({
		0: part.struct({ ...LINK, ...ONE }),
		1: part.struct(LINK),
		2: part.struct(LINK),
		3: part.struct({ ...LINK, ...MANY }),
		4: part.struct({ ...LINK, ...ONE }),
		29: part.struct({ ...TIME, ...MANY, ...LINK, ...ONE }),
		30: part.struct({ ...TIME, ...LINK }),
		31: part.struct({ ...TIME, ...LINK }),
		32: part.struct({ ...TIME, ...LINK, ...MANY }),
	}),
	X: part.tagged({ 20: part.struct({ ...LINK, ...TIME, root: part.id, ...MANY }) }),
};

/** A block from its bytes, without a checksum. Throws as `readTransaction` does. */
export function readBlock(bytes: Uint8Array, chain: 'P' | 'X'): TransactionBlock {
	return reading(() => {
		const from = byteSource(bytes, chain);
		version(from);
		const { height, time, txs, tx } = BLOCKS[chain](from, 'the block') as {
			height: bigint;
			time?: bigint;
			txs?: Transaction[];
			tx?: Transaction;
		};
		from.read.end('the block');
		const transactions = [...(txs ?? []), ...(tx ? [tx] : [])];
		return { height: Number(height), ...(time && { time: Number(time) }), transactions };
	});
}

/** The chains whose transaction this may be: by its type and blockchain. */
function chainsOf(bytes: Uint8Array): TxChain[] {
	const read = reader(bytes);
	read.u16('codec version');
	const typeId = read.u32('type of the transaction');
	if (typeId >= FIRST_P_TYPE) return ['P'];
	read.u32('network');
	const blockchainId = read.take(32, 'blockchain');
	const all = ['X', 'C'] as const;
	const named = all.filter((chain) =>
		Object.values(CHAIN_IDS).some((ids) => ids[chain] === cb58Encode(blockchainId)),
	);
	if (named.length > 0) return named;
	return typeId > 1 ? ['X'] : [...all];
}

/**
 * A transaction from its bytes, without a checksum. Of `chain`, or of the one that its type and its
 * blockchain belong to; of a blockchain that is not known, of the only one whose layout fits. Throws an
 * UnknownTypeError for a type that is not known, and a TransactionFormatError for bytes that break the
 * layout, have others behind them, or are in an order that nodes refuse.
 */
export function readTransaction(bytes: Uint8Array, chain?: TxChain): Transaction {
	if (bytes.length > MOST_BYTES) {
		throw new TransactionFormatError(`${bytes.length} bytes exceed the limit of ${MOST_BYTES}`);
	}
	return reading(() => {
		const [first, second] = chain ? [chain] : chainsOf(bytes);
		if (!second) return readOn(bytes, first);
		const found = [first, second].flatMap((each) => {
			try {
				return [readOn(bytes, each)];
			} catch (error) {
				if (error instanceof WarpFormatError || error instanceof TransactionFormatError) return [];
				throw error;
			}
		});
		if (found.length === 1) return found[0];
		const fit =
			found.length === 0 ? 'neither that of the X-Chain nor' : 'both that of the X-Chain and';
		throw new TransactionFormatError(
			`the blockchain is not known, and its layout is ${fit} that of the C-Chain`,
		);
	});
}

/** An unspent output of the P-Chain. */
export type PUtxo = PartValue<typeof P_UTXO>;

/**
 * An unspent output of the P-Chain from its bytes, without a checksum; `hrp` is the prefix of its addresses.
 * Throws as `readTransaction` does.
 */
export function readPUtxo(bytes: Uint8Array, hrp: string): PUtxo {
	return reading(() => {
		const from = { ...byteSource(bytes, 'P'), hrp };
		version(from);
		const utxo = P_UTXO(from, 'the output');
		from.read.end('the output');
		return utxo;
	});
}
