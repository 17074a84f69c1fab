import { Agent, request } from 'undici';
import type { OpenedDownload } from '../../core/exports/download';
import { Failure } from '../../core/failure';
import { networkFailure } from '../../core/networkFailure';
import { publicLookup } from '../shared/addresses';

const HEADERS_TIMEOUT_MS = 30_000;
/** A download without data for this long counts as broken (ms). */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Opens downloads with undici, whose chunks own their memory, so that it can be freed immediately
 * (multipart.ts). It follows no redirect and does not retry: the reader resumes a broken download.
 *
 * @param publicOnly rejects names that resolve to a private network, by the address of the
 * connection
 */
export async function openDownload(
	url: string,
	headers: Record<string, string>,
	publicOnly = false,
): Promise<OpenedDownload> {
	const agent = new Agent({
		...(publicOnly && { connect: { lookup: publicLookup } }),
		headersTimeout: HEADERS_TIMEOUT_MS,
		bodyTimeout: BODY_TIMEOUT_MS,
		connections: 1,
	});
	try {
		const response = await request(url, { method: 'GET', headers, dispatcher: agent });
		return {
			status: response.statusCode,
			headers: Object.fromEntries(
				Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
			),
			body: closing(response.body, () => agent.destroy()),
		};
	} catch (error) {
		await agent.destroy();
		if ((error as Error).name === 'PrivateAddressError') {
			const { message } = error as Error;
			throw new Failure({ kind: 'invalid-response', message, retryable: false });
		}
		throw networkFailure(error);
	}
}

/** The chunks of a body; its connection is closed at their end, also if the reader stops early. */
async function* closing(body: AsyncIterable<Uint8Array>, close: () => Promise<void>) {
	try {
		yield* body;
	} finally {
		await close();
	}
}
