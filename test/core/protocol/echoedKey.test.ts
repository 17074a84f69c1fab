import { clientWith } from '../../../core/client';
import * as chain from '../../../core/subjects/chain/chain';
import { answer, caught, fakeTransport, fakeClock } from './fakes';

/** An answer that holds the key of the request. */

const KEY = 'key-5f0c/9d+e1=a7';
const url = 'https://service.test';

function clientOf(respond: () => ReturnType<typeof answer>) {
	const services = { data: { url, header: { name: 'x-key', value: KEY } } };
	const { transport } = fakeTransport(respond);
	return clientWith({ services, transport, clock: fakeClock(), retry: { retries: 0 } });
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
		const client = clientOf(() => answer(`{"chains":[],"echo":${echo}}`));
		const result = await client.call(chain.getMany, {});
		expect(JSON.stringify(result)).not.toContain(KEY);
		expect(JSON.stringify(result)).toContain('***');
	});

	test.each([1, 4, 8, 12, 16])('where a message was cut after %i letters of it', async (left) => {
		const body = { message: 'x'.repeat(500 - left) + KEY };
		const client = clientOf(() => answer(body, 400));
		const failure = await caught(() => client.call(chain.getMany, {}));
		expect(failure.message.endsWith('…')).toBe(true);
		if (left >= 4) expect(failure.message).not.toContain(KEY.slice(0, 4));
		expect(failure.message).toContain('x'.repeat(400));
	});

	test('and a deep answer is an error where it would have to be walked', async () => {
		const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
		const client = clientOf(() => answer(`{"chains":[],"echo":"${KEY}","x":${deep}}`));
		const failure = await caught(() => client.call(chain.getMany, {}));
		expect(failure).toMatchObject({ kind: 'invalid-response', retryable: false });
		expect(failure.message).toMatch(/nested/);
	});
});
