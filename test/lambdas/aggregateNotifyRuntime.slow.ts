import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Emulator, startEmulator } from '../../emulator';
import { buildLambdas } from '../../lambdas/build/lambdas';
import type { RunReport } from '../../lambdas/notify/run';
import { invokeFunction } from '../../lab/kit/lambda/invoke';
import { type Lambda, startLambda } from '../../lab/kit/lambda/lambda';
import { type ParameterStore, startParameterStore } from '../../lab/kit/lambda/parameterStore';
import { type DeliveryQueues, startDeliveryQueues } from '../../lab/kit/lambda/localQueues';
import { type S3, startS3 } from '../../lab/kit/lambda/s3';
import { runtimeClient, whyNoRuntimeClient } from '../../lab/kit/lambda/runtimeClient';
import { KEY, unsignedHex } from '../../lab/kit/lambda/aggregateKit';
import {
	SECRET,
	TABLE,
	type Table,
	type TestTarget,
	startTable,
	startTarget,
} from '../../lab/kit/lambda/notifyKit';

/** The bundles of aggregateSignatures and notify under AWS's own runtime client, by AWS's own SDK. */

const reason = whyNoRuntimeClient();
const here = reason === undefined ? describe : describe.skip;
if (reason)
	process.stderr.write(`Not run: the bundles under Lambda's runtime client (${reason})\n`);

let folder: string;
let emulator: Emulator;
let parameters: ParameterStore;
let table: Table;
let target: TestTarget;
let lambda: Lambda;
let server: S3;
let queues: DeliveryQueues;

const call = (name: string, event: unknown) => invokeFunction(lambda, name, event);
/** Invokes sender until the queues are empty: a batch that has no time for messages delays them. */
const sendAll = () => queues.empty(async (event) => (await call('sender', event)).answer);
/** The longest time of Lambda (s): neither a run nor a shard ends early, however busy the machine is. */
const LONGEST = 900;

