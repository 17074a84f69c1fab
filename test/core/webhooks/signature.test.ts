import { createHmac } from 'node:crypto';
import {
	MAX_BODY_BYTES,
	SIGNATURE_SCHEMES,
	type SignatureScheme,
	signBody,
	verifyBody,
} from '../../../core/webhooks/signature';
import fc, { anyText, occurrences } from '../../../core/testing/properties';

/** Vectors computed apart from this code; webhooks.md, section 3. */
const secret = 'c13cc017c4ed63bcc842c8edfb49df37512280326a32826de3b885340b8a3d53';
const BODY =
	'{"webhookId":"401da7d9-d6d7-46c8-b431-72ff1e1543f4","eventType":"address_activity","messageId":"bc9732db-2430-4296-afc3-c51267beb14a","event":{"transaction":{"txHash":"0xfd91150d236ec5c3b1ee325781affad5b0b4d7eb0187c84c220ab115eaa563e8","value":"0","type":2,"blockTimestamp":1715621840,"erc20Transfers":[{"value":"3331009129","erc20Token":{"symbol":"USD₮ <&>","decimals":6}}]}}}';
const VECTORS: Record<SignatureScheme, string> = {
	canonicalHex: 'EzXgKAxIiFXVbFZ7PEkt4Sn16tBJ/7WgIhtZbsRoOjw=',
	canonicalText: 'sookX/bpt90XBC52jfqfa3GXphU/ll99KyW8jLMqPGs=',
	rawText: 'mCabDRQGySrnbKLrwhR+crJXOyy/Fa3XW9KQihLNHy8=',
	rawHex: 'KSBLr2pH9MEwHvrX3hkuuH4wvfHyTre5tZIq66svlPc=',
};
const bytes = (text: string) => new TextEncoder().encode(text);
const verify = (body: string, signature: unknown, scheme?: SignatureScheme) =>
	verifyBody({ body: bytes(body), signature }, { secret, scheme });

