import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { AnyOperation } from '../../core/operations/declare';
import type { World } from '../../emulator';
import { recordedCall } from '../kit/recordedCalls';

/**
 * One use of an operation: what is sent by the documents, an answer, and the items that it holds.
 * Every file of `cases/` exports arrays of them.
 */
export interface OperationCase {
	/** Of the operation. */
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
	 * result only), or text for answers that are not JSON.
	 */
	answer: { recorded: string } | { json: unknown } | { text: string };
	/** The expected items with Simplify off. A list of an answer, or the whole answer as one item. */
	items: unknown[];
	/** The document or facts that request and answer were taken from. */
	source: string;
	/**
	 * Where `input` names things that only the answer's network has: values that the emulator's world
	 * has, for the generic tests of the n8n nodes. Lists need values that give two items or more.
	 * `sent`: it takes each transaction once; `test/nodes/sending.test.ts` runs it.
	 */
	world?: ((world: World) => Record<string, unknown>) | 'sent';
}

const FOLDER = path.join(__dirname, 'cases');

function loadCases(): OperationCase[] {
	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'));
	return files.sort().flatMap((file) => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const module = require(path.join(FOLDER, file)) as Record<string, unknown>;
		return Object.values(module).filter(Array.isArray).flat() as OperationCase[];
	});
}

let loaded: OperationCase[] | undefined;

/** The cases of all files. */
export function operationCases(): readonly OperationCase[] {
	return (loaded ??= loadCases());
}

/** The ids of the operations that have a case. */
export function idsWithCase(): ReadonlySet<string> {
	return new Set(operationCases().map(({ id }) => id));
}

/** The HTTP answer of a case. */
export function responseOf({ call }: AnyOperation, { answer }: OperationCase) {
	const status = 200;
	const headers = {};
	if ('recorded' in answer) {
		const recorded = recordedCall(answer.recorded);
		return { status: recorded.status, headers, text: recorded.text };
	}
	if ('text' in answer) return { status, headers, text: answer.text };
	const { json } = answer;
	const body = call.type === 'rpc' ? { jsonrpc: '2.0', id: 1, result: json } : json;
	return { status, headers, text: JSON.stringify(body) };
}
