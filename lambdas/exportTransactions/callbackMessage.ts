import type { Manifest } from '../types';

/** The end of an execution: its manifest, or the name and message of its error. */
export type ExportOutcome = { result: Manifest } | { error: { type: string; message: string } };

/** The content of a callback: the same in every attempt. */
export interface CallbackMessage {
	/** The id of the message is derived from it. */
	of: string;
	type: 'export.stored' | 'export.failed';
	/** ISO 8601. */
	timestamp: string;
	/** The fields that `{ "action": "status" }` of startExport returns of an execution. */
	data: { name: string; status: 'SUCCEEDED' | 'FAILED' } & ExportOutcome;
}

/**
 * Sends a callback once. Throws `CallbackFailed` if a later attempt may succeed, `CallbackRejected`
 * if not. `now`: Unix ms.
 */
export type SendCallback = (url: string, message: CallbackMessage, now: number) => Promise<void>;
