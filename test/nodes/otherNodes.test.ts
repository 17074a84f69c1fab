import type { PollContext } from 'n8n-core';
import type { IHttpRequestOptions, IRequestOptions } from 'n8n-workflow';
import { CREDENTIAL, logLines } from '../../lab/kit/engine';
import { forTests } from '../emulatorForTests';
import { API_KEY, engineForTests, NODE_HEADER, NODE_SECRET } from './harness';
import { type Recorder, startRecorder } from './recorder';

/**
 * Other nodes that use the credential, n8n's HTTP Request node above all: its request options as each
 * of its versions makes them, through both of n8n's own request helpers, to real servers.
 */

/** Request options that all versions of the HTTP Request node have. */
const common = (uri: string): IRequestOptions => ({
	headers: { accept: 'application/json,text/*;q=0.99' },
	method: 'GET',
	uri,
	gzip: true,
	rejectUnauthorized: true,
	timeout: 30_000,
});
const version3 = (uri: string): IRequestOptions => ({
	...common(uri),
	followRedirect: false,
	resolveWithFullResponse: true,
	sendCredentialsOnCrossOriginRedirect: true,
	encoding: null,
	json: false,
	useStream: true,
});
const following = { followRedirect: true, followAllRedirects: true, maxRedirects: undefined };
const version4 = (uri: string): IRequestOptions => ({ ...version3(uri), ...following });

const VERSIONS: Record<string, (uri: string) => IRequestOptions> = {
	'2': (uri) => ({ ...common(uri), json: true }),
	'2, following': (uri) => ({ ...common(uri), ...following, json: true }),
	'3': version3,
	'3, following': (uri) => ({ ...version3(uri), ...following, maxRedirects: 21 }),
	'4': version4,
	'4.1': version4,
	'4.1, POST': (uri) => ({
		...version3(uri),
		method: 'POST',
		body: { a: 1 },
		json: true,
		...following,
	}),
	'4.2': version4,
	'4.3': version4,
	'4.4': (uri) => ({ ...version4(uri), sendCredentialsOnCrossOriginRedirect: false }),
	'4.5': (uri) => ({ ...version4(uri), sendCredentialsOnCrossOriginRedirect: false }),
};

let context: PollContext;
const [data, node, stranger] = [1, 2, 3].map(() => forTests(startRecorder));
const engine = engineForTests(() => ({
	apiKey: API_KEY,
	dataUrl: `${data.url}/data`,
	metricsUrl: `${data.url}/metrics`,
	nodeUrl: node.url,
	nodeHeaderName: NODE_HEADER,
	nodeHeaderSecret: NODE_SECRET,
}));
beforeAll(() => {
	({ context } = engine.pollContext({ parameters: {} }));
});
beforeEach(() => {
	logLines.length = 0;
	for (const one of [data, node, stranger]) {
		one.requests.length = 0;
		one.answer = { status: 200, body: '{"ok":true}' };
	}
});

/** Sends with the older helper, which the HTTP Request node uses; errors are of no interest here. */
const sendOld = async (options: IRequestOptions) => {
	const { requestWithAuthentication: send } = context.helpers;
	await send.call(context as never, CREDENTIAL, options, undefined, 0).catch(() => undefined);
};
const send = async (options: IHttpRequestOptions) => {
	const { httpRequestWithAuthentication: request } = context.helpers;
	await request.call(context as never, CREDENTIAL, options).catch(() => undefined);
};
const keysAt = ({ requests }: Recorder) => requests.map(({ headers }) => headers['x-data-api-key']);

describe.each(Object.entries(VERSIONS))('version %s of the HTTP Request node', (_, shape) => {
	test('sends the key to the data service and the header to the node', async () => {
		await sendOld(shape(`${data.url}/data/v1/chains`));
		await sendOld(shape(`${node.url}/ext/info`));
		expect(keysAt(data)).toEqual([API_KEY]);
		expect(data.requests[0].headers).not.toHaveProperty(NODE_HEADER);
		expect(node.requests[0].headers[NODE_HEADER]).toBe(NODE_SECRET);
		expect(keysAt(node)).toEqual([undefined]);
	});

	test('sends no secret anywhere else', async () => {
		await sendOld(shape(`${stranger.url}/data/v1/chains`));
		await sendOld(shape(`${data.url}/metrics/v1`));
		await sendOld(shape(`${data.url}/database`));
		expect([...keysAt(stranger), ...keysAt(data)]).toEqual([undefined, undefined, undefined]);
	});

	test.each([301, 302, 307, 308])('takes no secret along where %i leads', async (status) => {
		for (const location of [`${stranger.url}/data/v1`, '/metrics/v1', '/other']) {
			data.answer = { status, body: '', headers: { location } };
			await sendOld(shape(`${data.url}/data/v1/chains`));
		}
		expect(data.requests.map(({ url }) => url)).toEqual(Array(3).fill('/data/v1/chains'));
		node.answer = { status, body: '', headers: { location: `${stranger.url}/ext/info` } };
		await sendOld(shape(`${node.url}/ext/info`));
		expect(stranger.requests).toEqual([]);
	});
});

