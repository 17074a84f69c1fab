import { gzipSync } from 'node:zlib';
import type { Target } from '../samples';
import { servicesAt } from '../samples';
import { type Answer, startHostile } from '../hostile';
import { endOfError, functionClient, impatient } from '../faces';
import { withNames } from '../names';
import { privatePlaces } from '../privatePlaces';
import { copyRange } from '../../../lambdas/exportTransactions/copy';
import { openDownload } from '../../../lambdas/exportTransactions/openDownload';
import type { ObjectStore, StoredObject } from '../../../lambdas/exportTransactions/s3Store';
import type { AttackClass, Stage } from '../stage';
import type { End, Expected } from '../watch';

/**
 * Attacks by the URL of a finished export's file, and by files that differ from the announced ones.
 */

/** The Lambda's download retries twice over, with pauses: 20 s at most where nothing ever comes. */
const PATIENCE_MS = 45_000;

interface FileCase {
	name: string;
	answer: Answer;
	expected: Expected;
}

const CSV = { 'content-type': 'text/csv' };

function files(stranger: string): FileCase[] {
	const body = Buffer.alloc(4096, 'a,b\n');
	const raw =
		(head: string, ...rest: Buffer[]): Answer =>
		(_, response) => {
			response.socket?.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`);
			for (const piece of rest) response.socket?.write(piece);
			response.socket?.end();
		};
	const fails: Expected = { kind: ['network', 'invalid-response', 'server', 'not-found'] };
	return [
		{
			name: 'as long as said',
			answer: (_, r) => r.writeHead(200, { ...CSV, 'content-length': '4096' }).end(body),
			expected: { kind: 'answered' },
		},
		{
			name: 'longer than said',
			answer: raw('Content-Length: 100', body),
			expected: {},
		},
		{ name: 'shorter than said', answer: raw('Content-Length: 9999', body), expected: fails },
		{ name: 'a length without sense', answer: raw('Content-Length: 1e3', body), expected: fails },
		{
			name: 'said to be 9 PB',
			answer: raw('Content-Length: 9999999999999999', body),
			expected: fails,
		},
		{
			name: 'moved to another place',
			answer: (_, r) => void r.writeHead(302, { location: `${stranger}/stolen` }).end(),
			expected: fails,
		},
		{
			name: 'cut, and another file when it is taken up',
			answer: changing(),
			expected: fails,
		},
		{ name: 'gone', answer: (_, r) => void r.writeHead(404).end('x'), expected: fails },
		{
			name: 'partial without being asked',
			answer: (_, r) => void r.writeHead(206).end('x'),
			expected: fails,
		},
		{ name: 'cut at once', answer: (request) => request.socket.destroy(), expected: fails },
		{
			name: 'compressed without being asked',
			answer: raw('Content-Encoding: gzip', body),
			expected: {},
		},
		{
			name: 'empty',
			answer: (_, r) => r.writeHead(200, CSV).end(),
			expected: fails,
		},
		{
			name: 'a page',
			answer: (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>,</html>\n'),
			expected: fails,
		},
		{
			name: 'a bomb of gzip',
			answer: (_, r) => r.writeHead(200, CSV).end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
			expected: fails,
		},
	];
}

/** A body that is cut, and continues as another file's. */
function changing(): Answer {
	return (request, response) => {
		const { range } = request.headers;
		const start = Number(/(\d+)-/.exec(range ?? '')?.[1] ?? 0);
		const status = range ? 206 : 200;
		response.writeHead(status, {
			...CSV,
			etag: range ? '"other"' : '"one"',
			'content-length': String(4096 - start),
			...(range && { 'content-range': `bytes ${start}-4095/4096` }),
		});
		response.write(Buffer.alloc(1000, 'a'));
		setTimeout(() => response.destroy(), 20);
	};
}

/** The answer of transactionExport.get that says that the file is there. */
function finishedAt(downloadUrl: string, more: object = {}): string {
	return JSON.stringify({
		operationId: '11111111-1111-4111-8111-111111111111',
		operationStatus: 'COMPLETED',
		operationType: 'TRANSACTION_EXPORT_EVM',
		...more,
		metadata: { downloadUrl },
	});
}

/** An object store that counts and forgets. */
function forgetfulStore(): ObjectStore {
	const objects = new Map<string, StoredObject>();
	return {
		checkBucket: async () => {},
		head: async (bucket, key) => objects.get(`${bucket}/${key}`),
		read: async () => Buffer.from('a,b\n'),
		putIf: async () => true,
		async putStream(bucket, key, chunks, { metadata }) {
			let bytes = 0;
			for await (const chunk of chunks) bytes += chunk.length;
			objects.set(`${bucket}/${key}`, { bytes, etag: 'x', metadata });
			return undefined;
		},
		abandon: async () => {},
	};
}

type Ways = ReadonlyArray<readonly [name: string, run: () => Promise<End>]>;

/** Both ways in which a file is brought home, over the hostile data service. */
function waysOf({ hostile, faces, targets }: Stage): Ways {
	const get = targets.find(({ operation }) => operation.id === 'transactionExport.get') as Target;
	const target: Target = {
		...get,
		parameters: { ...get.parameters, options: { download: true } },
	};
	const operationId = '11111111-1111-4111-8111-111111111111';
	return [
		['n8n', () => faces[0].call(target)],
		[
			'lambda',
			async () => {
				const client = await functionClient(hostile.url);
				try {
					const file = await copyRange(
						{
							client: async () => client,
							store: async () => forgetfulStore(),
							openDownload,
							clock: impatient,
						},
						{
							operationId,
							bucket: 'b',
							key: 'k',
							execution: 'e',
							progress: { status: 'COMPLETED', at: 0, failedReads: 0 },
						},
						() => 900_000,
					);
					return { kind: 'answered', text: JSON.stringify(file) };
				} catch (error) {
					return endOfError(error);
				}
			},
		],
	];
}

export const downloads: AttackClass = {
	name: 'downloads',
	about: 'download addresses into private networks, files that are not what was said',
	async run(stage, watch) {
		const { hostile, some } = stage;
		const stranger = await startHostile();
		const port = new URL(stranger.url).port;
		const services = servicesAt(hostile.url);
		const attempt = async (name: string, answer: Answer, expected: Expected) => {
			for (const [way, run] of waysOf(stage)) {
				hostile.answer = answer;
				stranger.reset();
				const title = `${way}: ${name}`;
				await watch.attack(title, () => run(), { endsMs: PATIENCE_MS, ...expected });
				if (stranger.requests > 0) watch.finding(title, 'a private address was asked');
			}
		};
		try {
			for (const url of some(privatePlaces(port), 25)) {
				const answer: Answer = (_, response) => void response.end(finishedAt(url));
				await attempt(url, answer, { kind: 'invalid-response' });
			}
			const lambda = waysOf(stage)[1][1];
			for (const addresses of [['127.0.0.1'], ['::1'], ['203.0.113.9', '10.0.0.1']]) {
				hostile.answer = (_, r) =>
					void r.end(finishedAt(`http://files.attack.example.com:${port}/`));
				const names = (name: string) =>
					name.endsWith('.attack.example.com') ? addresses : undefined;
				const title = `lambda: a name that leads to ${addresses.join(' and ')}`;
				const refused = { kind: 'invalid-response' };
				await watch.attack(title, () => withNames(names, lambda), refused);
				if (stranger.requests > 0) watch.finding(title, 'a private address was asked');
			}
			watch.note('n8n: names that lead to private addresses are for its own SSRF protection');
			const quick = ({ name }: FileCase) => stage.full || !/cut|shorter|length|said to/.test(name);
			for (const { name, answer, expected } of files(stranger.url).filter(quick)) {
				await attempt(`a file ${name}`, fileBehind(services.data, answer), expected);
			}
			for (const name of ['../../../etc/cron.d/x', 'a\u0000b', '..\\..\\x', 'x'.repeat(9999)]) {
				const answer = fileBehind(services.data, (_, r) => void r.end('a'), {
					operationType: name,
					operationId: name,
				});
				await attempt(`an operation called ${name.slice(0, 20)}`, answer, {});
			}
		} finally {
			await stranger.close();
		}
	},
};

/** The service says that its file is at its own host, where `answer` answers. */
function fileBehind(dataUrl: string, answer: Answer, more: object = {}): Answer {
	return (request, response, body) => {
		if (request.url?.endsWith('/file')) answer(request, response, body);
		else response.end(finishedAt(`${dataUrl}/file`, more));
	};
}
