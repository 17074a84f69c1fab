import { inspect } from 'node:util';
import fc, { rounds } from '../../../core/testing/properties';
import { Failure } from '../../../core/failure';
import { redactor } from '../../../core/protocol/redact';

const WITHHELD = '(withheld: repeats a secret)';
const SECRET = 'ac_k3y/with "quotes" & more=';

/** The map of mustache.js. */
const MUSTACHE: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	'/': '&#x2F;',
	'`': '&#x60;',
	'=': '&#x3D;',
};
const NAMES: Readonly<Record<string, string>> = { '/': '&sol;', '"': '&QUOT;', '&': '&amp;' };

const hex = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0');

describe('secrets', () => {
	const hide = redactor([SECRET, undefined, 'Bearer eyJhbGciOi']);

	it('are masked in texts, also without their scheme', () => {
		expect(hide.text(`key ${SECRET}.`)).toBe('key ***.');
		expect(hide.text('Bearer eyJhbGciOi')).toBe('***');
		expect(hide.text('token eyJhbGciOi')).toBe('token ***');
		expect(hide.text('Bearer of news')).toBe('Bearer of news');
	});

	const lower = (text: string) => text.replace(/%../g, (byte) => byte.toLowerCase());
	const quoted = (text: string) => JSON.stringify(text).slice(1, -1);
	const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
	/** As Mustache, Handlebars and others escape values. */
	const mustache = (text: string) => text.replace(/[&<>"'`=/]/g, (one) => MUSTACHE[one]);
	const repeated = (times: number, write: (text: string) => string, text: string): string =>
		times === 0 ? text : write(repeated(times - 1, write, text));
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
		['in HTML as Mustache writes it', mustache],
		['in HTML twice', (secret) => html(html(secret))],
		['in HTML as Mustache writes it, twice', (secret) => mustache(mustache(secret))],
		['in HTML with names', (secret) => secret.replace(/\W/g, (one) => NAMES[one] ?? one)],
		[
			'in HTML with zeros',
			(secret) => secret.replace(/\W/g, (one) => `&#000${one.charCodeAt(0)};`),
		],
		['percent-encoded six times', (secret) => repeated(6, encodeURIComponent, secret)],
		['percent-encoded in JSON in HTML', (secret) => html(quoted(encodeURIComponent(secret)))],
		['in HTML, percent-encoded, in JSON', (secret) => quoted(encodeURIComponent(mustache(secret)))],
		[
			'percent-encoded to the last letter',
			(secret) => secret.replace(/[^]/g, (one) => `%${hex(one).slice(2)}`),
		],
		['as JavaScript', (secret) => secret.replace(/\W/g, (one) => `\\x${hex(one).slice(2)}`)],
		['as escape() writes it', (secret) => secret.replace(/[^]/g, (one) => `%u${hex(one)}`)],
		['in HTML with numbers', (secret) => secret.replace(/[&"]/g, (one) => `&#x${hex(one)};`)],
	])('withhold a text that repeats them %s', (_, write) => {
		const written = write(SECRET);
		expect(hide.text(`before ${written} after`)).toBe(WITHHELD);
		expect(hide.answer({ a: [written] }, JSON.stringify({ a: [written] }))).toEqual({ a: ['***'] });
		// The end of a message that was cut within it, also within the writing of one letter.
		for (let length = written.length - 1; length >= write(SECRET.slice(0, 4)).length; length--) {
			const failure = new Failure({ kind: 'server', message: `x ${written.slice(0, length)}…` });
			const { message } = hide.failure(failure);
			// A word of the secret is one, too: then the whole message is withheld.
			const isPlain = SECRET.startsWith(written.slice(0, length));
			const expected = isPlain ? ['x ***…'] : [`${WITHHELD}…`, WITHHELD];
			expect([written.slice(0, length), expected]).toEqual([
				written.slice(0, length),
				expect.arrayContaining([message]),
			]);
		}
	});

	it('are hidden however long they are', () => {
		const long = `start/${'aB%"\\9'.repeat(1_500)}`;
		const hideLong = redactor([long]);
		expect(hideLong.text(`a ${quoted(long)} b`)).toBe(WITHHELD);
		const cut = new Failure({ kind: 'server', message: `a ${long.slice(0, 400)}…` });
		expect(hideLong.failure(cut).message).toBe('a ***…');
	});

	it('are found with letters beyond ASCII, in every encoding of them', () => {
		const key = 'schlüssel-ÿé-0123';
		const hidden = redactor([key]);
		for (const written of [
			encodeURIComponent(key),
			escape(key),
			key.replace(/[^\x20-\x7e]/g, (one) => `\\u${hex(one)}`),
			key.replace('ü', '&uuml;').replace('ÿ', '&yuml;').replace('é', '&#xE9;'),
		]) {
			expect(hidden.text(`a ${written} b`)).toBe(WITHHELD);
		}
	});

	it('are found with line breaks, also where JSON writes these as letters', () => {
		const key = '-----BEGIN KEY-----\nabcdef0123\t\n-----END KEY-----';
		for (const written of [quoted(key), quoted(quoted(key)), encodeURIComponent(key)]) {
			expect(redactor([key]).text(`a ${written} b`)).toBe(WITHHELD);
		}
	});

	it.each([
		'100%',
		'50%25',
		'\\',
		'\\\\',
		'%',
		'%2',
		'&',
		'&#x',
		'\\u',
		'\\u00',
		'%u',
		'x%5c',
		'+',
		'&amp',
	])('are found behind %j, which is not part of their encoding', (before) => {
		// Keys are often hex digits, which may end what began before them.
		const key = 'ab12cd34/ef56=';
		for (const written of [
			key,
			encodeURIComponent(key),
			key.replace('/', '\\/'),
			mustache(key),
			quoted(quoted(key.replace('/', '\\u002f'))),
		]) {
			const text = redactor([key]).text(`a ${before}${written} b`);
			expect([written, text]).toEqual([written, written === key ? `a ${before}*** b` : WITHHELD]);
		}
	});

	const writings = fc.constantFrom(
		encodeURIComponent,
		(text: string) => lower(encodeURIComponent(text)),
		quoted,
		(text: string) => quoted(text).replaceAll('/', '\\/'),
		html,
		mustache,
		(text: string) => text.replace(/[^\w]/g, (one) => `\\u${hex(one)}`),
	);
	const signs = fc.array(
		fc.constantFrom(...'%\\&;#x25u0/"<+= é'.split(''), '%25', '&amp;', '\\u00'),
		{
			maxLength: 6,
		},
	);
	const key = fc
		.array(fc.constantFrom(...'aZ09_-./+=:~&%"\\#'.split('')), { minLength: 10, maxLength: 40 })
		.map((letters) => `k${letters.join('')}Q`);

	it('are hidden in any nesting of encodings of the text that holds them', () => {
		fc.assert(
			fc.property(key, signs, signs, fc.array(writings, { maxLength: 5 }), (secret, a, b, nest) => {
				const whole = nest.reduce(
					(text, write) => write(text),
					`${a.join('')} ${secret} ${b.join('')}`,
				);
				const redacted = redactor([secret]).text(whole);
				expect([whole, redacted]).toEqual([
					whole,
					whole.includes(secret) ? expect.not.stringContaining(secret) : WITHHELD,
				]);
			}),
			{ numRuns: rounds(2_000) },
		);
	});

	it('change nothing in texts that hold none, however close they come', () => {
		fc.assert(
			fc.property(
				key,
				fc.array(
					fc.oneof(
						signs.map((all) => all.join('')),
						fc.nat(),
						fc.string({ maxLength: 5 }),
					),
					{ maxLength: 30 },
				),
				fc.array(writings, { maxLength: 3 }),
				(secret, pieces, nest) => {
					// Letters of the secret, always without its last one, which is nowhere else.
					const text = pieces
						.map((piece) =>
							typeof piece === 'number' ? secret.slice(piece % secret.length, -1) : piece,
						)
						.join('')
						.replaceAll('Q', 'q');
					const whole = nest.reduce((inner, write) => write(inner), text);
					expect(redactor([secret]).text(whole)).toBe(whole);
				},
			),
			{ numRuns: rounds(2_000) },
		);
	});

	it.each([
		['beginnings of the secret', 'ac_k3y%2F0123'],
		['beginnings of escapes', '%3'],
		['percent signs', '%25'],
		['backslashes', '\\'],
		['references without an end', '&#x0000000000000000000'],
	])('are looked for in 1.5 MB of %s, also where a piece of it ends', (_, piece) => {
		const text = piece.repeat(Math.ceil(1.5e6 / piece.length));
		const key = 'ac_k3y/0123456789+abcdefghij=';
		const written = ` ${encodeURIComponent(key)} `;
		const one = redactor([key]);
		expect(one.text(text) === text).toBe(true);
		for (const at of [2 ** 20 - 20, text.length]) {
			expect(one.text(text.slice(0, at) + written + text.slice(at))).toBe(WITHHELD);
		}
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
		const redacted = hide.failure(failure);
		expect(JSON.stringify([redacted, redacted.message, redacted.stack])).not.toContain('quotes');
		expect(redacted).toMatchObject({
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
		const redacted = hide.failure(failure);
		expect(redacted.cause).toMatchObject({ kind: 'network', message: 'x ***' });
		expect((redacted.cause as Failure).cause).toMatchObject({ message: 'sent ***' });
		expect(inspect(redacted, { depth: 20, showHidden: true })).not.toContain('quotes');
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
				const redacted = redactor([key]).value({ value, key });
				const same = (a: unknown): unknown => JSON.parse(JSON.stringify(a));
				expect(Object.keys(redacted as object)).toHaveLength(2);
				const strings: string[] = [];
				JSON.stringify(same(redacted), (name, inner: unknown) => {
					strings.push(name);
					if (typeof inner === 'string') strings.push(inner);
					return inner;
				});
				// A secret that is not a part of the mark that replaces it is gone.
				if (!'***'.includes(key) && !key.includes('*')) {
					expect(strings.filter((text) => text.includes(key))).toEqual([]);
				}
			}),
			{ numRuns: rounds(1_000) },
		);
	});

	it.each([
		['a word of eight characters', ['Bearer 8letters'], 'token 8letters', 'token ***'],
		['a word in an encoding', ['Bearer eyJhbGciOi'], 'token eyJhbGc%69Oi', WITHHELD],
		['words too short, with plus signs', ['one two three'], 'one+two+three', WITHHELD],
		['a backslash at the end', ['abcdefgh1234\\'], 'abcdefgh1234%5C" x', WITHHELD],
		['one that begins as another does', ['abcdefgh', 'abcdefghijkl'], 'abcdefghijkl', '***'],
		['a beginning in a text that was not cut', ['abcdefgh'], 'x abcdef', 'x abcdef'],
	])('%s', (_, secrets, message, expected) => {
		const failure = redactor(secrets).failure(new Failure({ kind: 'server', message }));
		expect(failure.message).toBe(expected);
	});

	it('begin at the end of a text that was cut, beyond ASCII', () => {
		const key = 'schlüssel-ÿé-0123';
		const written = encodeURIComponent(key);
		for (let length = 'schl%C3%BC'.length; length < written.length; length++) {
			const message = `x ${written.slice(0, length)}…`;
			const redacted = redactor([key]).failure(new Failure({ kind: 'server', message })).message;
			expect([message, redacted]).toEqual([message, `${WITHHELD}…`]);
		}
	});

	it('that are too short to be any are left in place', () => {
		expect(redactor(['abc', '']).text('abc abc')).toBe('abc abc');
		expect(redactor(['test']).text('a test')).toBe('a ***');
		// Data is not errors: a word of four letters is more often data than a secret.
		expect(redactor(['test']).answer({ a: 'testnet' }, '{"a":"testnet"}')).toEqual({
			a: 'testnet',
		});
	});

	it('of 4 to 7 characters are masked where they stand, and withhold nothing', () => {
		expect(redactor(['a/b=c']).text('x a/b=c, y a%2Fb%3Dc')).toBe('x ***, y a%2Fb%3Dc');
	});

	it('are hidden in answers that repeat them', () => {
		const hidden = redactor(['my-api-key-1']);
		expect(hidden.answer({ a: 'my-api-key-1' }, '{"a":"my-api-key-1"}')).toEqual({ a: '***' });
		const several = redactor(['my-api-key-1', 'test']);
		expect(several.answer({ a: 'testnet my-api-key-1' }, 'my-api-key-1')).toEqual({
			a: 'testnet ***',
		});
		const answer = { a: 'b' };
		expect(hidden.answer(answer, '{"a":"b"}')).toBe(answer);
	});
});
