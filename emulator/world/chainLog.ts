import { idBytes, idOf, sha256, u16, u32, u64 } from '../../core/testing/network/bytes';
import { createContainers } from './containers';
import type { Block, ChainAlias, ChainLog, Tx } from '../../core/testing/network';

const STANDARD_BLOCK = { P: 32, X: 20 };
/** The P-Chain begins with a commit block of the old kind: a parent and a height. */
const COMMIT_BLOCK = 2;
const CODEC_VERSION_BYTES = 2;

/** Source of a generated chain log. */
export interface LogSource {
	alias: ChainAlias;
	/** Height of the last block at the start. */
	height: number;
	/** Unix seconds of a generated block. */
	timeOf(height: number): number;
	/** The transactions of a block. */
	txsAt(height: number, timestamp: number): Tx[];
	/** Unix seconds now, for accepted blocks. */
	now(): number;
}

function blockBytes(alias: ChainAlias, block: Omit<Block, 'id' | 'bytes'>): Uint8Array {
	const parent = idBytes(block.parentId);
	const txs = block.txs.flatMap((tx) => [tx.bytes.subarray(CODEC_VERSION_BYTES)]);
	if (alias === 'P' && block.height === 0) {
		return Buffer.concat([u16(0), u32(COMMIT_BLOCK), parent, u64(0)]);
	}
	if (alias === 'P') {
		const head = [u16(0), u32(STANDARD_BLOCK.P), u64(block.timestamp), parent, u64(block.height)];
		return Buffer.concat([...head, u32(txs.length), ...txs]);
	}
	if (alias === 'X') {
		const head = [u16(0), u32(STANDARD_BLOCK.X), parent, u64(block.height), u64(block.timestamp)];
		return Buffer.concat([...head, idBytes(block.merkleRoot ?? ''), u32(txs.length), ...txs]);
	}
	// The C-Chain's blocks are opaque to this project: a header of the three facts that it needs.
	return Buffer.concat([parent, u64(block.height), u64(block.timestamp)]);
}

/**
 * The blocks of a chain. Each holds its parent's id, so they are made in order, the first time one
 * of them is asked for, and kept.
 */
export function createChainLog(source: LogSource): ChainLog {
	const blocks: Block[] = [];
	const byId = new Map<string, Block>();
	const txs: Tx[] = [];
	const txById = new Map<string, Tx>();
	/** Of accepted blocks, by height. */
	const accepted = new Map<number, Tx[]>();
	let tip = source.height;

	function grow(): void {
		while (blocks.length <= tip) {
			const height = blocks.length;
			const generated = height <= source.height;
			const timestamp = generated ? source.timeOf(height) : source.now();
			const content = generated ? source.txsAt(height, timestamp) : (accepted.get(height) ?? []);
			const parentId = blocks.at(-1)?.id ?? idOf(new Uint8Array(32));
			const root = sha256(Buffer.concat(content.map((tx) => tx.bytes)));
			const merkleRoot = source.alias === 'X' ? { merkleRoot: idOf(root) } : {};
			const bare = { height, parentId, timestamp, txs: content, ...merkleRoot };
			const bytes = Uint8Array.from(blockBytes(source.alias, bare));
			const block: Block = { ...bare, bytes, id: idOf(sha256(bytes)) };
			blocks.push(block);
			byId.set(block.id, block);
			for (const tx of content) {
				txs.push(tx);
				txById.set(tx.id, tx);
			}
		}
	}

	function block(height: number): Block | undefined {
		if (!Number.isInteger(height) || height < 0 || height > tip) return undefined;
		grow();
		return blocks[height];
	}
	const containers = createContainers(block);

	return {
		height: () => tip,
		block,
		container: containers.at,
		containerHeight: (id) => containers.heightOf(id, tip),
		byId(id) {
			grow();
			return byId.get(id);
		},
		tx(id) {
			grow();
			return txById.get(id);
		},
		txCount() {
			grow();
			return txs.length;
		},
		txAt(index) {
			grow();
			return txs[index];
		},
		accept(content = []) {
			tip += 1;
			accepted.set(tip, content);
			grow();
			return blocks[tip];
		},
	};
}
