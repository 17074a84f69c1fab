import type { DurableContext } from '@aws/durable-execution-sdk-js';
import { invalidEvent } from '../shared/errors';
import { isPublicUrl } from '../shared/addresses';
import type { Telemetry } from '../shared/telemetry';
import type { Manifest } from '../types';
import { retryCallback } from './strategies';

/** The end of an execution: its manifest, or the name and message of its error. */
export type ExportOutcome = { result: Manifest } | { error: { type: string; message: string } };

/** The content of a callback: the same in every attempt. */
export interface CallbackMessage {
	/** Text that the message's ID is derived from. */
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

/** The dependencies of callbacks; without them, an event with a callback is an error. */
export interface CallbackPorts {
	send: SendCallback;
	/** Allows URLs in private networks, and without TLS. */
	allowPrivate: boolean;
	telemetry: Pick<Telemetry, 'measure' | 'logger'>;
	/** Unix ms. */
	now: () => number;
}

/**
 * Checks whether this function may call the URL of an event. Throws `InvalidEvent`; its message does
 * not contain the URL, whose query may be a secret.
 */
export function checkCallback(url: string | undefined, ports: CallbackPorts | undefined): void {
	if (url === undefined) return;
	if (!ports) {
		throw invalidEvent([
			'callback: this function has no secret to sign callbacks with (EXPORT_CALLBACK_KEY_PARAMETER or EXPORT_CALLBACK_KEY_SECRET)',
		]);
	}
	if (ports.allowPrivate || isPublicUrl(url)) return;
	throw invalidEvent([
		'callback: must be https and public (EXPORT_ALLOW_PRIVATE_CALLBACKS allows others); the URL is not shown',
	]);
}

/**
 * Calls the URL of an event after the execution has ended: at least once, or not at all after the
 * last retry, which is logged and measured. The message is a durable step, and so is the call: an
 * attempt that fails is repeated by a later invocation, with the same id and body. Never throws: the
 * outcome of the execution does not depend on its callback.
 *
 * @param url of the event; without one, nothing is done
 * @param name of the execution
 * @param arn of the execution: the id of the message is derived from it
 */
export async function callBack(
	context: DurableContext,
	ports: CallbackPorts | undefined,
	{ url, name, arn }: { url: string | undefined; name: string; arn: string },
	outcome: ExportOutcome,
): Promise<void> {
	if (url === undefined || !ports) return;
	const { send, telemetry, now } = ports;
	try {
		const { at } = await context.step('callback-time', async () => ({ at: now() }));
		const succeeded = 'result' in outcome;
		const message: CallbackMessage = {
			of: arn,
			type: succeeded ? 'export.stored' : 'export.failed',
			timestamp: new Date(at).toISOString(),
			data: { name, status: succeeded ? 'SUCCEEDED' : 'FAILED', ...outcome },
		};
		await context.step('callback', () => send(url, message, now()), {
			retryStrategy: retryCallback,
		});
		context.logger.info('called back', { execution: name });
	} catch (error) {
		// A checkpoint stores name and message of an error and wraps them.
		const { cause } = error as Error;
		const { message } = cause instanceof Error ? cause : (error as Error);
		context.logger.error('the callback was given up', { execution: name, reason: message });
		telemetry.measure('FailedCallbacks');
	}
}
