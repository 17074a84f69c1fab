import type { Operation } from '../../core/operations/declare';
import type { Dialect } from '../../emulator';
import { logLines, type NodeFailure } from '../../lab/kit/engine';
import { everyCase, parametersWith } from '../../lab/kit/nodes/cases';
import { listIn } from '../../lab/kit/nodes/lists';
import { selected, transportPairs } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import { startLocalServer } from '../../lab/kit/system/localServer';
import { faultCases } from './faultKinds';
import { API_KEY, clearedBench, errorOf, jsonOf, runOperation, startBench } from './harness';
import { expectNoSecrets } from './secrets';

/**
 * Every operation meets every kind of failure, from services that repeat the secrets of a request
 * in the headers, the body and the message of their answers.
 */

const all = selected(everyCase(), transportPairs);

/** True for the health checks whose status is their answer. */
function isHealthGet({ call }: Operation): boolean {
	return call.type === 'http' && call.answers !== undefined;
}

/** True for operations whose answer is a status alone. */
function hasNoBody({ call }: Operation): boolean {
	return call.type === 'http' && call.bodiless === true;
}

/** Faults that are in the body of an answer of status 200. */
const ofBody: ReadonlySet<string> = new Set(['wrongJson', 'emptyBody']);

type Details = { kind: string; statusCode?: number; operation?: string };

function detailsOf(error: NodeFailure): Details {
	return (error as unknown as { errorResponse: Details }).errorResponse;
}

/** Status, headers without the date, and body of an answer; `cut` if it does not end. */
async function rawAnswer(url: string, headers: Record<string, string>): Promise<unknown> {
	try {
		const response = await fetch(url, { headers });
		const received = [...response.headers].filter(([name]) => name !== 'date');
		return [response.status, received, await response.text()];
	} catch {
		return 'cut';
	}
}

describe.each<Dialect>(['spec', 'live'])('dialect %s', (dialect) => {
	const bench = forTests(() => startBench(dialect));
	/** True after a request whose sender gave up: it may still be on its way. */
	let givenUp = false;
	beforeEach(async () => {
		const { control, dataUrl, metricsUrl, nodeUrl } = bench.emulator;
		control.clearFaults();
		// These come in behind it.
		if (givenUp) await Promise.all([dataUrl, metricsUrl, nodeUrl].map((url) => fetch(url)));
		givenUp = false;
		control.clearRequests();
		control.setEcho({ echo: true });
		logLines.length = 0;
	});

	describe.each(all)('$id', ({ operation, parameters }) => {
		const { service } = operation;

		// Those of the other services have no dialect: the test below compares them.
		const faults = dialect === 'spec' || service === 'data' ? faultCases : [];
		if (faults.length > 0)
			test.each(faults)('$name', async (wrong) => {
				const given = parameters(bench);
				const { control } = bench.emulator;
				control.clearRequests();
				control.addFaults({ faults: [{ ...wrong.fault, service }] });
				givenUp = wrong.options?.timeoutSeconds !== undefined;
				const outcome = await runOperation(bench.engine, operation, {
					...given,
					options: { ...(given.options as object), ...wrong.options },
				});
				expectNoSecrets(outcome);
				// No second request, which n8n's helper would send after a 401; none at all may have arrived
				// where time ran out before.
				// A batch that is refused is asked again one by one; a node without a method for its version.
				const again = operation.ranges ? 2 : 0;
				const ofVersion = service === 'node' && wrong.fault.status === 404 ? 1 : 0;
				expect(control.requestCount()).toBeLessThanOrEqual(1 + again + ofVersion);
				if (wrong.healthAnswer && isHealthGet(operation)) {
					const said = service === 'node' ? { healthy: false, checks: {} } : { status: 'error' };
					expect(jsonOf(outcome)).toEqual([{ ...said, statusCode: 503 }]);
					return;
				}
				if (ofBody.has(wrong.fault.kind) && hasNoBody(operation)) return;
				const error = errorOf(outcome);
				expect(error.name).toBe('NodeApiError');
				// A node without the API of metrics was started without it.
				const isSwitchedOff = operation.id === 'nodeMetric.getMany' && wrong.fault.status === 404;
				expect(error.message).toMatch(
					isSwitchedOff ? /does not have GET \/ext\/metrics: only with / : wrong.message,
				);
				expect(error.description).toMatch(
					/^[A-Z].{20,}\. <a href="https:\/\/[^"]+\/troubleshooting\.md#[a-z-]+" target="_blank">Troubleshooting<\/a>$/,
				);
				expect(error.context.itemIndex).toBe(0);
				// A node that has metrics serves them from its first second on.
				const isLater = service === 'node' && operation.id !== 'nodeMetric.getMany';
				const expected = (isLater && wrong.ofNode) || wrong;
				expect(detailsOf(error)).toMatchObject({ kind: expected.kind, operation: operation.id });
				if (wrong.httpCode) expect(error.httpCode).toBe(wrong.httpCode);
				expect(error.failure?.cause).toBe(expected.cause);
				if (wrong.fault.retryAfter) expect(error.failure?.retryAfterMs).toBe(7_000);
			});

		test('an echo of the secrets does not reach the items', async () => {
			const given = { ...parameters(bench), simplify: false, output: 'response' };
			bench.emulator.control.clearRequests();
			const outcome = await runOperation(bench.engine, operation, given);
			expect(jsonOf(outcome).length).toBeGreaterThan(0);
			expectNoSecrets(outcome);
			const [{ secrets }] = bench.emulator.control.requests();
			// They were sent, so they were there to be repeated.
			expect(secrets).toEqual({ apiKey: service === 'data', nodeHeader: service === 'node' });
		});
	});
});

