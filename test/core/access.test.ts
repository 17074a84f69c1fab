import fc, { rounds } from '../../core/testing/properties';
import {
	type Connection,
	DEFAULT_URLS,
	headersFor,
	keyHeaderFor,
	servicesOf,
} from '../../core/access';
import { catalogue } from '../../core/subjects/catalogue';
import { caught } from './protocol/fakes';

const KEY = 'data-key-1';
const connection = (changes: Partial<Connection> = {}): Connection => ({
	...DEFAULT_URLS,
	apiKey: KEY,
	nodeHeaderName: 'Authorization',
	nodeHeaderSecret: 'Bearer n0de',
	...changes,
});

describe('the header that carries the key', () => {
	it.each([
		['https://data-api.avax.network', 'x-glacier-api-key'],
		['https://glacier-api.avax.network', 'x-glacier-api-key'],
		['https://avax.network', 'x-glacier-api-key'],
		['https://DATA-API.AVAX.NETWORK/prefix', 'x-glacier-api-key'],
		['https://data.test', 'x-data-api-key'],
		['http://127.0.0.1:8080', 'x-data-api-key'],
		['https://notavax.network', 'x-data-api-key'],
		['https://avax.network.evil.test', 'x-data-api-key'],
	])('for %s is %s', (url, header) => {
		expect(keyHeaderFor(url)).toBe(header);
		expect(keyHeaderFor(url, '  ')).toBe(header);
		expect(keyHeaderFor(url, ' X-Mine ')).toBe('X-Mine');
	});
});

describe('services of a connection', () => {
	it('give the key to the data service alone and the node header to the node alone', () => {
		expect(servicesOf(connection())).toEqual({
			data: {
				url: 'https://data-api.avax.network',
				header: { name: 'x-glacier-api-key', value: KEY },
			},
			metrics: { url: 'https://metrics.avax.network' },
			node: {
				url: 'https://api.avax.network',
				header: { name: 'authorization', value: 'Bearer n0de' },
			},
		});
	});

	it.each([{ apiKey: ' ', nodeHeaderName: '' }, {}])(
		'need no secrets, and take the defaults for empty URLs',
		(none) => {
			expect(servicesOf({ dataUrl: '', metricsUrl: '', nodeUrl: '', ...none })).toEqual({
				data: { url: 'https://data-api.avax.network' },
				metrics: { url: 'https://metrics.avax.network' },
				node: { url: 'https://api.avax.network' },
			});
		},
	);

	it('have secrets without spaces around them', () => {
		const changes = { apiKey: ` ${KEY} `, nodeHeaderName: ' A ', nodeHeaderSecret: ' n0de ' };
		const { data, node } = servicesOf(connection(changes));
		expect([data.header?.value, node.header]).toEqual([KEY, { name: 'a', value: 'n0de' }]);
	});

	it.each(['https://d.test/v1x', 'https://d.test/dev', 'https://d.test/v1/x'])(
		'may have a prefix that only looks like a path of a service: %s',
		(url) => {
			expect(servicesOf(connection({ dataUrl: url })).data.url).toBe(url);
			expect(servicesOf(connection({ metricsUrl: url })).metrics.url).toBe(url);
			expect(servicesOf(connection({ nodeUrl: `${url}/ext-node` })).node.url).toBe(
				`${url}/ext-node`,
			);
		},
	);

	it.each<[Partial<Connection>, RegExp]>([
		[{ dataUrl: 'data.test' }, /^Data Service URL must be an http/],
		[{ metricsUrl: 'ftp://metrics.test' }, /^Metrics URL must be an http/],
		[{ nodeUrl: 'http://' }, /^Node URL must be an http/],
		[
			{ dataUrl: 'https://d.test/v1/' },
			/^Data Service URL .* without \/v1 at its end: https:\/\/d.test$/,
		],
		[
			{ metricsUrl: 'https://m.test/a/v2' },
			/^Metrics URL .* without \/v2 at its end: https:\/\/m.test\/…$/,
		],
		[{ dataUrl: 'https://d.test/v10' }, /without \/v10 at its end/],
		[{ metricsUrl: 'https://d.test/v10' }, /without \/v10 at its end/],
		[{ nodeUrl: 'http://n.test:9650/ext' }, /^Node URL .* \/ext at its end: http:\/\/n.test:9650$/],
		[{ nodeUrl: 'http://n.test/ext/bc/C/rpc' }, /^Node URL .* \/ext\/bc\/C\/rpc at its end/],
		[{ nodeUrl: 'http://n.test/token/ext/info' }, /^Node URL .* \/ext\/info at its end: [^ ]+\/…$/],
		[{ nodeHeaderName: '' }, /^Node header name must be/],
		[{ nodeHeaderName: 'a b' }, /^Node header name must be.*"a b"/],
		[{ keyHeader: 'x-key:' }, /^API key header name must be/],
		[{ keyHeader: 'x-key\r\nhost: evil' }, /^API key header name must be/],
		[{ apiKey: `${KEY}\r\nx-evil: 1` }, /^API key value must be one line/],
		[{ nodeHeaderSecret: 'n0de\0' }, /^Node value must be one line/],
		[{ apiKey: `${KEY}\u2028` + 'x' }, /^API key value must be one line/],
	])('that are wrong are refused by name: %j', async (changes, message) => {
		const error = await caught(() => servicesOf(connection(changes)));
		expect(error).toMatchObject({ kind: 'invalid-input' });
		expect(error.message).toMatch(message);
		expect(error.message).not.toContain(KEY);
		expect(error.message).not.toContain('n0de');
	});
});

