import { gzipSync } from 'node:zlib';
import { type Answer, reply } from '../hostile';
import type { AttackClass } from '../stage';
import {
	SWITCH,
	JSON_TYPE,
	compressed,
	drip,
	flood,
	informational,
	makeBombs,
	raw,
	rawDrip,
	rawOpen,
} from '../wrongTransfers';
import type { Expected } from '../watch';

/** Answers that are wrong in the way they are sent: too large, too slow, cut, compressed, misnamed. */

const TIMEOUT_MS = 400;
/** Of a request whose answer is refused for what it is: a busy machine may take long to read it. */
const PATIENT_MS = 5_000;
/** Time that a busy machine may add to a timeout. */
const SLACK_MS = 6_000;
const LIMIT = 256 * 1024;
/** Socket buffers on both sides fill beyond what is read. */
const BUFFERS = 16 * 1024 * 1024;

const late: Expected = { kind: 'network', withinMs: TIMEOUT_MS + SLACK_MS };
const refused: Expected = { kind: 'invalid-response', withinMs: SLACK_MS };
const either: Expected = { kind: ['invalid-response', 'network'], withinMs: TIMEOUT_MS + SLACK_MS };

interface Transfer {
	name: string;
	answer: Answer;
	expected: Expected;
	/** Enough with a few operations: it takes long, or is much. */
	costly?: true;
}

function transfers(sample: string, bombs: Record<string, Buffer>): Transfer[] {
	const text = Buffer.from(sample);
	const http = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
	const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`x-${n}`, 'v']));
	return [
		{ name: 'no headers ever', answer: () => {}, expected: late },
		{ name: 'headers without a body', answer: rawOpen(`${http}\r\n`), expected: late },
		{
			name: 'headers and a length without a body',
			answer: raw(`${http}Content-Length: 100\r\n\r\n`),
			expected: { ...late, kind: ['network'] },
		},
		{
			name: 'half of the headers',
			answer: rawOpen('HTTP/1.1 200 OK\r\nContent-Ty'),
			expected: late,
		},
		{ name: 'a slow body', answer: drip(JSON_TYPE, ' ', 20), expected: late },
		{ name: 'slow headers', answer: rawDrip(), expected: late },
		{ name: 'many 103 before the answer', answer: informational, expected: late },
		{ name: 'switching protocols', answer: rawOpen(SWITCH), expected: late },
		{ name: 'a cut connection', answer: (request) => request.socket.destroy(), expected: late },
		{
			name: 'a cut body',
			answer: raw(`${http}Content-Length: ${text.length + 1}\r\n\r\n`, text),
			expected: late,
		},
		{
			name: 'a cut chunk',
			answer: raw(`${http}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a`),
			expected: late,
		},
		{
			name: 'a chunk of no size',
			answer: raw(`${http}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`),
			expected: late,
		},
		{
			name: 'two lengths',
			answer: raw(`${http}Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}`),
			expected: late,
		},
		{
			name: 'a negative length',
			answer: raw(`${http}Content-Length: -1\r\n\r\n{}`),
			expected: late,
		},
		{ name: 'no HTTP', answer: raw('SSH-2.0-OpenSSH_9.9\r\n'), expected: late },
		{ name: 'status 999', answer: reply('{}', 999), expected: {} },
		{ name: 'status 204', answer: (_, response) => response.writeHead(204).end(), expected: {} },
		{ name: 'status 206', answer: reply('{"a":', 206), expected: refused },
		{ name: 'status 304', answer: (_, response) => response.writeHead(304).end(), expected: {} },
		{ name: 'headers of 4 MB', answer: reply(sample, 200, { x: 'v'.repeat(4e6) }), expected: late },
		{ name: '500 headers', answer: reply(sample, 200, many), expected: {} },
		{ name: 'headers with odd bytes', answer: raw(`${http}X: \x01\x02\r\n\r\n`), expected: either },
		{
			name: 'rate limit headers without sense',
			answer: reply(sample, 429, {
				'retry-after': '-1e9',
				'ratelimit-limit': '9'.repeat(400),
				'ratelimit-remaining': '-0',
				'ratelimit-reset': '1e400',
				'ratelimit-policy': `${';q=1'.repeat(1500)}${'; '.repeat(1500)}`,
			}),
			expected: { kind: 'rate-limited', withinMs: SLACK_MS },
		},
		{
			name: 'a wait of a thousand years',
			answer: reply('{}', 429, { 'retry-after': '99999999999' }),
			expected: { kind: 'rate-limited', withinMs: SLACK_MS },
		},
		{ name: 'gzip that is none', answer: compressed('gzip', text), expected: either },
		{
			name: 'gzip cut short',
			answer: compressed('gzip', gzipSync(text).subarray(0, 30)),
			expected: either,
		},
		{ name: 'deflate that is gzip', answer: compressed('deflate', gzipSync(text)), expected: {} },
		{ name: 'an unknown encoding', answer: compressed('zip', text), expected: {} },
		...Object.entries(bombs).map(
			([name, bomb]): Transfer => ({
				name: `a bomb of ${name}`,
				answer: compressed(name.split(' ')[0], bomb),
				expected: refused,
				costly: true,
			}),
		),
		{
			name: 'gzip in gzip in gzip',
			answer: compressed('gzip, gzip, gzip', gzipSync(gzipSync(bombs['gzip']))),
			expected: either,
			costly: true,
		},
		{
			name: 'an endless body',
			answer: flood(Buffer.alloc(64 * 1024, ' ')),
			expected: refused,
			costly: true,
		},
		{
			name: 'a length that is said to be 10 GB',
			answer: flood(Buffer.alloc(64 * 1024, '['), {
				...JSON_TYPE,
				'content-length': '10000000000',
			}),
			expected: refused,
			costly: true,
		},
		{
			name: 'an endless body of an error',
			answer: (request, response) => {
				response.statusCode = 500;
				flood(Buffer.alloc(64 * 1024, 'x'), {})(request, response, Buffer.alloc(0));
			},
			expected: { ...refused, kind: ['invalid-response', 'server'] },
			costly: true,
		},
	];
}

export const transferClass: AttackClass = {
	name: 'transfers',
	about: 'slow, endless, compressed, cut and malformed HTTP answers',
	async run({ hostile, faces, targets, some, full }, watch) {
		const bombs = makeBombs();
		// With each operation some of them, and each of them with some operations.
		for (const [index, target] of some(targets, 10).entries()) {
			const all = transfers(target.sample, bombs);
			const turn = ({ costly }: Transfer, at: number) => {
				const every = full ? (costly ? 4 : 3) : 10;
				return index % every === at % every;
			};
			for (const { name, answer, expected } of all.filter(turn)) {
				for (const face of faces) {
					hostile.answer = answer;
					hostile.reset();
					const title = `${face.name} ${target.operation.id}: ${name}`;
					const timeoutMs = expected === refused ? PATIENT_MS : TIMEOUT_MS;
					const limits = { timeoutMs, maxBytes: LIMIT };
					const healthy = target.operation.call.type === 'http' && target.operation.call.answers;
					// The status alone answers a health check, whatever its body is.
					const right = healthy && name.includes('error') ? {} : expected;
					await watch.attack(title, () => face.call(target, limits), right);
					const read = hostile.written();
					if (read > LIMIT + BUFFERS) {
						watch.finding(title, `${read} bytes were read, ${LIMIT} are allowed`);
					}
				}
			}
		}
	},
};
