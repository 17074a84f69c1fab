import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { type Connection, servicesOf } from '../../core/access';
import { isFailure, networkFailure } from '../../core/protocol/failure';
import { redactor } from '../../core/protocol/redact';
import { type Body, readText, unlessAborted } from './body';

const TIMEOUT_MS = 10_000;
/** The list of chains is far below it. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Tests a credential against the data service with its cheapest call, and tells three cases apart:
 * reachable and accepted, refused, unreachable. A setting that is wrong in itself is named.
 */
export async function avalancheApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const connection = (credential.data ?? {}) as unknown as Connection;
	const { request } = this.helpers;
	const failed = (message: string): INodeCredentialTestResult => ({
		status: 'Error',
		message: redactor([connection.apiKey, connection.nodeHeaderSecret]).text(message),
	});
	let services: ReturnType<typeof servicesOf>;
	try {
		services = servicesOf(connection);
	} catch (error) {
		return failed((error as Error).message);
	}
	const { url, header } = services.data;
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	try {
		const asked = request({
			method: 'GET',
			uri: `${url}/v1/chains`,
			headers: { accept: 'application/json', ...(header && { [header.name]: header.value }) },
			timeout: TIMEOUT_MS,
			followRedirect: false,
			simple: false,
			json: false,
			resolveWithFullResponse: true,
			// n8n's helper reads any other body to its end, however large it is and long it takes.
			useStream: true,
		}) as Promise<{ statusCode: number; body?: Body }>;
		const response = await unlessAborted(asked, deadline);
		const body = await readText(response.body, MAX_BYTES, deadline);
		return verdict(response.statusCode, body, url, failed);
	} catch (error) {
		if (isFailure(error) && error.kind === 'invalid-response') return verdict(200, '', url, failed);
		const { statusCode, status } = error as { statusCode?: number; status?: number };
		const code = statusCode ?? status;
		if (typeof code === 'number') return verdict(code, '', url, failed);
		const reason = networkFailure(error).message.replace('The service could not be reached: ', '');
		return failed(`Unreachable: ${reason}. Check the Data Service URL ${url}`);
	}
}

function verdict(
	status: number,
	body: string,
	url: string,
	failed: (message: string) => INodeCredentialTestResult,
): INodeCredentialTestResult {
	if (status === 401 || status === 403) {
		return failed(
			`Refused: the data service at ${url} does not accept the key (status ${status}). Check API Key and Key Header`,
		);
	}
	if (status === 429) {
		return { status: 'OK', message: 'Reachable, and at its rate limit right now' };
	}
	if (status >= 200 && status < 300 && /"chains"\s*:/.test(body)) {
		return { status: 'OK', message: 'Reachable and accepted' };
	}
	const said = status >= 200 && status < 300 ? 'with something else' : `with status ${status}`;
	return failed(
		`Reachable, but no data service: ${url}/v1/chains answered ${said}. Check the Data Service URL`,
	);
}