describe('the secret headers of a URL', () => {
	const services = servicesOf(
		connection({ dataUrl: 'https://data.test', nodeUrl: 'http://node.test:9650' }),
	);

	it.each<[string, Record<string, string>]>([
		['https://data.test/v1/chains?a=1', { 'x-data-api-key': KEY }],
		['https://data.test', { 'x-data-api-key': KEY }],
		['https://data.test:443/v1', { 'x-data-api-key': KEY }],
		['http://node.test:9650/ext/health', { authorization: 'Bearer n0de' }],
		['http://data.test/v1/chains', {}],
		['https://data.test:8443/v1/chains', {}],
		['https://data.test.evil.test/v1', {}],
		['https://evil.test/https://data.test/', {}],
		['https://data.test@evil.test/v1', {}],
		['https://sub.data.test/', {}],
		['http://node.test/ext/health', {}],
		['https://metrics.avax.network/v1/avg_tps/1', {}],
		['data.test/v1', {}],
		['', {}],
	])('%s', (url, headers) => {
		expect(headersFor(services, url)).toEqual(headers);
	});

	it('distinguish services on one origin by their prefix', () => {
		const shared = servicesOf(
			connection({
				dataUrl: 'https://proxy.test/data',
				metricsUrl: 'https://proxy.test/data/metrics/',
				nodeUrl: 'https://proxy.test/node',
			}),
		);
		expect(headersFor(shared, 'https://proxy.test/data/v1/chains')).toEqual({
			'x-data-api-key': KEY,
		});
		expect(headersFor(shared, 'https://proxy.test/data')).toEqual({ 'x-data-api-key': KEY });
		expect(headersFor(shared, 'https://proxy.test/data/metrics/v1/avg_tps/1')).toEqual({});
		expect(headersFor(shared, 'https://proxy.test/node/ext/health')).toEqual({
			authorization: 'Bearer n0de',
		});
		expect(headersFor(shared, 'https://proxy.test/database/v1')).toEqual({});
		expect(headersFor(shared, 'https://proxy.test/')).toEqual({});
		// Dots are resolved before anything is compared.
		expect(headersFor(shared, 'https://proxy.test/data/../other')).toEqual({});
		expect(headersFor(shared, 'https://proxy.test/data/%2e%2e/node/x')).toEqual({
			authorization: 'Bearer n0de',
		});
	});

	it('are those of a prefix, whatever slashes are at its end', () => {
		const { data, metrics, node } = services;
		const prefixed = { metrics, node, data: { ...data, url: 'https://data.test/p//' } };
		expect(headersFor(prefixed, 'https://data.test/p/v1')).toEqual({ 'x-data-api-key': KEY });
		expect(headersFor(prefixed, 'https://data.test/v1')).toEqual({});
	});

	it('of services with one and the same URL: the node is what lies under /ext', () => {
		const node = { authorization: 'Bearer n0de' };
		const key = { 'x-data-api-key': KEY };
		for (const root of ['https://proxy.test', 'https://proxy.test/gate']) {
			const shared = servicesOf(
				connection({ dataUrl: root, metricsUrl: root, nodeUrl: `${root}/` }),
			);
			const of = (path: string) => headersFor(shared, root + path);
			for (const path of ['/ext', '/ext/', '/ext/bc/P', '/ext/info?x=/v1']) {
				expect([path, of(path)]).toEqual([path, node]);
			}
			for (const path of ['', '/', '/v1/chains', '/extra', '/v1/ext/info', '/v1?/ext/', '/EXT/x']) {
				expect([path, of(path)]).toEqual([path, key]);
			}
			// One server reads these as the node's, another as the data service's.
			for (const path of ['/%65xt/info', '/v1/..%2fext/info', '/%2565xt/', '//ext/info']) {
				expect([path, of(path)]).toEqual([path, {}]);
			}
		}
		const two = servicesOf(
			connection({
				dataUrl: 'https://p.test',
				metricsUrl: 'https://p.test/m',
				nodeUrl: 'https://p.test',
			}),
		);
		expect(headersFor(two, 'https://p.test/m/v1')).toEqual({});
		expect(headersFor(two, 'https://p.test/v1')).toEqual(key);
	});

	describe('of a service with a prefix', () => {
		const prefixed = servicesOf(connection({ dataUrl: 'https://proxy.test/data' }));
		const of = (path: string) => headersFor(prefixed, `https://proxy.test/data${path}`);
		const encoded = (path: string, times: number): string =>
			times === 0 ? path : encoded(encodeURIComponent(path), times - 1);

		it.each([
			...[1, 2, 3, 6, 7, 20].map((times) => `/${encoded('../', times)}other`),
			'/..%2fother',
			'/..%5cother',
			// Tomcat and others cut parameters off before they resolve dots; spaces and dots on Windows.
			'/..;/x',
			'/..;a=b/x',
			'/..%3b/x',
			'/..%3B%2fx',
			'/v1;/../x;',
			'/..%20/x',
			'/.%20./x',
			'/.../x',
			// Overlong forms of dots and slashes, and look-alikes.
			'/%c0%ae%c0%ae/x',
			'/%c0%ae%c0%ae%c0%afx',
			'/%e0%80%ae%e0%80%ae/x',
			'/%f0%80%80%ae/x',
			'/%uff0e%uff0e/x',
			'/%u002e%u002e%u2215x',
			'/%ef%bc%8e%ef%bc%8e%ef%bc%8fx',
			'/\u2024\u2024/x',
			'/%2%65%2%65/x',
			'/%%32%65%%32%65/x',
			'/%00/../x%00',
			'/v1%0d%0a/x',
			'/v1%3f/x',
			'/v1%23/x',
			'/v1/a%2fb',
			'/v1/100%25',
			'/v1/%zz',
			'//v1',
			'/v1//..//..//x//',
		])('are none for what a proxy may read as another path: %s', (path) => {
			expect(of(path)).toEqual({});
			// It is no matter where the whole origin is the service's.
			expect(headersFor(services, `https://data.test/data${path}`)).toEqual({
				'x-data-api-key': KEY,
			});
		});

		it.each([
			'',
			'/',
			'/v1/chains',
			'/v1/chains/',
			'/v1/a%20b',
			'/v1/a%3Ab,c=d(e)',
			'/v1/~x_y-z.csv',
		])('are there for a path that everyone reads alike: %s', (path) => {
			expect(of(path)).toEqual({ 'x-data-api-key': KEY });
		});

		it('are there for every path that the package itself requests', () => {
			for (const operation of catalogue) {
				const { call, service } = operation;
				if (service !== 'data' || call.type !== 'http') continue;
				const path = call.path.replace(/\{\w+\}/g, 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg');
				expect([path, of(path)]).toEqual([path, { 'x-data-api-key': KEY }]);
			}
		});

		it('are none for paths with an encoded letter, digit, dot, slash or other byte that some decode early', () => {
			for (let byte = 0; byte < 256; byte++) {
				const path = `/a%${byte.toString(16).padStart(2, '0')}`;
				const isPlain = byte >= 0x20 && /[^\w~%./?#;\\\x7f-\xff]/.test(String.fromCharCode(byte));
				expect([path, Object.keys(of(path)).length > 0]).toEqual([path, isPlain]);
			}
		});

		it('are none for any path that, decoded however often, leads out of the prefix', () => {
			const piece = fc.constantFrom(
				...'./\\;%25cefa8n0 \u2024'.split(''),
				'..',
				'%2e',
				'%c0%ae',
				'%2f',
			);
			fc.assert(
				fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
					const path = `/${pieces.join('')}`;
					if (Object.keys(of(path)).length === 0) return;
					let read = new URL(`https://proxy.test/data${path}`).pathname;
					for (let round = 0; round < 12; round++) {
						const merged = read.replace(/;[^/]*/g, '').replace(/[\\/]+/g, '/');
						const pathname = new URL(`https://proxy.test${merged}`).pathname;
						expect([path, `${pathname}/`.startsWith('/data/')]).toEqual([path, true]);
						read = Buffer.from(
							read.replace(/%([0-9a-f]{2})/gi, (_, byte: string) =>
								String.fromCharCode(parseInt(byte, 16)),
							),
							'latin1',
						).toString('latin1');
					}
				}),
				{ numRuns: rounds(3_000) },
			);
		});
	});

	it('never go to another origin, whatever the URL', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					fc.webUrl(),
					fc.string(),
					fc.string().map((path) => `https://data.test${path}`),
				),
				(url) => {
					const headers = headersFor(services, url);
					if (Object.keys(headers).length === 0) return;
					expect(['https://data.test', 'http://node.test:9650']).toContain(new URL(url).origin);
				},
			),
			{ numRuns: rounds(2_000) },
		);
	});
});
