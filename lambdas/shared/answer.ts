/** Lambda returns at most 6 MB; what is left is for the rest of the answer. */
export const MAX_ANSWER_BYTES = 5 * 1024 * 1024;

/** The size of an answer that is being made. */
export interface AnswerRoom {
	/** Counts an item in; false, and not counted, if it does not fit. The first item always fits. */
	takes(item: unknown): boolean;
}

/** The room of one answer, which is sent as JSON. */
export function answerRoom(bytes = MAX_ANSWER_BYTES): AnswerRoom {
	let used = 0;
	return {
		takes(item) {
			const size = Buffer.byteLength(JSON.stringify(item)) + 1;
			if (used > 0 && used + size > bytes) return false;
			used += size;
			return true;
		},
	};
}
