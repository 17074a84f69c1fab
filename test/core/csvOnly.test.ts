import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { csvOnly } from '../../core/exports/csvOnly';
import { networkFailure } from '../../core/networkFailure';
import { caught } from './protocol/fakes';

const rows = Array.from({ length: 20_000 }, () => `${randomBytes(8).toString('hex')},1\r\n`);
const TEXT = `a,b\r\n${rows.join('')}`;

/** A file in pieces; cut with a failure of the network behind so many bytes. */
async function* pieces(file: Uint8Array | string, size = 7_000, cut = Infinity) {
	const bytes = Buffer.from(file);
	for (let at = 0; at < bytes.length; at += size) {
		await new Promise((resolve) => setImmediate(resolve));
		if (at >= cut) throw networkFailure(Object.assign(new Error('cut'), { code: 'ECONNRESET' }));
		yield bytes.subarray(at, at + size);
	}
}

async function textOf(chunks: AsyncIterable<Uint8Array>) {
	const all: Uint8Array[] = [];
	for await (const chunk of csvOnly(chunks)) all.push(chunk);
	return Buffer.concat(all).toString('utf8');
}

test.each([
	['in large pieces', 7_000],
	['byte by byte', 1],
])('a file is as it was sent, also packed (%s)', async (_, size) => {
	const text = TEXT.slice(0, size * 20_000);
	expect((await textOf(pieces(text, size))) === text).toBe(true);
	expect((await textOf(pieces(gzipSync(text), size))) === text).toBe(true);
});

test.each<[string, string | Uint8Array, RegExp]>([
	['nothing', '', /it is empty/],
	['an empty line', '\n', /no header/],
	['HTML', ' <html>a,b</html>', /begins with/],
	['JSON', '{"a":1,"b":2}', /begins with/],
	['a column without a name', 'a,,b\n', /begins with/],
	['a control character', 'a,b\u0007\n', /begins with/],
	['one column', 'one column\n', /begins with/],
	['an endless line', `${'a'.repeat(70_000)},b`, /too long/],
	['packed HTML', gzipSync('<html>,</html>'), /begins with/],
	['a packed file without its end', gzipSync(TEXT).subarray(0, 9_000), /damaged gzip/],
])('%s is refused', async (_, file, message) => {
	const error = await caught(() => textOf(pieces(file)));
	expect(error).toMatchObject({ kind: 'invalid-response', retryable: true });
	expect(error.message).toMatch(message);
});

test('of a packed file that is cut the failure is told', async () => {
	const error = await caught(() => textOf(pieces(gzipSync(TEXT), 7_000, 30_000)));
	expect(error).toMatchObject({ kind: 'network', reason: 'reset' });
});

test('a reader may stop anywhere', async () => {
	const packed = gzipSync(TEXT);
	for (let stop = 0; stop < 100; stop++) {
		let read = 0;
		for await (const chunk of csvOnly(pieces(packed))) {
			if ((read += chunk.length) > stop * 3_000) break;
		}
	}
});
