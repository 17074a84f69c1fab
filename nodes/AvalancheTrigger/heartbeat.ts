import type { IN8nHttpFullResponse, IPollFunctions } from 'n8n-workflow';
import { networkFailure } from '../../core/networkFailure';
import { SECOND_MS } from '../../core/formats/timeUnits';
import { type Body, readText } from '../shared/body';
import { httpOptions } from '../shared/transport';

const TIMEOUT_MS = 5 * SECOND_MS;
const MOST_BYTES = 100_000;

/**
 * Requests the URL of a dead man's switch after a poll that succeeded. A failure is a line of n8n's log,
 * without the URL: its path is a secret.
 */
export async function sendHeartbeat(context: IPollFunctions, url: string): Promise<void> {
	const signal = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const request = httpOptions({ method: 'GET', url, headers: {}, timeoutMs: TIMEOUT_MS });
		const answer = (await context.helpers.httpRequest(request)) as IN8nHttpFullResponse;
		await readText(answer.body as unknown as Body, MOST_BYTES, signal);
		if (answer.statusCode < 300) return;
		warn(context, `status ${answer.statusCode}`);
	} catch (error) {
		warn(context, networkFailure(error).message);
	}
}

function warn(context: IPollFunctions, why: string): void {
	context.logger.warn(`${context.getNode().name}: no heartbeat: ${why}`);
}
