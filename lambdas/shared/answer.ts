/** Lambda returns at most 6 MB; the difference is for the rest of the response. */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

/** The size of one response, which is sent as JSON. */
export function answerRoom() {
	let used = 0;
	return {
		/** Adds an item; false, without adding it, if it does not fit. The first item always fits. */
		takes(item: unknown): boolean {
			const size = Buffer.byteLength(JSON.stringify(item)) + 1;
			if (used > 0 && used + size > MAX_ANSWER_BYTES) return false;
			used += size;
			return true;
		},
	};
}
