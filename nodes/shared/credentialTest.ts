import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { type Connection, DEFAULT_URLS, URL_LABELS, servicesOf } from '../../core/access';
import { serviceAt } from '../../core/client';
import { isFailure } from '../../core/failure';
import { namingService, networkFailure } from '../../core/networkFailure';
import { redactor } from '../../core/protocol/redact';
import type { ServiceAccess } from '../../core/protocol/request';
import type { Service } from '../../core/service';
import { type Body, readText, stepUnlessAborted } from './body';

const TIMEOUT_MS = 10_000;
/**
 * Default node URLs of this and earlier versions: a node there is optional, as many workflows need
 * none.
 */
const OPTIONAL_NODES: readonly string[] = [DEFAULT_URLS.nodeUrl, 'http://127.0.0.1:9650'];
/** The list of chains is much smaller. */
const MAX_BYTES = 8 * 1024 * 1024;

/** The cheapest call of each service, and the shape of its response. */
const CALLS: Record<Service, { path: string; body?: object; answer: RegExp }> = {
	data: { path: '/v1/chains', answer: /"chains"\s*:/ },
	metrics: { path: '/v1/avg_tps/43114', answer: /"results"\s*:/ },
	node: {
		path: '/ext/info',
		body: { jsonrpc: '2.0', id: 1, method: 'info.getNetworkID', params: {} },
		// If the info API is disabled on the node, its error is an envelope, too.
		answer: /"(result|error)"\s*:\s*\{/,
	},
};
const SETTINGS: Record<Service, { field: keyof Connection; label: string; header: string }> = {
	data: { field: 'apiKey', label: 'API Key', header: 'Key Header' },
	metrics: { field: 'apiKey', label: 'API Key', header: 'Key Header' },
	node: { field: 'nodeHeaderSecret', label: 'Node Header Value', header: 'Node Header Name' },
};

/** The result for one service. */
interface Verdict {
	ok: boolean;
	said: string;
}

/**
 * Tests a credential against all three services with the cheapest call of each. The node at the
 * default URL may be missing: many workflows need none. The message names an invalid setting.
 */
export async function testCredential(
	{ helpers }: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const connection = (credential.data ?? {}) as unknown as Connection;
	const secrets = [connection.apiKey?.trim(), connection.nodeHeaderSecret?.trim()];
	const result = (ok: boolean, message: string): INodeCredentialTestResult => ({
		status: ok ? 'OK' : 'Error',
		message: redactor(secrets).text(message),
	});
	let services: ReturnType<typeof servicesOf>;
	try {
		services = servicesOf(connection);
	} catch (error) {
		return result(false, (error as Error).message);
	}
	const verdicts = await Promise.all(
		(['data', 'metrics', 'node'] as const).map(async (service) => {
			const verdict = await tried(helpers, service, services[service], connection);
			const optional = service === 'node' && OPTIONAL_NODES.includes(services.node.url);
			if (verdict.ok || !optional) return verdict;
			const said = `${verdict.said} (the default URL: this matters only where you use a node)`;
			return { ok: true, said };
		}),
	);
	// Settings that must be changed come first.
	const ordered = [...verdicts].sort((a, b) => Number(a.ok) - Number(b.ok));
	const said = ordered.map((verdict) => verdict.said).join('. ');
	return result(
		verdicts.every(({ ok }) => ok),
		said,
	);
}

type Request = ICredentialTestFunctions['helpers'];

async function tried(
	{ request }: Request,
	service: Service,
	{ url, header }: ServiceAccess,
	connection: Connection,
): Promise<Verdict> {
	const name = serviceAt(service, new URL(url).host);
	const { path, body } = CALLS[service];
	const deadline = AbortSignal.timeout(TIMEOUT_MS);
	const verdict = (status: number, text: string) =>
		verdictOn(service, name, connection, status, text);
	try {
		const asked = request({
			method: body ? 'POST' : 'GET',
			uri: url + path,
			headers: {
				accept: 'application/json',
				...(body && { 'content-type': 'application/json' }),
				...(header && { [header.name]: header.value }),
			},
			...(body && { body: JSON.stringify(body) }),
			timeout: TIMEOUT_MS,
			followRedirect: false,
			simple: false,
			json: false,
			resolveWithFullResponse: true,
			// n8n's helper reads any other body to its end, without limits of size and time.
			useStream: true,
		}) as Promise<{ statusCode: number; body?: Body }>;
		const response = await stepUnlessAborted(asked, deadline);
		const text = await readText(response.body, MAX_BYTES, deadline);
		return verdict(response.statusCode, text);
	} catch (error) {
		if (isFailure(error) && error.kind === 'invalid-response') return verdict(200, '');
		const { statusCode, status } = error as { statusCode?: number; status?: number };
		const code = statusCode ?? status;
		if (typeof code === 'number') return verdict(code, '');
		const { message } = namingService(networkFailure(error), name);
		return { ok: false, said: `${message}: check the ${URL_LABELS[service]}` };
	}
}

function verdictOn(
	service: Service,
	name: string,
	connection: Connection,
	status: number,
	text: string,
): Verdict {
	const { field, label, header } = SETTINGS[service];
	const given = Boolean(connection[field]?.trim());
	const takes = service !== 'metrics';
	if (status === 401 && takes && !given) {
		return { ok: false, said: `${name} requires a key, but ${label} is empty (status 401)` };
	}
	if (status === 401 || status === 403) {
		const check = takes ? `check ${label} and ${header}` : `check the ${URL_LABELS[service]}`;
		const what = given && takes ? 'does not accept the key' : 'refuses the request';
		return { ok: false, said: `${name} ${what} (status ${status}): ${check}` };
	}
	if (status === 429) return { ok: true, said: `${name} is at its rate limit right now` };
	const success = status >= 200 && status < 300;
	if (success && CALLS[service].answer.test(text)) {
		return { ok: true, said: `${name} answers` };
	}
	const answer = success ? 'with something else' : `with status ${status}`;
	return {
		ok: false,
		said: `${name} answers ${answer}, which is not a response of this service: check the ${URL_LABELS[service]}`,
	};
}
