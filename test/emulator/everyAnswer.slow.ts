import { patternOf } from '../../emulator/rest/input';
import { type Answer, everyAnswer } from '../../lab/kit/operations/answers';
import { type HttpEndpoint, readSpec, type Type } from '../../emulator/spec/read';
import { answerFaults } from '../../lab/kit/answerFaults';
import { isWhole } from '../../lab/kit/selection';

/** Every answer of the emulator's HTTP services, in both dialects, against the transcription. */

const isHttp = (endpoint: { type: string }): endpoint is HttpEndpoint => endpoint.type === 'http';
const routes = readSpec()
	.filter(isHttp)
	.filter(({ service }) => service !== 'node')
	.map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }))
	.sort((a, b) => a.endpoint.path.split('{').length - b.endpoint.path.split('{').length);

const endpointOf = ({ service, method, pathname }: Answer) =>
	routes.find(
		({ endpoint, pattern }) =>
			endpoint.service === service && endpoint.method === method && pattern.test(pathname),
	)?.endpoint;

/** Error statuses of every route: facts/data-api-live-differences.md, facts/metrics-full.md. */
const ERRORS = [400, 401, 403, 404, 429, 500, 502, 503];

/** The body of an error: the specification has a text for the data service, a list for the metrics. */
function errorType(message: Type): Type {
	const field = (name: string, type: Type) => ({
		name,
		type,
		required: true,
		deprecated: false,
		beyond: false,
	});
	const text: Type = { kind: 'text' };
	return {
		kind: 'schema',
		name: 'Error',
		fields: [
			field('message', message),
			field('error', text),
			field('statusCode', { kind: 'number', integer: true }),
		],
	};
}

/** Answers of the deployed services that the documents do not have, each with its reason. */
const BEYOND: ReadonlyArray<[fault: RegExp, reason: string]> = [
	[/^live GET \/v2\/icm\/summary \.result is not an object$/, 'groupBy asks for several groups'],
];

function faultsOf(dialect: string, answer: Answer): string[] {
	const endpoint = endpointOf(answer);
	if (!endpoint) return ['there is no such endpoint'];
	const { service, status, text } = answer;
	// The health of a service is an answer with 503, too.
	const isHealth = status === 503 && text.startsWith('{"status"');
	if (status >= 400 && !isHealth) {
		const isList = service === 'metrics' || dialect === 'live';
		const message: Type = isList
			? { kind: 'list', of: { kind: 'text' }, commas: false }
			: { kind: 'text' };
		const body = JSON.parse(text) as { statusCode?: number };
		return [
			...(ERRORS.includes(status) ? [] : [`status ${status} is not in the documents`]),
			...(body.statusCode === status ? [] : ['statusCode is another one']),
			...answerFaults(errorType(message), body),
		];
	}
	const expected = endpoint.status ?? (endpoint.output ? 200 : 204);
	if (status !== expected && !isHealth) return [`status is ${status}, not ${expected}`];
	if (!endpoint.output) return text === '' ? [] : ['there is a body'];
	return answerFaults(endpoint.output, JSON.parse(text));
}

const RUNS = [
	['spec', undefined],
	['live', undefined],
	['spec', 'absent 1'],
	['live', 'absent 2'],
] as const;

describe.each(isWhole ? RUNS : RUNS.slice(0, 1))('dialect %s, seed %s', (dialect, seed) => {
	const faults = new Map<string, string>();
	const tally = { answers: 0, operations: new Set<string>(), statuses: new Set<number>() };
	beforeAll(async () => {
		for (const answer of await everyAnswer(dialect, seed)) {
			const id = endpointOf(answer)?.id ?? `${answer.method} ${answer.pathname}`;
			tally.answers++;
			tally.statuses.add(answer.status);
			if (answer.status < 300) tally.operations.add(id);
			for (const fault of faultsOf(dialect, answer)) {
				const about = `${dialect} ${id} ${fault}`;
				if (!BEYOND.some(([pattern]) => pattern.test(about))) faults.set(about, answer.url);
			}
		}
	});

	test('every endpoint answers with success', () => {
		const all = routes.map(({ endpoint }) => endpoint.id);
		expect(all.filter((id) => !tally.operations.has(id))).toEqual([]);
	});

	test('every error status is there', () => {
		expect(ERRORS.filter((status) => !tally.statuses.has(status))).toEqual([]);
	});

	test('every answer is as the documents say', () => {
		expect(Object.fromEntries(faults)).toEqual({});
	});
});
