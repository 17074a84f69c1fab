/** The number of calls of one JSON-RPC batch that nodes take. */

/** The size that public endpoints take. */
export const BATCH_SIZE = 40;
/** The default limit of a node's configuration (`batch-request-limit`). */
export const MOST_BATCHED = 1_000;

/** Maximum number of endpoints; the one that was learnt first is removed first. */
const MOST = 1_000;

/**
 * The sizes of batches, and of ranges of blocks, that endpoints have taken after they refused larger ones. The
 * key is the URL, of ranges with a word behind it.
 */
export interface BatchSizes {
	/** The largest size for this endpoint; undefined if it has not refused any. */
	of(key: string): number | undefined;
	/** Remembers that the endpoint took this size, and refused a larger one. */
	learn(key: string, size: number): void;
}

/** A store of batch sizes; pass the same one to every client of a process. */
export function createBatchSizes(): BatchSizes {
	const known = new Map<string, number>();
	return {
		of: (key) => known.get(key),
		learn(key, size) {
			known.set(key, Math.min(size, known.get(key) ?? size));
			if (known.size > MOST) known.delete(known.keys().next().value ?? '');
		},
	};
}
