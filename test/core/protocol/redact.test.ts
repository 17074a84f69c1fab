import { inspect } from 'node:util';
import fc from '../../kit/properties';
import { Failure } from '../../../core/protocol/failure';
import { redactor } from '../../../core/protocol/redact';

const SECRET = 'ac_k3y/with "quotes" & more';

const hex = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0');

describe('secrets', () => {
	const hide = redactor([SECRET, undefined, 'Bearer eyJhbGciOi']);

	it('are hidden in texts, also as URLs and JSON write them, and without their scheme', () => {
		expect(hide.text(`key ${SECRET}.`)).toBe('key ***.');
		expect(hide.text(`?key=${encodeURIComponent(SECRET)}`)).toBe('?key=***');
		expect(hide.text(JSON.stringify({ key: SECRET }))).toBe('{"key":"***"}');
		expect(hide.text('Bearer eyJhbGciOi')).toBe('***');
		expect(hide.text('token eyJhbGciOi')).toBe('token ***');
		expect(hide.text('Bearer of news')).toBe('Bearer of news');
	});

	const lower = (text: string) => text.replace(/%../g, (byte) => byte.toLowerCase());
	const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
	const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
	it.each<[string, (secret: string) => string]>([
		['percent-encoded', encodeURIComponent],
		['percent-encoded in lower case', (secret) => lower(encodeURIComponent(secret))],
		['percent-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
		['as a query value', (secret) => new URLSearchParams({ key: secret }).toString().slice(4)],
		['in JSON', quoted],
		['in JSON within JSON', (secret) => quoted(quoted(secret))],
		['in JSON three times over', (secret) => quoted(quoted(quoted(secret)))],
		['in JSON with escaped slashes', (secret) => quoted(secret).replaceAll('/', '\\/')],
		[
			'in JSON with escaped letters, in JSON',
			(secret) => quoted(secret.replace(/[^"\\]/g, (one) => `\\u${hex(one)}`)),
		],
		['in a URL in JSON in JSON', (secret) => quoted(quoted(lower(encodeURIComponent(secret))))],
		['in HTML', html],
		['in HTML with numbers', (secret) => secret.replace(/[&"]/g, (one) => `&#x${hex(one)};`)],
	])('are hidden in plain text %s', (_, write) => {
		const written = write(SECRET);
		expect(hide.text(`before ${written} after`)).toBe('before *** after');
		expect(hide.answer({ a: [written] }, JSON.stringify({ a: [written] }))).toEqual({ a: ['***'] });
		// The end of a message that was cut within it, also within the writing of one letter.
		for (let length = written.length - 1; length >= write(SECRET.slice(0, 4)).length; length--) {
			const failure = new Failure({ kind: 'server', message: `x ${written.slice(0, length)}…` });
			const { message } = hide.failure(failure);
			expect([written.slice(0, length), message]).toEqual([written.slice(0, length), 'x ***…']);
		}
	});

	it('are hidden however long they are', () => {
		const long = `start/${'aB%"\\9'.repeat(1_500)}`;
		const hideLong = redactor([long]);
		expect(hideLong.text(`a ${quoted(long)} b`)).toBe('a *** b');
		const cut = new Failure({ kind: 'server', message: `a ${long.slice(0, 400)}…` });
		expect(hideLong.failure(cut).message).toBe('a ***…');
	});

	it('take bounded time to find, in any text', () => {
		// Without a bound on the backslashes before a letter this would take 10^11 steps.
		const slashes = '\\'.repeat(1_000_000);
		expect(redactor(['"/quoted"']).text(slashes)).toBe(slashes);
	});

	it('are hidden wherever they stand in a value', () => {
		expect(hide.value({ a: [{ b: `x${SECRET}` }, 1, null], [SECRET]: true })).toEqual({
			a: [{ b: 'x***' }, 1, null],
			'***': true,
		});
	});

	it('are hidden in a failure, which keeps all the rest', () => {
		const failure = new Failure({
			kind: 'rate-limited',
			message: `no ${SECRET}`,
			status: 429,
			retryAfterMs: 5,
			data: { key: SECRET },
			operation: 'chain.getMany',
			retryable: false,
		});
		const shown = hide.failure(failure);
		expect(JSON.stringify([shown, shown.message, shown.stack])).not.toContain('quotes');
		expect(shown).toMatchObject({
			name: 'Failure',
			message: 'no ***',
			kind: 'rate-limited',
			status: 429,
			retryAfterMs: 5,
			data: { key: '***' },
			operation: 'chain.getMany',
			retryable: false,
		});
	});

	it('are hidden in what led to a failure', () => {
		const inner = Object.assign(new Error(`sent ${SECRET}`), { config: { headers: [SECRET] } });
		const failure = new Failure({
			kind: 'invalid-response',
			message: 'broke off',
			cause: new Failure({ kind: 'network', message: `x ${SECRET}`, cause: inner }),
		});
		const shown = hide.failure(failure);
		expect(shown.cause).toMatchObject({ kind: 'network', message: 'x ***' });
		expect((shown.cause as Failure).cause).toMatchObject({ message: 'sent ***' });
		expect(inspect(shown, { depth: 20, showHidden: true })).not.toContain('quotes');
	});

	it('never harm the value around them', () => {
		// A secret may look like any part of JSON.
		const json = fc.jsonValue();
		const secret = fc.oneof(
			fc.constantFrom(
				'true',
				'null',
				'false',
				'1234',
				'":""',
				'{"a"',
				'[[[[',
				'"],"',
				'constructor',
				'\\\\\\\\',
			),
			fc.string({ minLength: 4 }),
		);
		fc.assert(
			fc.property(secret, json, (key, value) => {
				const shown = redactor([key]).value({ value, key });
				const same = (a: unknown): unknown => JSON.parse(JSON.stringify(a));
				expect(Object.keys(shown as object)).toHaveLength(2);
				const strings: string[] = [];
				JSON.stringify(same(shown), (name, inner: unknown) => {
					strings.push(name);
					if (typeof inner === 'string') strings.push(inner);
					return inner;
				});
				// Where the secret is no part of the mark that replaces it, it is gone.
				if (!'***'.includes(key) && !key.includes('*')) {
					expect(strings.filter((text) => text.includes(key))).toEqual([]);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	it('that are too short to be any are left in place', () => {
		expect(redactor(['abc', '']).text('abc abc')).toBe('abc abc');
		expect(redactor(['test']).text('a test')).toBe('a ***');
		// Data is not errors: a word of four letters is more often data than a secret.
		expect(redactor(['test']).answer({ a: 'testnet' }, '{"a":"testnet"}')).toEqual({
			a: 'testnet',
		});
	});

	it('are hidden in answers that repeat them', () => {
		const hidden = redactor(['my-api-key-1']);
		expect(hidden.answer({ a: 'my-api-key-1' }, '{"a":"my-api-key-1"}')).toEqual({ a: '***' });
		const answer = { a: 'b' };
		expect(hidden.answer(answer, '{"a":"b"}')).toBe(answer);
	});
});
