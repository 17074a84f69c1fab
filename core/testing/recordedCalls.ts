import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A call of a real node and its answer; `text` is the body as it came. */
export interface RecordedCall {
	name: string;
	method: string;
	path: string;
	body?: unknown;
	status: number;
	contentType: string;
	text: string;
}

const FILE = path.join(__dirname, 'vectors/real-node/calls.jsonl');

let read: readonly RecordedCall[] | undefined;

/** Every recorded call, in the order of the file, which is read once. */
export function recordedCalls(): readonly RecordedCall[] {
	const lines = () => readFileSync(FILE, 'utf8').trim().split('\n');
	return (read ??= lines().map((line) => JSON.parse(line) as RecordedCall));
}

/** The recorded call of this name. Throws where there is none. */
export function recordedCall(name: string): RecordedCall {
	const found = recordedCalls().find((call) => call.name === name);
	if (!found) throw new Error(`No call "${name}" is recorded`);
	return found;
}
