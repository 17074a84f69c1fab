import { LocalDurableTestRunner } from '@aws/durable-execution-sdk-js-testing';
import { Failure } from '../../core/failure';
import { emulatorForTests } from '../emulatorForTests';
import { createHandler } from '../../lambdas/exportTransactions/create';
import type { Manifest } from '../../lambdas/types';
import { openDownload } from '../../lambdas/exportTransactions/openDownload';
import { retryStart } from '../../lambdas/exportTransactions/strategies';
import { s3Store } from '../../lambdas/exportTransactions/s3Store';
import { clock } from '../../core/transports/clock';
import { servicesClient } from '../../lambdas/shared/services';
import { type S3, startS3 } from '../../lab/kit/lambda/s3';
import { BUCKET, KEY, exportEvent, recordedTelemetry } from '../../lab/kit/lambda/exportKit';

/** The handler in AWS's own test runner for durable executions. */

const emulator = emulatorForTests({
	apiKeys: [KEY],
	keyRequired: true,
	exports: { durationMs: 0 },
});
let s3: S3;

beforeAll(async () => {
	s3 = await startS3([BUCKET]);
	// Skipped time fakes all timers, those of the connections too.
	await LocalDurableTestRunner.setupTestEnvironment({ skipTime: false });
});
afterAll(async () => {
	await LocalDurableTestRunner.teardownTestEnvironment();
	await s3.close();
});

function runner() {
	const handlerFunction = createHandler({
		settings: { EXPORT_PREFIX: 'tx/', EXPORT_DEADLINE_MINUTES: 60, EXPORT_MAX_ATTEMPTS: 10 },
		telemetry: recordedTelemetry().telemetry,
		clock,
		store: async () => s3Store(s3.client()),
		openDownload,
		client: servicesClient({
			environment: {
				AVALANCHE_DATA_URL: emulator.dataUrl,
				AVALANCHE_METRICS_URL: emulator.metricsUrl,
				AVALANCHE_API_KEY_PARAMETER: '/avalanche/key',
			},
			readSecret: async () => KEY,
		}),
	});
	return new LocalDurableTestRunner<Manifest>({ handlerFunction });
}

it('keeps one operation for each thing that it does', async () => {
	const execution = await runner().run({ payload: exportEvent() });
	expect(execution.getStatus()).toBe('SUCCEEDED');
	expect(execution.getResult()).toMatchObject({ bucket: BUCKET, complete: true, files: [{}] });
	expect(execution.getOperations().map((operation) => operation.getName())).toEqual([
		'check-destination',
		'start-1',
		'wait-1',
		'copy-1',
		'write-manifest',
	]);
});

it('fails with the name of what went wrong', async () => {
	emulator.control.setExports({ outcome: 'failed' });
	const failed = await runner().run({ payload: exportEvent() });
	expect(failed.getStatus()).toBe('FAILED');
	expect(failed.getError()).toMatchObject({
		errorType: 'ExportFailed',
		errorMessage: expect.stringContaining('ErrInternal'),
	});
	const refused = await runner().run({ payload: {} });
	expect(refused.getError()).toMatchObject({ errorType: 'InvalidEvent' });
});

test.each([
	['rate-limited', { kind: 'rate-limited' }, 1, true],
	['rate-limited, too often', { kind: 'rate-limited' }, 8, false],
	['refused', { kind: 'network', reason: 'refused' }, 1, true],
	['of an unknown host', { kind: 'network', reason: 'dns' }, 1, true],
	['timed out', { kind: 'network', reason: 'timeout' }, 1, false],
	['answered with 503', { kind: 'unavailable' }, 1, false],
] as const)(
	'a start that was %s is tried again only if it created nothing',
	(_, how, attempt, is) => {
		const cause = new Failure({ ...how, message: 'no' });
		expect(retryStart(new Error('no', { cause }), attempt).shouldRetry).toBe(is);
	},
);