test('a fault of the node and of the metrics service is the same in both dialects', async () => {
	// Late answers are the right ones.
	const wrong = faultCases.filter(({ fault }) => fault.kind !== 'delay');
	const answersIn = async (dialect: Dialect) => {
		const { emulator, close } = await startBench(dialect);
		const { control, nodeUrl, metricsUrl } = emulator;
		control.setEcho({ echo: true });
		const answers: unknown[] = [];
		for (const url of [nodeUrl, metricsUrl]) {
			for (const { name, fault } of wrong) {
				control.clearFaults();
				control.addFaults({ faults: [fault] });
				const headers = { 'x-data-api-key': API_KEY, 'x-gate': 'echoed' };
				answers.push([name, await rawAnswer(`${url}/v2/chains`, headers)]);
			}
		}
		await close();
		return answers;
	};
	const spec = await answersIn('spec');
	expect(spec).toHaveLength(wrong.length * 2);
	expect(await answersIn('live')).toEqual(spec);
});

const STATUSES = [302, 301, 303, 307, 308, 300, 305];
const TARGETS = [
	'/data/v1/elsewhere',
	'?again=1',
	'http://169.254.169.254/latest/meta-data/',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'//',
	'',
];

describe('a redirect to another origin', () => {
	const bench = forTests(() => startBench('spec'));
	let arrived = 0;
	const elsewhere = forTests(() =>
		startLocalServer((_, response) => {
			arrived++;
			response.end('{}');
		}),
	);

	test.each(all)('$id follows none', async ({ operation, parameters }) => {
		const given = parameters(bench);
		const url = `${elsewhere.url}/v1/chains`;
		const targets = [url, url.replace('http:', ''), ...TARGETS];
		for (const [at, target] of targets.entries()) {
			const status = STATUSES[at % STATUSES.length];
			const { control } = bench.emulator;
			control.clearFaults();
			control.addFaults({
				faults: [{ kind: 'redirect', status, url: target, service: operation.service, times: 1 }],
			});
			const outcome = await runOperation(bench.engine, operation, given);
			const error = errorOf(outcome);
			expect(error.message).toMatch(new RegExp(`redirect \\(${status}\\), which is not followed`));
			expect(detailsOf(error).kind).toBe('invalid-response');
			expectNoSecrets(outcome);
		}
		expect(arrived).toBe(0);
	});
});

describe('pages', () => {
	const tokens = all.filter(({ operation }) => operation.paging?.style === 'token');
	const lists = all.filter(({ operation }) => operation.paging);
	const bench = clearedBench('spec');

	const inPages = async (one: (typeof all)[number], more: object = {}) => {
		const { operation } = one;
		const values = one.values(bench.world);
		const given = parametersWith(operation, values);
		const list = await listIn(operation, values, bench);
		const options = {
			...(given.options as object | undefined),
			...list?.pages?.options,
			...(operation.bounds && more),
		};
		return { ...given, returnAll: true, options };
	};

	test.each(tokens)(
		'$id: a page token that comes back ends the list with an error',
		async (one) => {
			const { control } = bench.emulator;
			const { service } = one.operation;
			const given = await inPages(one, { parallelReads: 1 });
			control.addFaults({ faults: [{ kind: 'repeatPage', service }] });
			control.clearRequests();
			const error = errorOf(await runOperation(bench.engine, one.operation, given));
			expect(detailsOf(error).kind).toBe('invalid-response');
			expect(error.message).toMatch(/page/i);
			expect(control.requestCount()).toBeLessThanOrEqual(3);
		},
	);

	test.each(tokens)('$id: a page token that has expired is an error', async (one) => {
		const given = await inPages(one);
		bench.emulator.control.addFaults({
			faults: [{ kind: 'staleToken', service: one.operation.service }],
		});
		const error = errorOf(await runOperation(bench.engine, one.operation, given));
		expect(error.message).toMatch(/pageToken has expired/);
	});

	test.each(lists)(
		'$id: a failure of a later page is an error, never a short list',
		async (one) => {
			const given = await inPages(one);
			bench.emulator.control.addFaults({
				faults: [{ kind: 'status', status: 500, skip: 1, service: one.operation.service }],
			});
			const error = errorOf(await runOperation(bench.engine, one.operation, given));
			expect(detailsOf(error)).toMatchObject({ kind: 'server', statusCode: 500 });
		},
	);

	// Last: where one of several readers fails, requests of the others are still on their way.
	test.each(tokens.filter(({ operation }) => operation.bounds))(
		'$id: a page token that comes back is an error for several readers, too, or not needed',
		async (one) => {
			const { control } = bench.emulator;
			const given = await inPages(one, { parallelReads: 8 });
			const whole = jsonOf(await runOperation(bench.engine, one.operation, given));
			control.addFaults({ faults: [{ kind: 'repeatPage', service: one.operation.service }] });
			const outcome = await runOperation(bench.engine, one.operation, given);
			if (outcome.error) expect(outcome.error.message).toMatch(/page/i);
			else expect(jsonOf(outcome)).toEqual(whole);
		},
	);
});
