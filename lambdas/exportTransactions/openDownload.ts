import { Agent, request } from 'undici';
import { Failure, networkFailure, type OpenedDownload } from '../../core';
import { publicLookup } from '../shared/addresses';

const HEADERS_TIMEOUT_MS = 30_000;
/** A download that gives nothing for so long is taken as cut. */
const BODY_TIMEOUT_MS = 30_000;

/**
 * Opens downloads with undici, whose chunks own their memory: it can be given back at once (multipart.ts).
 * No redirect is followed, and nothing is repeated: the reader takes a cut download up where it ended.
 *
 * @param publicOnly refuses names that lead into a private network, by the address that is connected to
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
			headers: plain(response.headers),
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

function plain(headers: Record<string, string | string[] | undefined>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).flatMap(([name, value]) =>
			value === undefined ? [] : [[name.toLowerCase(), String(value)]],
		),
	);
}

/** The chunks of a body; its connection is closed with it, also where the reader stops early. */
async function* closing(body: AsyncIterable<Uint8Array>, close: () => Promise<void>) {
	try {
		yield* body;
	} finally {
		await close();
	}
}
