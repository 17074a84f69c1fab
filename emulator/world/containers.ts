import { idBytes, idOf, sha256, u16, u32, u64 } from '../../core/testing/network/bytes';
import type { Block, Container } from '../../core/testing/network';

const UNSIGNED_BLOCK = 0;

/**
 * The containers in which the consensus engine accepts the blocks of a chain: proposervm blocks
 * without a proposer, each around one block and linked to the container before. Their ids are not
 * those of the blocks within. Made in order when one is first asked for, and kept.
 */
export function createContainers(block: (height: number) => Block | undefined) {
	const containers: Container[] = [];
	const heights = new Map<string, number>();

	function grow(height: number): void {
		while (containers.length < height) {
			const inner = block(containers.length + 1);
			if (!inner) return;
			// The first one follows the genesis block, which has no container.
			const parent = containers.at(-1)?.id ?? inner.parentId;
			const unsigned = Buffer.concat([
				u16(0),
				u32(UNSIGNED_BLOCK),
				idBytes(parent),
				u64(inner.timestamp),
				// P-Chain height and certificate of a proposer.
				u64(0),
				u32(0),
				u32(inner.bytes.length),
				inner.bytes,
			]);
			const id = idOf(sha256(unsigned));
			const bytes = Uint8Array.from(Buffer.concat([unsigned, u32(0)]));
			containers.push({ id, bytes, timestamp: inner.timestamp });
			heights.set(id, inner.height);
		}
	}

	return {
		/** The container of the block at a height of 1 or more. */
		at(height: number): Container | undefined {
			if (!Number.isInteger(height) || height < 1) return undefined;
			grow(height);
			return containers[height - 1];
		},
		/** The height of the block in a container, among the blocks up to `tip`. */
		heightOf(id: string, tip: number): number | undefined {
			grow(tip);
			return heights.get(id);
		},
	};
}
