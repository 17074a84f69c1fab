import type { IncomingMessage } from 'node:http';
import { networkFailure } from '../networkFailure';
import { httpModule } from './http';
import type { OpenedDownload } from '../exports/download';

/** A connection without data for this long (ms) counts as broken. */
const IDLE_MS = 30_000;

/**
 * Opens a URL with node:http or node:https and extra headers, and follows no redirect. Rejects with a
 * `Failure` of kind `network` if there is no response. The connection ends with the body, also if the
 * reader stops early.
 */
export async function httpDownload(
	url: string,
	headers: Record<string, string>,
): Promise<OpenedDownload> {
	const { request } = httpModule(url);
	const response = await new Promise<IncomingMessage>((resolve, reject) => {
		const sent = request(url, { headers, agent: false, timeout: IDLE_MS });
		sent.on('timeout', () => sent.destroy(new Error('timed out')));
		sent.on('error', (error) => reject(networkFailure(error)));
		sent.on('response', resolve);
		sent.end();
	});
	return {
		status: response.statusCode ?? 0,
		headers: textHeaders(response),
		body: chunksOf(response),
	};
}

async function* chunksOf(response: IncomingMessage): AsyncGenerator<Uint8Array, void, void> {
	try {
		for await (const chunk of response) yield chunk as Uint8Array;
	} finally {
		response.destroy();
	}
}

function textHeaders({ headers }: IncomingMessage): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			value === undefined ? [] : [[name, String(value)]],
		),
	);
}
