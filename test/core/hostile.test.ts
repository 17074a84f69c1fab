import { createClient } from '../../core/client';
import { checkDownloadUrl, downloadChunks } from '../../core/exports/download';
import { listChains } from '../../core/operations/data/chain';
import { listL1Validators } from '../../core/operations/data/l1Validator';
import { listStakingTransactions } from '../../core/operations/data/stakingTransaction';
import { parseFields } from '../../core/fields/fieldSet';
import type { HttpRequest } from '../../core/protocol/ports';
import { createRateLimiter } from '../../core/protocol/rateLimiter';
import { answer, caught, fakeClock, fakeTransport } from './protocol/fakes';

/** What `npm run attack` once found in the core. */

const KEY = 'key-5f0c/9d+e1=a7';
const url = 'https://service.test';

function clientOf(respond: (request: HttpRequest, index: number) => ReturnType<typeof answer>) {
	const { transport, requests } = fakeTransport(respond);
	const services = { data: { url, header: { name: 'x-key', value: KEY } } };
	const retry = { retries: 0 };
	return { client: createClient({ services, transport, clock: fakeClock(), retry }), requests };
}

const escaped = [...KEY]
	.map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
	.join('');

describe('the key in an answer is hidden', () => {
	test.each([
		['as it is', `"${KEY}"`],
		['with escaped letters', `"${escaped}"`],
		['with one escaped letter', `"\\u006b${KEY.slice(1)}"`],
		['with escaped slashes', `"${KEY.replaceAll('/', '\\/')}"`],
		['in JSON within JSON', JSON.stringify(JSON.stringify({ key: `"${KEY}` }))],
	])('%s', async (_, echo) => {
		const { client } = clientOf(() => answer(`{"chains":[],"echo":${echo}}`));
		const result = await client.call(listChains, {});
		expect(JSON.stringify(result)).not.toContain(KEY);
		expect(JSON.stringify(result)).toContain('***');
	});

	test.each([1, 4, 8, 12, 16])('where a message was cut after %i letters of it', async (left) => {
		const body = { message: 'x'.repeat(500 - left) + KEY };
		const { client } = clientOf(() => answer(body, 400));
		const failure = await caught(() => client.call(listChains, {}));
		expect(failure.message.endsWith('…')).toBe(true);
		if (left >= 4) expect(failure.message).not.toContain(KEY.slice(0, 4));
		expect(failure.message).toContain('x'.repeat(400));
	});

	test('and a deep answer is an error where it would have to be walked', async () => {
		const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
		const { client } = clientOf(() => answer(`{"chains":[],"echo":"${KEY}","x":${deep}}`));
		const failure = await caught(() => client.call(listChains, {}));
		expect(failure).toMatchObject({ kind: 'invalid-response', retryable: false });
		expect(failure.message).toMatch(/nested/);
	});
});

test('a list of empty pages with new tokens ends with an error', async () => {
	const { client, requests } = clientOf((_, index) =>
		answer({ validators: [], nextPageToken: `t${index}` }),
	);
	const walk = async () => {
		const pages = client.pages(listL1Validators, { network: 'mainnet' }, { limit: 1 });
		for await (const page of pages) expect(page.items).toEqual([]);
	};
	expect(await caught(walk)).toMatchObject({ kind: 'invalid-response', retryable: false });
	expect(requests).toHaveLength(100);
});

test('some empty pages on the way do not end a list', async () => {
	const { client } = clientOf((_, index) =>
		answer({
			validators: index % 60 === 59 ? [{ validationId: String(index) }] : [],
			...(index < 299 && { nextPageToken: `t${index}` }),
		}),
	);
	let items = 0;
	for await (const page of client.pages(listL1Validators, { network: 'mainnet' })) {
		items += page.items.length;
	}
	expect(items).toBe(5);
});

describe('values whose own code throws, or that have no end', () => {
	const fails = () => {
		throw new Error('looked at');
	};
	test.each<[string, unknown]>([
		['toMillis is no function', { toMillis: 1 }],
		['toMillis throws', { toMillis: fails }],
		['a proxy', new Proxy({}, { get: fails, has: fails })],
		['a proxy of a list', new Proxy([], { get: fails })],
	])('%s: the field is named', async (_, value) => {
		const run = async () =>
			parseFields(
				listStakingTransactions.input,
				{ network: 'mainnet', startTimestamp: value },
				listStakingTransactions.id,
			);
		const failure = await caught(run);
		expect(failure).toMatchObject({ kind: 'invalid-input', field: 'startTimestamp' });
		expect(failure.message.length).toBeLessThan(300);
	});

	test.each<[string, unknown]>([
		['billions of holes', new Array(4_000_000_000)],
		['a million values', new Array(1_000_000).fill('1')],
	])('%s: the list is refused without a look at each', async (_, value) => {
		const run = async () =>
			parseFields(
				listStakingTransactions.input,
				{ network: 'mainnet', txTypes: value },
				listStakingTransactions.id,
			);
		const failure = await caught(run);
		expect(failure).toMatchObject({ kind: 'invalid-input', field: 'txTypes' });
	});
});

test.each<Record<string, string>>([
	{ 'retry-after': '999999999' },
	{ 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '999999999' },
	{ 'ratelimit-policy': '1;w=999999999', 'ratelimit-remaining': '0', 'retry-after': '3600' },
])('one answer cannot silence a limiter for good: %j', async (headers) => {
	const clock = fakeClock();
	const limiter = createRateLimiter(clock, 60_000);
	(await limiter.acquire(1))({ status: 429, headers });
	expect(await caught(() => limiter.acquire(1))).toMatchObject({ kind: 'rate-limited' });
	clock.time += 3_600_001;
	await limiter.acquire(1);
});

describe('downloads', () => {
	test('a private address is refused unless it is the own host or allowed', () => {
		const address = 'http://10.1.2.3/file';
		expect(() => checkDownloadUrl(address, url)).toThrow(/private address/);
		expect(checkDownloadUrl(address, 'http://10.1.2.3:8080/v1').href).toBe(address);
		expect(checkDownloadUrl(address, url, true).href).toBe(address);
		expect(() => checkDownloadUrl('file:///etc/passwd', url, true)).toThrow(/no http/);
	});

	test.each([
		'http://[2001::1]/',
		'http://[2001:0:53aa:64c:0:0:0:1]/',
		'http://[::ffff:0:7f00:1]/',
	])('%s carries a private address', (address) => {
		expect(() => checkDownloadUrl(address, url)).toThrow(/private address/);
	});

	test('a length without sense does not lift the bound on the bytes', async () => {
		async function* body() {
			for (;;) yield Buffer.alloc(100);
		}
		const chunks = downloadChunks(url, {
			open: async () => ({ status: 200, headers: { 'content-length': '1e3' }, body: body() }),
			clock: fakeClock(),
			maxBytes: 1_000,
		});
		let bytes = 0;
		const read = async () => {
			for await (const chunk of chunks) bytes += chunk.length;
		};
		expect(await caught(read)).toMatchObject({ kind: 'invalid-response' });
		expect(bytes).toBe(1_000);
	});
});
