import type { Dialect, World } from '../network';

/**
 * One use of an operation: what is sent by the documents, an answer, and the items that it holds.
 * `cases.ts`, or every file of `cases/`, in the folder of a resource exports arrays of them.
 */
export interface OperationCase {
	/** ID of the operation. */
	id: string;
	/** Values of its fields. */
	input: Record<string, unknown>;
	request: {
		/** Default: POST for JSON-RPC, GET for HTTP. */
		method?: string;
		/** With the query. */
		path: string;
		/** Of JSON-RPC: `{ method, params }`. */
		body?: unknown;
	};
	/**
	 * The name of a recorded call of a real node; or the answer by the documents: JSON (of JSON-RPC the
	 * result only) with its HTTP status (default 200), or text for answers that are not JSON.
	 */
	answer: { recorded: string } | { json: unknown; status?: number } | { text: string };
	/** True if the answer lacks fields that the documents require: only a tolerant reader takes it. */
	missing?: true;
	/** The expected items with Simplify off. A list of an answer, or the whole answer as one item. */
	items: unknown[];
	/** Answers of other forms, of JSON-RPC the results: each is refused. */
	rejected?: readonly unknown[];
	/** The document or facts that request and answer were taken from. */
	source: string;
	/**
	 * Values that the emulator's world has, for the generic tests of the n8n nodes, if `input`
	 * names things that only the answer's network has. Lists need values that give two items or
	 * more. `sent`: the operation accepts each transaction once; `test/nodes/sending.test.ts` runs
	 * it.
	 */
	world?: ((world: World) => Record<string, unknown>) | 'sent';
	/** The items of the n8n node by the emulator's world, with Simplify off: all of them. */
	inWorld?: InWorld;
	/** Values that the emulator refuses, and the words of its error. */
	refused?: { input: (world: World) => Record<string, unknown>; message: RegExp };
}

/** Expected items of the operation when the emulator answers, from the emulator's world. */
export interface InWorld {
	/** Part of an item that is compared. Default: the fields of the expected one. */
	part?(item: Record<string, unknown>, world: World): unknown;
	expected(world: World, dialect: Dialect): unknown[];
	/** The documents name no order. Needs `part`. */
	unordered?: true;
}