test('pages that the HTTP Request node reads get the key by their own URL', async () => {
	const { requestWithAuthenticationPaginated: pages } = context.helpers;
	// The node keeps the URL of the first page in the options and names the next one beside it.
	for (const [first, next] of [
		[data, stranger],
		[stranger, data],
	]) {
		const options = version4(`${first.url}/data/v1`);
		const paging = { continue: '={{ false }}', request: { url: `${next.url}/data/v1` } };
		await pages.call(context as never, options, 0, paging as never, CREDENTIAL);
	}
	expect(keysAt(stranger)).toEqual([undefined]);
	expect(keysAt(data)).toEqual([API_KEY]);
});

test.each([{}, { disableFollowRedirect: false }, { maxRedirects: 5 }])(
	'a node with the newer helper takes no secret along on a redirect: %j',
	async (options) => {
		for (const location of [`${stranger.url}/data/v1`, '/metrics/v1']) {
			data.answer = { status: 302, body: '', headers: { location } };
			await send({ url: `${data.url}/data/v1`, ...options });
		}
		expect(keysAt(data)).toEqual([API_KEY, API_KEY]);
		expect(stranger.requests).toEqual([]);
	},
);

test('redirects of requests without a secret are followed as ever', async () => {
	stranger.answer = { status: 302, body: '', headers: { location: `${data.url}/other` } };
	await send({ url: `${stranger.url}/` });
	await sendOld(version4(`${stranger.url}/`));
	expect(keysAt(data)).toEqual([undefined, undefined]);
});

describe('a base URL and a URL are put together as they will be requested', () => {
	/** Forms of a URL that hide one server behind the base of another; `there` has no scheme. */
	const forms = (there: string) => [
		`http://${there}/data/v1`,
		`HTTP://${there}/data/v1`,
		`//${there}/data/v1`,
		`///${there}/data/v1`,
		`\\\\${there}/data/v1`,
		`/\\${there}/data/v1`,
		`\\/${there}/data/v1`,
		`\thttp://${there}/data/v1`,
		` http://${there}/data/v1`,
		`\n//${there}/data/v1`,
		`http:\\\\${there}\\data\\v1`,
		`http:/${there}/data/v1`,
		`ht\ttp://${there}/data/v1`,
		`http://${there}\\@x/data/v1`,
		`@${there}/data/v1`,
		`:80@${there}/data/v1`,
		`.${there}/data/v1`,
		`..%2f..%2f/${there}`,
	];
	const hostOf = ({ url }: Recorder) => new URL(url).host;

	test.each(Array.from({ length: 18 }, (_, form) => form))('form %i', async (form) => {
		for (const [base, other] of [
			[data, stranger],
			[stranger, data],
		]) {
			for (const path of ['', '/', '/data', '/data/', '/data/v1']) {
				await send({ baseURL: base.url + path, url: forms(hostOf(other))[form] });
				await sendOld({ baseURL: base.url + path, uri: forms(hostOf(other))[form] } as never);
			}
		}
		expect(new Set(keysAt(stranger))).toEqual(
			new Set(stranger.requests.length > 0 ? [undefined] : []),
		);
		// Requests that are certain to go to the data service have the key.
		if (form < 2) expect(keysAt(data)).toContain(API_KEY);
		for (const { url, headers } of data.requests) {
			if (!url.startsWith('/data')) expect(headers).not.toHaveProperty('x-data-api-key');
		}
	});

	test.each([
		['', '/data/v1', '/data/v1'],
		['/', 'data/v1', '/data/v1'],
		['/data', 'v1', '/data/v1'],
		['/data', '/v1', '/data/v1'],
		['/data/', '/v1', '/data/v1'],
		['/data', '', '/data'],
		['/data', '../data/v1', '/data/v1'],
		['/data', '?a=1', '/data/?a=1'],
	])('the key is not lost: %j and %j', async (base, url, requested) => {
		await send({ baseURL: data.url + base, url });
		expect(data.requests.map((one) => one.url)).toEqual([requested]);
		expect(keysAt(data)).toEqual([API_KEY]);
	});

	test.each([
		['/data', '../v1'],
		['/data', '..\\..\\v1'],
		['/da', 'ta/v1'],
		['', 'metrics'],
	])('nor given away on the own server: %j and %j', async (base, url) => {
		await send({ baseURL: data.url + base, url });
		expect(keysAt(data)).toEqual([undefined]);
	});

	test('two URLs that differ get no key, the same one twice gets it', async () => {
		const url = `${data.url}/data/v1`;
		await sendOld({ uri: url, url: `${stranger.url}/` } as never);
		await sendOld({ uri: `${stranger.url}/`, url } as never);
		await sendOld({ uri: url, url } as never);
		expect(keysAt(stranger)).toEqual([undefined]);
		expect(keysAt(data)).toEqual([undefined, API_KEY]);
	});
});
