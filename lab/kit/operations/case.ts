import path from 'node:path';
import { isCaseFile, roomFiles, SUBJECTS } from '../../../core/subjects/rooms';
import type { AnyOperation } from '../../../core/operations/declare';
import type { OperationCase } from '../../../core/testing/cases/operationCase';
import { recordedCall } from '../../../core/testing/recordedCalls';

export type * from '../../../core/testing/cases/operationCase';

/** A case, and the folder that it is in. */
type PlacedCase = OperationCase & { room: string };

function loadCases(): PlacedCase[] {
	return roomFiles(isCaseFile).flatMap((file) => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		const module = require(path.join(SUBJECTS, file)) as Record<string, unknown>;
		const cases = Object.values(module).filter(Array.isArray).flat() as OperationCase[];
		return cases.map((use) => ({ ...use, room: file.split('/')[0] }));
	});
}

let loaded: PlacedCase[] | undefined;

/** The cases of all files. */
export function operationCases(): readonly PlacedCase[] {
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
	return { status: answer.status ?? status, headers, text: JSON.stringify(body) };
}

/** The answer of a case: its body, or of JSON-RPC the result. */
export function resultIn(operation: AnyOperation, use: OperationCase): unknown {
	if ('text' in use.answer) return use.answer.text;
	const body = JSON.parse(responseOf(operation, use).text) as { result: unknown };
	return operation.call.type === 'rpc' ? body.result : body;
}
