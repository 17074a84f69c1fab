import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A call of a real node with its answer, as `core/testing/vectors/README.md` describes the recording. */
export interface RecordedCall {
	name: string;
	method: 'GET' | 'POST';
	path: string;
	body: unknown;
	status: number;
	/** null where the answer had no such header. */
	contentType: string | null;
	/** The bytes of the body as text. */
	text: string;
}

const FILE = path.resolve(__dirname, '../../../core/testing/vectors/real-node/calls.jsonl');

/** Every recorded call, in order. */
export function recordedCalls(): RecordedCall[] {
	return readFileSync(FILE, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as RecordedCall);
}
