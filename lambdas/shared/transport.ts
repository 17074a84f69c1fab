import { Failure, networkFailure } from '../../core/protocol/failure';
import type { Transport } from '../../core/protocol/ports';

/**
 * Sends requests with the runtime's own `fetch`, which keeps connections alive between calls. No
 * redirect is followed, one timeout holds for the whole answer, and no body is read past its limit.
 */
export const fetchTransport: Transport = async ({
	method,
	url,
	headers,
	body,
	timeoutMs,
	maxBytes,
}) => {
	try {
		const response = await fetch(url, {
			method,
			headers,
			body,
			redirect: 'manual',
			signal: AbortSignal.timeout(timeoutMs),
		});
		return {
			status: response.status,
			headers: Object.fromEntries(response.headers),
			text: await readText(response, maxBytes),
		};
	} catch (error) {
		throw networkFailure(error);
	}
};

async function readText({ body }: Response, maxBytes: number): Promise<string> {
	if (!body) return '';
	const chunks: Uint8Array[] = [];
	let size = 0;
	// Leaving the loop by an error cancels the body, and with it the connection.
	for await (const chunk of body) {
		size += chunk.byteLength;
		if (size > maxBytes) {
			throw new Failure({
				kind: 'invalid-response',
				message: `The answer is larger than the ${Math.round(maxBytes / 1024 / 1024)} MB that are read at most`,
				retryable: false,
			});
		}
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString('utf8');
}
