/** Results of a comparison with the documents. */

export interface Finding {
	/**
	 * `request`: what the client sends. `answer`: what the emulator answers. `unjudged`: an answer for which
	 * the documents have no schema, or a choice that no request has. `sentence`: a statement of the documents that the package does not repeat.
	 */
	of: 'request' | 'answer' | 'unjudged' | 'sentence';
	/** The operation: an id of the catalogue, or a method and a path of the documents. */
	operation: string;
	/** The fault, in words. */
	fault: string;
	/** An input or a request that shows it. */
	example: string;
}

/** The findings of a run, each fault of an operation once. */
export class Findings {
	readonly #all = new Map<string, Finding>();

	add(finding: Finding): void {
		const key = [finding.of, finding.operation, finding.fault].join('\n');
		if (!this.#all.has(key)) this.#all.set(key, finding);
	}

	list(): Finding[] {
		return [...this.#all.values()];
	}
}
