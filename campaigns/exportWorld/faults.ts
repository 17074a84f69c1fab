import { networkFailure } from '../../core/networkFailure';
import type { Transport } from '../../core/protocol/ports';
import { httpTransport } from '../../core/transports/http';
import type { RunOptions } from '../../kit/lambda/exportKit';
import { openDownload } from '../../lambdas/exportTransactions/openDownload';
import type { ExportWorld } from './world';

/** Faults of S3, of downloads and of the service. */

/** An error at the n-th command of a name, once. */
export function failing(command: string, error: Error, at = 1): RunOptions['s3Fails'] {
	let count = 0;
	return (name) => (name === command && ++count === at ? error : undefined);
}

/** Opens downloads whose chunks pass through `each`. */
export function opening(each: (bytes: number) => void): RunOptions['open'] {
	return async (url, headers) => {
		const opened = await openDownload(url, headers);
		async function* body() {
			for await (const chunk of opened.body) {
				each(chunk.length);
				yield chunk;
			}
		}
		return { ...opened, body: body() };
	};
}

/** The failure of a request whose timeout is over. */
export const timedOut = () => networkFailure(new DOMException('timed out', 'TimeoutError'));

/** Requests that match are not answered until their timeout. */
export function hanging(
	{ emulator }: ExportWorld,
	matches: (method: string) => boolean,
	times: number,
) {
	let left = times;
	const transport: Transport = async (request) => {
		if (left === 0 || !matches(request.method)) return await httpTransport(request);
		left--;
		emulator.control.moveClock({ ms: request.timeoutMs });
		throw timedOut();
	};
	return transport;
}

/** An error as S3 writes it. */
export const xmlError = (code: string) =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>We encountered an internal error.</Message></Error>`;
