import type { RequestListener, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

/** Answers that are sent in a wrong way, below HTTP where needed, and the kinds of failure that they may end with. */

const HTTP = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const JSON_TYPE = { 'content-type': 'application/json' };
const ENDLESS = 96 * 1024 * 1024;

/** Bytes as they are; the connection is ended or left open. */
const raw =
	(text: string, ends = true): RequestListener =>
	(_, response) => {
		response.socket?.write(text);
		if (ends) response.socket?.end();
	};

/** Writes the same text again and again, until the other side hangs up. */
const repeated =
	(begin: string, piece: string): RequestListener =>
	(request, response) => {
		response.socket?.write(begin);
		const dripping = setInterval(() => response.socket?.write(piece), 20);
		request.socket.once('close', () => clearInterval(dripping));
	};

const reply =
	(body: string | Buffer, status = 200, headers: Record<string, string> = JSON_TYPE) =>
	(_: unknown, response: ServerResponse) =>
		response.writeHead(status, headers).end(body);

/** Writes as much as the other side takes, to an end that it must not reach. */
const flood =
	(status: number, headers: Record<string, string>): RequestListener =>
	(request, response) => {
		response.writeHead(status, headers);
		const block = Buffer.alloc(64 * 1024, '[');
		let written = 0;
		const fill = () => {
			while (!request.socket.destroyed && (written += block.length) < ENDLESS)
				if (!response.write(block)) return;
			if (!request.socket.destroyed) response.end();
		};
		response.on('drain', fill);
		fill();
	};

/** `sample` is the right answer. */
export function wrongTransfers(
	sample: string,
): Array<[name: string, answer: RequestListener, kinds: readonly string[]]> {
	const text = Buffer.from(sample);
	const packed = (encoding: string, body: Buffer) =>
		reply(body, 200, { ...JSON_TYPE, 'content-encoding': encoding });
	const bomb = Buffer.alloc(64 * 1024 * 1024, ' ');
	const network = ['network'];
	const invalid = ['invalid-response'];
	const either = [...network, ...invalid];
	const any = [...either, 'answered'];
	const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x-${n}`, 'v']));
	return [
		['half of the headers', raw('HTTP/1.1 200 OK\r\nContent-Ty', false), network],
		['slow headers', repeated('HTTP/1.1 200 OK\r\n', 'X: v\r\n'), network],
		['103 for ever', repeated('', 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'), network],
		[
			'a body cut at its end',
			raw(`${HTTP}Content-Length: ${text.length + 1}\r\n\r\n${sample}`),
			network,
		],
		['a cut chunk', raw(`${HTTP}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a`), network],
		[
			'a chunk of no size',
			raw(`${HTTP}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
			network,
		],
		['two lengths', raw(`${HTTP}Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}`), network],
		['a negative length', raw(`${HTTP}Content-Length: -1\r\n\r\n{}`), network],
		['no HTTP', raw('SSH-2.0-OpenSSH_9.9\r\n'), network],
		['headers of 4 MB', reply(sample, 200, { x: 'v'.repeat(4e6) }), network],
		['500 headers', reply(sample, 200, many), any],
		['headers with odd bytes', raw(`${HTTP}X: \x01\x02\r\n\r\n`), either],
		['status 999', reply('{}', 999), [...any, 'server', 'http']],
		['status 204', (_, response) => response.writeHead(204).end(), any],
		['status 206', reply('{"a":', 206), invalid],
		['status 304', (_, response) => response.writeHead(304).end(), any],
		[
			'rate limits without sense',
			reply(sample, 429, {
				'retry-after': '-1e9',
				'ratelimit-limit': '9'.repeat(400),
				'ratelimit-remaining': '-0',
				'ratelimit-reset': '1e400',
				'ratelimit-policy': `${';q=1'.repeat(1500)}${'; '.repeat(1500)}`,
			}),
			['rate-limited'],
		],
		['a wait of 3,000 years', reply('{}', 429, { 'retry-after': '99999999999' }), ['rate-limited']],
		['gzip that is none', packed('gzip', text), either],
		['gzip cut short', packed('gzip', gzipSync(text).subarray(0, 30)), either],
		['deflate that is gzip', packed('deflate', gzipSync(text)), any],
		['an unknown encoding', packed('zip', text), any],
		['a bomb of deflate', packed('deflate', deflateSync(bomb)), invalid],
		['a bomb of brotli', packed('br', brotliCompressSync(bomb, { params: { 1: 1 } })), invalid],
		[
			'gzip in gzip in gzip',
			packed('gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(bomb)))),
			either,
		],
		['10 GB', flood(200, { ...JSON_TYPE, 'content-length': '10000000000' }), invalid],
		['an endless error', flood(500, {}), [...invalid, 'server']],
	];
}
