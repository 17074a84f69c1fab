import { callPath, createClient, isFailure, listPath, type PathInput } from '../../core';
import type { HttpRequest } from '../../core/protocol/ports';
import { answer, fakeClock } from './protocol/fakes';

/** Paths of the services that programs call without an operation. */

const DATA = 'https://data.example';
const GET_LIST: PathInput = {
	...{ service: 'data', method: 'GET', path: '/v1/networks/mainnet/validators' },
	...{ query: { pageSize: 2, subnetId: ['a', 'b'] }, itemsField: 'validators' },
};

/** A client whose service answers with each of the texts, one after the other. */
function clientOf(...replies: Array<[status: number, text: string]>) {
	const sent: HttpRequest[] = [];
	const client = createClient({
		...{ dataUrl: DATA, metricsUrl: 'https://metrics.example', apiKey: 'key' },
		clock: fakeClock(),
		transport: async (request) => {
			sent.push(request);
			const [status, text] = replies[Math.min(sent.length, replies.length) - 1];
			return await Promise.resolve(answer(text, status));
		},
	});
	return { client, sent };
}

/** The items of a list. */
async function itemsOf(...given: Parameters<typeof listPath>) {
	const items: unknown[] = [];
	for await (const item of listPath(...given)) items.push(item);
	return items;
}

test('a response as the service sends it: no digit is lost', async () => {
	const { client, sent } = clientOf([200, '{"a":12345678901234567890,"b":[1]}']);
	const query = { currency: 'usd', big: '12345678901234567890' };
	const call = { service: 'data', method: 'GET', path: '/v1/chains/43114', query } as const;
	expect(await callPath(client, call)).toEqual({ a: '12345678901234567890', b: [1] });
	expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
		`GET ${DATA}/v1/chains/43114?currency=usd&big=12345678901234567890`,
	]);
});

test('the metrics service gets no key', async () => {
	const { client, sent } = clientOf([200, '{}']);
	await callPath(client, { service: 'metrics', method: 'GET', path: '/v2/chains' });
	expect(sent[0].url).toBe('https://metrics.example/v2/chains');
	expect(JSON.stringify(sent[0].headers)).not.toContain('key');
});

test('a list is read page by page, up to the limit', async () => {
	const pages: Array<[number, string]> = [
		[200, '{"validators":[{"n":1},{"n":2}],"nextPageToken":"t"}'],
		[200, '{"validators":[{"n":3}]}'],
	];
	const whole = clientOf(...pages);
	expect(await itemsOf(whole.client, GET_LIST)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
	expect(whole.sent[0].url).toMatch(/pageSize=2&subnetId=a&subnetId=b$/);
	expect(whole.sent[1].url).toContain('pageToken=t');
	const part = clientOf(...pages);
	expect(await itemsOf(part.client, GET_LIST, { limit: 2 })).toHaveLength(2);
	expect(part.sent).toHaveLength(1);
});

test.each(['GET', 'POST', 'DELETE'] as const)(
	'%s after a failure of the server',
	async (method) => {
		const { client, sent } = clientOf([500, '{"message":"no"}']);
		const call = { service: 'data', method, path: '/v1/webhooks' } as const;
		await expect(callPath(client, call)).rejects.toMatchObject({ kind: 'server' });
		if (method === 'GET') expect(sent.length).toBeGreaterThan(1);
		else expect(sent).toHaveLength(1);
	},
);

test.each<[string, object, RegExp]>([
	['a URL', { path: 'https://other.example/v1' }, /"Path" \(path\) must be a path such as/],
	['a path that leaves its place', { path: '/v1/../x' }, /"Path" \(path\) must be a path/],
	['a body of GET', { body: {} }, /"Body \(JSON\)" \(body\) must be empty/],
	['an items field', { itemsField: 'validators' }, /\(itemsField\) must be empty: listPath/],
	['a number that lost digits', { query: { a: 2 ** 60 } }, /may have lost digits/],
])('%s is refused before anything is sent', async (_, more, message) => {
	const { client, sent } = clientOf([200, '{}']);
	const call = { service: 'data', method: 'GET', path: '/v1/chains', ...more } as PathInput;
	await expect(callPath(client, call)).rejects.toMatchObject({
		kind: 'invalid-input',
		message: expect.stringMatching(message),
	});
	expect(sent).toEqual([]);
});

test('a list needs a name, and a response that has it', async () => {
	const { client, sent } = clientOf([200, '{"others":[]}']);
	const { itemsField: _, ...nameless } = GET_LIST;
	const unnamed = await itemsOf(client, nameless).catch((error: unknown) => error);
	expect(isFailure(unnamed, 'invalid-input')).toBe(true);
	expect(sent).toEqual([]);
	await expect(itemsOf(client, GET_LIST)).rejects.toMatchObject({
		kind: 'invalid-response',
		message: expect.stringContaining('its lists are "others"'),
	});
});
