import type { IncomingMessage } from 'node:http';
import type { IHttpRequestOptions, IPollFunctions, IRequestOptions } from 'n8n-workflow';
import { CREDENTIAL } from '../../../kit/engine';
import { KEY, NODE_SECRET, SECRETS } from '../secrets';
import { type Hostile, startHostile } from '../hostile';
import type { AttackClass, Stage } from '../stage';
import type { Watch } from '../watch';

/**
 * Any node of n8n can send requests with the credential, by the older or the newer of n8n's helpers:
 * `authenticate` must decide by the URL that is really requested, and keep redirects from being
 * followed.
 */

type Send = (options: object) => Promise<unknown>;

interface Server extends Hostile {
	/** Number of secrets in each request. */
	secrets: number[];
}

const secretsIn = ({ headers }: IncomingMessage) =>
	SECRETS.filter((secret) => Object.values(headers).flat().includes(secret)).length;

/** Writes down the secrets that arrive, and answers as `redirect` says. */
function counting(server: Hostile, redirect?: { status: number; location: string }): Server {
	const secrets: number[] = [];
	server.answer = (request, response) => {
		secrets.push(secretsIn(request));
		if (!redirect) return void response.end('{}');
		response.writeHead(redirect.status, { location: redirect.location }).end('{}');
	};
	return Object.assign(server, { secrets });
}

function helpersOf({ engine }: Stage): ReadonlyArray<readonly [string, Send]> {
	const context = engine.pollContext({ parameters: {} }).context as unknown as IPollFunctions;
	const { httpRequestWithAuthentication: newer, requestWithAuthentication: older } =
		context.helpers;
	return [
		['newer', (options) => newer.call(context as never, CREDENTIAL, options as never)],
		['older', (options) => older.call(context as never, CREDENTIAL, options as never)],
	];
}

/** Options with which nodes ask for redirects to be followed. */
const FOLLOWING: ReadonlyArray<Partial<IRequestOptions & IHttpRequestOptions>> = [
	{},
	{ followRedirect: true },
	{ followAllRedirects: true },
	{ followRedirect: true, followAllRedirects: true, maxRedirects: 21 },
	{ disableFollowRedirect: false, maxRedirects: 5 },
	{ method: 'POST', body: {}, followAllRedirects: true },
];

async function redirected(stage: Stage, stranger: Hostile, watch: Watch) {
	const { hostile, some } = stage;
	const places = [`${stranger.url}/data/v1`, '/metrics/v1', '/other', '/data/../other', '/node/x'];
	const all = ['/data/v1', '/node/ext/info'].flatMap((from) =>
		places.flatMap((location) =>
			[301, 302, 303, 307, 308].flatMap((status) =>
				FOLLOWING.map((options) => ({ from, location, status, options })),
			),
		),
	);
	for (const [helper, send] of helpersOf(stage)) {
		for (const { from, location, status, options } of some(all, 40)) {
			const url = hostile.url + from;
			const there = counting(stranger);
			const here = counting(hostile, { status, location });
			const title = `${helper} helper: ${status} from ${from} to ${location} ${JSON.stringify(options)}`;
			await watch.attack(title, async () => {
				await send({ ...options, ...(helper === 'older' ? { uri: url } : { url }) }).catch(() => 0);
				const right = here.secrets.join() === '1' && there.secrets.length === 0;
				const wrong = `secrets that arrived: ${here.secrets.join()}; elsewhere ${there.secrets.join()}`;
				return { kind: 'answered', text: '', ...(!right && { wrong }) };
			});
		}
	}
}

/** Forms of one server's address that a node may join to the base URL of another. */
const hiding = (host: string) => [
	`http://${host}/data/v1`,
	`//${host}/data/v1`,
	`\\\\${host}/data/v1`,
	`/\\${host}/data/v1`,
	`\\/${host}/data/v1`,
	`\t//${host}/data/v1`,
	` http://${host}/data/v1`,
	`ht\ntp://${host}/data/v1`,
	`http:\\\\${host}/data/v1`,
	`http:/${host}/data/v1`,
	`http:${host}/data/v1`,
	`@${host}/data/v1`,
	`:80@${host}/data/v1`,
	`.${host}/data/v1`,
	'../v1',
	'..\\v1',
	'%2e%2e/v1',
	'..%2fv1',
	'',
];

async function combined(stage: Stage, stranger: Hostile, watch: Watch) {
	const { hostile, some } = stage;
	const hosts = [hostile, stranger].map(({ url }) => new URL(url).host);
	const all = [hostile, stranger].flatMap(({ url }) =>
		['', '/', '/data', '/data/', '/data//', '/data/v1', '/data/?', '/data\\', '/data/ '].flatMap(
			(path) => hosts.flatMap(hiding).map((relative) => ({ baseURL: url + path, relative })),
		),
	);
	for (const [helper, send] of helpersOf(stage)) {
		for (const { baseURL, relative } of some(all, 60)) {
			const there = counting(stranger);
			const strays: string[] = [];
			hostile.answer = (request, response) => {
				const own = /^\/(data|node)(\/(?!\.\.)|[?#]|$)/.test(request.url ?? '');
				if (!own && secretsIn(request) > 0) strays.push(request.url ?? '');
				response.end('{}');
			};
			const title = `${helper} helper: base ${baseURL} and ${JSON.stringify(relative)}`;
			await watch.attack(title, async () => {
				const named = helper === 'older' ? { uri: relative } : { url: relative };
				await send({ baseURL, ...named }).catch(() => undefined);
				const leaked = there.secrets.some((count) => count > 0) || strays.length > 0;
				return { kind: 'answered', text: '', ...(leaked && { wrong: 'a secret went along' }) };
			});
		}
	}
}

/** All three services with one URL: no request has both secrets, or the other service's. */
async function oneRoot({ engine, hostile }: Stage, watch: Watch) {
	const before = engine.credential;
	const root = `${hostile.url}/gate`;
	const { authenticate } = engine.loader.credentialTypes[CREDENTIAL].type;
	const secretsFor = async (url: string) => {
		const ask = authenticate as (given: object, request: object) => Promise<IHttpRequestOptions>;
		const credential = { ...before, dataUrl: root, metricsUrl: root, nodeUrl: root };
		const { headers } = await ask(credential, { uri: url });
		return Object.values(headers ?? {}).join();
	};
	const wanted: Array<[string, string]> = [
		...['/ext', '/ext/info', '/ext/bc/P?x', '//ext/../ext/x'].map((path): [string, string] => [
			path,
			path.startsWith('//') ? '' : NODE_SECRET,
		]),
		...['/v1/chains', '/', '', '/extra', '/v1/ext/x'].map((path): [string, string] => [path, KEY]),
		...['/%65xt/info', '/v1/%2e%2e%2fext/x', '/v1/..%2f..%2fother', '/../other', '2/v1'].map(
			(path): [string, string] => [path, ''],
		),
	];
	for (const [path, secret] of wanted) {
		await watch.attack(`one root: ${path}`, async () => {
			const right = (await secretsFor(root + path)) === secret;
			return { kind: 'answered', text: '', ...(!right && { wrong: 'other secrets than its own' }) };
		});
	}
}

export const otherNodes: AttackClass = {
	name: 'other-nodes',
	about: 'other nodes with the credential: redirects, base URLs, one URL for all services',
	async run(stage, watch) {
		const stranger = await startHostile();
		try {
			await redirected(stage, stranger, watch);
			await combined(stage, stranger, watch);
			await oneRoot(stage, watch);
		} finally {
			await stranger.close();
		}
	},
};
