import type { INodeParameters } from 'n8n-workflow';
import { startHostile } from '../hostile';
import type { AttackClass } from '../stage';
import type { Target } from '../samples';
import type { Expected } from '../watch';

type Json = Record<string, unknown>;

/**
 * A list that is asked for whole, from a service that never wants it to end. By one reader: requests of
 * several are still on their way when one of them fails.
 */
function whole(target: Target): Target {
	const { parameters, operation } = target;
	const own = parameters.options as Json | undefined;
	const options = { ...own, ...(operation.bounds && { parallelReads: 1 }) } as INodeParameters;
	return { ...target, parameters: { ...parameters, returnAll: true, simplify: false, options } };
}

/** The sample as a page of its list. */
function page(target: Target, change: (answer: Json, items: string) => void): string {
	const answer = JSON.parse(target.sample) as Json;
	const inner = target.operation.call.type === 'rpc' ? (answer.result as Json) : answer;
	change(inner, target.operation.items ?? '');
	return JSON.stringify(answer);
}

const loops: Expected = { kind: 'invalid-response' };

interface Walk {
	name: string;
	body(target: Target, count: number, stranger: string): string;
	expected: Expected;
	/** Requests that it may take. */
	requests: number;
}

const token =
	(value: (count: number, stranger: string) => unknown) =>
	(target: Target, count: number, stranger: string) =>
		page(target, (answer) => void (answer.nextPageToken = value(count, stranger)));

const TOKENS: readonly Walk[] = [
	{ name: 'one token for ever', body: token(() => 'same'), expected: loops, requests: 2 },
	{ name: 'two tokens in turn', body: token((n) => `t${n % 2}`), expected: loops, requests: 4 },
	{ name: 'seven tokens in turn', body: token((n) => `t${n % 7}`), expected: loops, requests: 9 },
	{
		name: 'new tokens for ever, and no items',
		body: (target, count) =>
			page(target, (answer, items) => {
				answer[items] = [];
				answer.nextPageToken = `t${count}`;
			}),
		expected: loops,
		requests: 200,
	},
	...[
		['a URL', (_: number, stranger: string) => `${stranger}/v1/chains`],
		['a path that climbs', () => '../../admin?x=1#y'],
		['header lines', () => 'a\r\nX-Injected: 1'],
		['half a surrogate', () => '\ud800'],
		['100,000 characters', () => 'a'.repeat(100_000)],
		['an object', () => ({ toString: 1 })],
		['a number', () => 12],
		['white space', () => ' '],
		['__proto__', () => '__proto__'],
	].map(
		([name, value]): Walk => ({
			name: `a token that is ${String(name)}`,
			body: token(value as (count: number, stranger: string) => unknown),
			expected: {},
			requests: 4,
		}),
	),
];

const CURSORS: readonly Walk[] = [null, 5, 'x', [], {}, { address: {}, utxo: [[]] }].map(
	(end): Walk => ({
		name: `an end index that is ${JSON.stringify(end)}`,
		body: (target) =>
			page(target, (answer, items) => {
				answer.endIndex = end;
				if (Array.isArray(answer[items])) {
					answer[items] = Array.from({ length: 1024 }, () => (answer[items] as unknown[])[0]);
				}
			}),
		expected: {},
		requests: 4,
	}),
);

/** Page tokens that loop, never end, or carry something else. */
export const pages: AttackClass = {
	name: 'pages',
	about: 'page tokens that loop, never end, or carry URLs',
	async run({ hostile, faces, targets, some }, watch) {
		const stranger = await startHostile();
		try {
			for (const one of targets.filter(({ operation }) => operation.paging)) {
				const target = whole(one);
				const style = target.operation.paging?.style;
				const walks = style === 'token' ? TOKENS : style === 'utxo' ? CURSORS : [];
				for (const { name, body, expected, requests } of some(walks, 6)) {
					for (const face of faces) {
						const title = `${face.name} ${target.operation.id}: ${name}`;
						let strayed = false;
						hostile.answer = (request, response) => {
							const { url = '' } = request;
							strayed ||= !/^\/(data|metrics|node)\//.test(url) || 'x-injected' in request.headers;
							const text = body(target, hostile.requests, stranger.url);
							response.writeHead(200, { 'content-type': 'application/json' }).end(text);
						};
						hostile.reset();
						stranger.reset();
						// The Lambda face asks for a few items only, which may come before the loop shows.
						const right = face.name === 'n8n' || name.includes('no items') ? expected : {};
						await watch.attack(title, () => face.call(target), right);
						if (hostile.requests > requests) {
							watch.finding(title, `${hostile.requests} requests, ${requests} are enough`);
						}
						if (strayed || stranger.requests > 0) watch.finding(title, 'a request went astray');
					}
				}
			}
		} finally {
			await stranger.close();
		}
	},
};
