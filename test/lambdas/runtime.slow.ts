import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildLambdas } from '../../lambdas/build/lambdas';
import { startExecutionEnvironment } from '../../lab/kit/lambda/executionEnvironment';
import { invokeFunction } from '../../lab/kit/lambda/invoke';
import { runtimeClient, whyNoRuntimeClient } from '../../lab/kit/lambda/runtimeClient';
import { STACK_BUCKET, STACK_KEY, type Stack, startStack } from '../../lab/kit/lambda/stack';
import { exportEvent } from '../../lab/kit/lambda/exportKit';

/** The bundles under AWS's own runtime client, invoked through AWS's own SDK. */

const reason = whyNoRuntimeClient();
const here = reason === undefined ? describe : describe.skip;
if (reason)
	process.stderr.write(`Not run: the bundles under Lambda's runtime client (${reason})\n`);

let folder: string;
let stack: Stack;
let onCheckpoint: ((updates: string[]) => void) | undefined;

const call = (name: string, event: unknown, execution?: string) =>
	invokeFunction(stack.lambda, name, event, execution);

here('bundles under the runtime client', () => {
	beforeAll(async () => {
		await runtimeClient();
		folder = mkdtempSync(path.join(os.tmpdir(), 'avalanche-lambdas-'));
		const names = ['exportTransactions', 'startExport'];
		await buildLambdas({ outDir: folder, names, zip: false });
		stack = await startStack({
			folderOf: (name) => path.join(folder, name),
			emulator: { realTime: false, exports: { durationMs: 60_000 } },
			pass: (emulator) => (ms) => void emulator.control.moveClock({ ms }),
			onCheckpoint: (_, updates) => onCheckpoint?.(updates),
		});
	}, 600_000);
	afterAll(async () => {
		await stack?.close();
		if (folder) rmSync(folder, { recursive: true, force: true });
	});
	afterEach(() => {
		onCheckpoint = undefined;
	});

	it('starts by a schedule, exports, and returns the result by name', async () => {
		const order = {
			rule: 'lastWeek',
			time: '2026-11-18T06:00:00Z',
			chains: ['43114'],
			addresses: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
		};
		const first = await call('startExport', order);
		expect(first).toMatchObject({ failed: false, answer: { already: [], started: [{}] } });
		const [{ name, arn }] = first.answer.started;
		expect(name).toMatch(/^evm-43114-20261109-20261115-[0-9a-f]{12}$/);
		expect(arn).toContain(`/durable-execution/${name}/`);
		await stack.lambda.settled();
		const again = await call('startExport', order);
		expect(again.answer).toMatchObject({ started: [], already: [{ name, status: 'SUCCEEDED' }] });
		const status = await call('startExport', { action: 'status', names: [name] });
		const [{ result, startedAt }] = status.answer.executions;
		expect(Date.parse(startedAt)).toBeGreaterThan(0);
		expect(result).toMatchObject({
			execution: name,
			complete: true,
			files: [{ firstDate: '2026-11-09' }],
		});
		const text = await stack.s3.text(STACK_BUCKET, result.files[0].key);
		expect(Buffer.byteLength(text)).toBe(result.bytes);
		// One process lived through all pauses, and read its key once.
		expect(stack.lambda.environments('exportTransactions')).toHaveLength(1);
		expect(stack.parameters.asked).toEqual(['/avalanche/api-key']);
		const lines = stack.lambda.environments('exportTransactions')[0].lines.join('\n');
		expect(lines).toContain('"Namespace":"Avalanche"');
		// Every line says which invocation and which execution wrote it.
		const json = stack.lambda
			.environments('exportTransactions')[0]
			.lines.filter((line) => line.startsWith('{'))
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect(json.length).toBeGreaterThan(1);
		for (const line of json) {
			expect(line).toMatchObject({
				execution: name,
				function_request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			});
		}
		expect(lines).not.toContain(STACK_KEY);
	});

	it('refuses a bad event by its field', async () => {
		const event = exportEvent({ firstDate: 'yesterday' });
		const { failed, answer } = await call('exportTransactions', event, 'bad');
		expect(failed).toBe(true);
		expect(answer).toMatchObject({
			errorType: 'InvalidEvent',
			errorMessage: expect.stringContaining('request.firstDate'),
		});
		const other = await call('startExport', { rule: 'today', chains: [] });
		expect(other.answer).toMatchObject({ errorType: 'InvalidEvent' });
		expect(other.answer.errorMessage).toMatch(/rule: .*; chains: /);
	});

	it('does not start without its configuration, and says all that is missing', async () => {
		const environment = await startExecutionEnvironment(await runtimeClient(), {
			name: 'exportTransactions',
			folder: path.join(folder, 'exportTransactions'),
			environment: { AVALANCHE_DATA_URL: 'nowhere', EXPORT_MAX_ATTEMPTS: '0' },
		});
		const { failed, payload } = await environment.invoke('{}');
		await environment.close();
		expect(failed).toBe(true);
		expect(payload).toContain('ConfigurationError');
		for (const name of [
			'AVALANCHE_DATA_URL',
			'EXPORT_MAX_ATTEMPTS',
			'AVALANCHE_API_KEY_PARAMETER',
		]) {
			expect(payload).toContain(name);
		}
	});

	it.each(['SUCCEED start-1', 'START copy-1', 'SUCCEED copy-1', 'SUCCEED write-manifest'])(
		'goes on in a new process when it is killed after %s',
		async (moment) => {
			const name = `killed-${moment.replace(/\W+/g, '-')}`;
			let killed = 0;
			let due = false;
			onCheckpoint = (updates) => {
				// Killed at the next checkpoint: this one is kept.
				if (due) {
					due = false;
					killed++;
					for (const one of stack.lambda.environments('exportTransactions')) one.kill();
					throw new Error('too late');
				}
				due = killed === 0 && updates.includes(moment);
				if (due && moment.endsWith('write-manifest')) {
					killed++;
					due = false;
					for (const one of stack.lambda.environments('exportTransactions')) one.kill();
				}
			};
			stack.emulator.control.clearRequests();
			const { failed, answer } = await call('exportTransactions', exportEvent(), name);
			expect(killed).toBe(1);
			expect(failed).toBe(false);
			expect(answer).toMatchObject({ execution: name, complete: true });
			const posts = stack.emulator.control.requests().filter(({ method }) => method === 'POST');
			expect(posts).toHaveLength(1);
			expect(await stack.s3.keys(STACK_BUCKET)).toEqual(
				expect.arrayContaining([`tx/${name}/manifest.json`, `tx/${name}/part-001.csv`]),
			);
		},
	);
});