describe.each(SIGNATURE_SCHEMES)('scheme %s', (scheme) => {
	test('signs as the vector, and accepts it', () => {
		expect(signBody(bytes(BODY), { secret, scheme })).toBe(VECTORS[scheme]);
		expect(verify(BODY, VECTORS[scheme], scheme)).toEqual({
			ok: true,
			message: JSON.parse(BODY) as unknown,
		});
	});

	test('accepts no signature of another scheme', () => {
		const others = SIGNATURE_SCHEMES.filter((other) => other !== scheme);
		for (const other of others) {
			expect(verify(BODY, VECTORS[other], scheme)).toEqual({ ok: false, reason: 'forged' });
		}
	});

	test.each([
		['no signature', BODY, undefined, 'unsigned'],
		['an empty one', BODY, '', 'unsigned'],
		['several headers', BODY, [VECTORS[scheme]], 'unsigned'],
		['several headers in one', BODY, `${VECTORS[scheme]}, ${VECTORS[scheme]}`, 'forged'],
		['another alphabet', BODY, VECTORS[scheme].replace(/\//g, '_').slice(0, -1), 'forged'],
		['a letter of several bytes', BODY, `${VECTORS[scheme].slice(0, -1)}＝`, 'forged'],
		['another body', BODY.replace('3331009129', '3331009128'), VECTORS[scheme], 'forged'],
		['a body that is cut', BODY.slice(0, -1), VECTORS[scheme], 'unreadable'],
		['an empty body', '', VECTORS[scheme], 'unreadable'],
		['a byte order mark', `\uFEFF${BODY}`, VECTORS[scheme], 'unreadable'],
	])('rejects %s', (_, body, signature, reason) => {
		expect(verify(body, signature, scheme)).toEqual({ ok: false, reason });
	});
});

test('the documented scheme is the default', () => {
	expect(verify(BODY, VECTORS.canonicalHex).ok).toBe(true);
	expect(signBody(bytes(BODY), { secret })).toBe(VECTORS.canonicalHex);
});

test.each(['', 'c13c', '0'.repeat(31), `${'0'.repeat(30)}zz`, `0x${'0'.repeat(64)}`])(
	'the secret %j is refused before anything is compared',
	(wrong) => {
		const signature = createHmac('sha256', Buffer.from(wrong, 'hex')).update('{}').digest('base64');
		for (const scheme of SIGNATURE_SCHEMES) {
			expect(() => verifyBody({ body: bytes('{}'), signature }, { secret: wrong, scheme })).toThrow(
				'The shared secret of webhooks must be at least 32 hexadecimal digits',
			);
		}
	},
);

test('bytes that are not UTF-8 are not JSON', () => {
	const body = new Uint8Array([0x22, 0xff, 0x22]);
	const rejected = { ok: false, reason: 'unreadable' };
	expect(verifyBody({ body, signature: VECTORS.rawHex }, { secret })).toEqual(rejected);
});

describe('canonicalisation tricks change nothing that was signed', () => {
	const signed = '{"a":"1","b":{"c":9007199254740993}}';
	const signature = signBody(bytes(signed), { secret });
	test.each([
		[
			'a repeated name: the value that counts is the signed one',
			'{"a":"2","b":{"c":9007199254740993},"a":"1"}',
		],
		['escapes', String.raw`{"\u0061":"\u0031","b":{"c":9007199254740993}}`],
		['another form of the number', '{"a":"1","b":{"c":9007199254740992.0}}'],
		['blanks', ' {"b" : {"c":9007199254740993},\n"a":"1"} '],
	])('%s', (_, body) => {
		const message = { a: '1', b: { c: 2 ** 53 } };
		expect(verify(body, signature)).toEqual({ ok: true, message });
	});

	test.each([
		['a repeated name with another last value', '{"a":"1","b":{"c":9007199254740993},"a":"2"}'],
		['a member __proto__', '{"a":"1","b":{"c":9007199254740993},"__proto__":{"d":1}}'],
		['a constructor', '{"a":"1","b":{"c":9007199254740993},"constructor":{"prototype":{"d":1}}}'],
		['toJSON of its own', '{"a":"1","b":{"c":9007199254740993},"toJSON":{"a":"1"}}'],
		['a number for a text', '{"a":1,"b":{"c":9007199254740993}}'],
		['the neighbour of a number', '{"a":"1","b":{"c":9007199254740994}}'],
	])('%s is forged', (_, body) => {
		expect(verify(body, signature)).toEqual({ ok: false, reason: 'forged' });
	});
});

test('whatever the body and the signature are, nothing is thrown, and nothing unsigned accepted', () => {
	const tally = occurrences('JSON', 'no JSON');
	const DIGEST = { minLength: 32, maxLength: 32 };
	const base64 = (some: Uint8Array) => Buffer.from(some).toString('base64');
	const bodies = fc.oneof(
		fc.uint8Array(),
		fc.json().map((text) => bytes(text)),
		anyText().map((text) => bytes(text)),
	);
	fc.assert(
		fc.property(
			bodies,
			fc.oneof(fc.base64String(), fc.uint8Array(DIGEST).map(base64)),
			fc.constantFrom(...SIGNATURE_SCHEMES),
			(body, signature, scheme) => {
				const outcome = verifyBody({ body, signature }, { secret, scheme });
				expect(outcome.ok).toBe(false);
				const unreadable = !outcome.ok && outcome.reason === 'unreadable';
				if (signature !== '') tally.saw(unreadable ? 'no JSON' : 'JSON');
			},
		),
	);
	tally.expectAll();
});

test('what is signed is accepted, and no other bit of it', () => {
	fc.assert(
		fc.property(
			fc.json({ stringUnit: 'grapheme' }),
			fc.constantFrom(...SIGNATURE_SCHEMES),
			fc.nat(),
			(text, scheme, at) => {
				const body = bytes(text);
				const by = { secret, scheme };
				const signature = signBody(body, by);
				expect(verifyBody({ body, signature }, by).ok).toBe(true);
				const letters = [...signature];
				const index = at % letters.length;
				letters[index] = letters[index] === 'A' ? 'B' : 'A';
				expect(verifyBody({ body, signature: letters.join('') }, by).ok).toBe(false);
			},
		),
	);
});

test('a secret of 32 digits, and a body of the largest size, are accepted', () => {
	const by = { secret: '0a'.repeat(16), scheme: 'rawHex' } as const;
	const body = bytes(`"${'a'.repeat(MAX_BODY_BYTES - 2)}"`);
	expect(verifyBody({ body, signature: signBody(body, by) }, by).ok).toBe(true);
});