here('bundles under the runtime client', () => {
	beforeAll(async () => {
		await runtimeClient();
		folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-lambdas-'));
		const names = ['aggregateSignatures', 'notify', 'sender'];
		const built = await buildLambdas({ outDir: folder, names, zip: false });
		const folderOf = (name: string) => built.find((one) => one.name === name)?.folder ?? '';
		emulator = await startEmulator({ realTime: false, apiKeys: [KEY], keyRequired: true });
		[table, target] = [await startTable(), await startTarget()];
		server = await startS3([]);
		queues = await startDeliveryQueues(server.url);
		const settings = {
			sources: [{ name: 'staking', event: 'stakingTransaction' }],
			storedSources: true,
			targets: [
				{ name: 'hook', url: `${target.url}/`, secrets: [SECRET], allowPrivateNetwork: true },
			],
		};
		parameters = await startParameterStore({
			'/avalanche/key': KEY,
			'/avalanche/notify': JSON.stringify(settings),
		});
		const environment = {
			AVALANCHE_DATA_URL: emulator.dataUrl,
			AVALANCHE_NODE_URL: emulator.nodeUrl,
			AVALANCHE_API_KEY_PARAMETER: '/avalanche/key',
			AWS_ENDPOINT_URL_SSM: parameters.url,
			AWS_ENDPOINT_URL_DYNAMODB: table.url,
		};
		const outbox = {
			...environment,
			...queues.environment,
			NOTIFY_TABLE: TABLE,
			NOTIFY_SETTINGS_PARAMETER: '/avalanche/notify',
			SENDER_CONCURRENCY: '1',
		};
		lambda = await startLambda({
			functions: [
				{ name: 'aggregateSignatures', folder: folderOf('aggregateSignatures'), environment },
				{
					name: 'withoutKey',
					folder: folderOf('aggregateSignatures'),
					environment: { AVALANCHE_NODE_URL: emulator.nodeUrl },
				},
				{
					name: 'withoutTable',
					folder: folderOf('notify'),
					environment: { ...outbox, NOTIFY_TABLE: 'missing' },
				},
				...['notify', 'sender'].map((name) => {
					const folder = folderOf(name);
					return { name, folder, environment: outbox, timeoutSeconds: LONGEST };
				}),
			],
		});
	}, 600_000);
	afterAll(async () => {
		await lambda?.close();
		queues?.close();
		await Promise.all([emulator?.close(), parameters?.close(), table?.close(), target?.close()]);
		await server?.close();
		if (folder) rmSync(folder, { recursive: true, force: true });
	});

	const message = () => unsignedHex(emulator.world.node.subnets[1].blockchains[0].id);

	it('signs and verifies in native code, straight and over HTTP', async () => {
		const { failed, answer } = await call('aggregateSignatures', { message: message() });
		expect([failed, answer.verified]).toEqual([false, true]);
		const event = {
			version: '2.0',
			requestContext: { http: { method: 'POST' } },
			body: JSON.stringify({ message: message() }),
		};
		const http = await call('aggregateSignatures', event);
		expect(http.answer).toMatchObject({ statusCode: 200 });
		expect(JSON.parse(http.answer.body as string)).toMatchObject({ verified: true });
		// The key is read once for as long as the process lives.
		expect(parameters.asked.filter((name) => name === '/avalanche/key')).toHaveLength(1);
	});

	it('names the field of an invalid event, and a missing key before any request', async () => {
		const bad = await call('aggregateSignatures', { message: 'zz' });
		expect(bad).toMatchObject({ failed: true, answer: { errorType: 'InvalidInput' } });
		expect(bad.answer.errorMessage).toContain('message');
		const { failed, answer } = await call('withoutKey', { message: message() });
		expect(failed).toBe(true);
		expect(answer.errorMessage).toMatch(
			/AVALANCHE_API_KEY_PARAMETER or AVALANCHE_API_KEY_SECRET is missing/,
		);
	});

	it('polls and delivers over real tables and webhooks, with metrics in its log', async () => {
		expect(await call('notify', {})).toMatchObject({ failed: false, answer: { queued: 0 } });
		const [hash] = emulator.control.addTransactions({ transactions: [{}] });
		expect(await call('notify', {})).toMatchObject({ failed: false, answer: { queued: 1 } });
		await sendAll();
		expect(target.received.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([
			`staking.transaction:${hash}`,
		]);
		expect(await call('notify', { action: 'listDeadLetters' })).toMatchObject({
			answer: { deadLetters: [] },
		});
		const log = ['notify', 'sender']
			.flatMap((name) => lambda.environments(name)[0].lines)
			.join('\n');
		expect(log).toContain('"Deliveries":1');
		// Of two runs, not of the other action.
		expect(log.match(/"Runs":1/g)).toHaveLength(2);
		for (const secret of [KEY, SECRET, target.url]) expect(log).not.toContain(secret);
	});

	it('invokes itself for shards of many sources, and each sends what is new once', async () => {
		const sources = Array.from({ length: 600 }, (_, at) => {
			return { name: `stored-${at}`, event: 'stakingTransaction' };
		});
		await call('notify', { action: 'putSources', sources });
		const run = async () => {
			expect(await call('notify', {})).toMatchObject({ failed: false, answer: { shards: 2 } });
			await lambda.settled();
		};
		await run();
		emulator.control.addTransactions({ transactions: [{}] });
		target.received.length = 0;
		for (const { lines } of lambda.environments('notify')) lines.length = 0;
		await run();
		// The run itself, and two shards: all sources, and no work for the next run.
		const ended = jsonLines('notify').filter((one) => one.message === 'The run has ended');
		const reports = ended as unknown as RunReport[];
		const sum = (of: (report: RunReport) => number) => reports.map(of).reduce((a, b) => a + b);
		expect(sum((report) => report.sources.length)).toBe(601);
		expect(sum((report) => report.queued)).toBe(601);
		await sendAll();
		const ids = target.received.map(({ headers }) => headers['webhook-id']);
		expect([ids.length, new Set(ids).size]).toEqual([601, 601]);
	});

	/** The lines of JSON that a function wrote: log lines and metrics. */
	const jsonLines = (name: string) =>
		lambda
			.environments(name)
			.flatMap(({ lines }) => lines.filter((line) => line.startsWith('{')))
			.map((line) => JSON.parse(line) as Record<string, unknown>);
	/** The request IDs in the runtime's own lines about errors. */
	const requestIds = (name: string) =>
		lambda
			.environments(name)
			.flatMap(({ lines }) => lines)
			.flatMap((line) => /\t([0-9a-f-]{36})\tERROR\t/.exec(line)?.[1] ?? []);

	it('writes an error line with the request ID and a remedy if the table does not exist', async () => {
		const { failed, answer } = await call('withoutTable', {});
		expect([failed, answer.errorType]).toEqual([true, 'TableUnusable']);
		await call('withoutTable', {});
		const errors = jsonLines('withoutTable').filter(({ level }) => level === 'ERROR');
		expect(errors).toHaveLength(2);
		for (const { message: text, error } of errors) {
			expect(text).toBe('The invocation failed');
			expect(error).toMatchObject({
				name: 'TableUnusable',
				message: expect.stringMatching(/"missing" does not exist.*Set NOTIFY_TABLE/),
			});
		}
		const ids = requestIds('withoutTable');
		expect(new Set(ids).size).toBe(2);
		expect(errors.map((one) => one.function_request_id)).toEqual(ids);
	});

	it('counts an invalid request apart from failures, in lines with the request ID', async () => {
		await call('aggregateSignatures', { message: 'zz' });
		const invalid = jsonLines('aggregateSignatures').filter((one) => one.InvalidRequests === 1);
		const last = invalid.at(-1);
		expect(last).toMatchObject({ ThrownErrors: 1, service: 'aggregateSignatures' });
		expect(last).not.toHaveProperty('Failures');
		expect(last?.function_request_id).toBe(requestIds('aggregateSignatures').at(-1));
	});
});
