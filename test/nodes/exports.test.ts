import type { INodeParameters } from 'n8n-workflow';
import { type MovedClock, moveNodeClock } from '../../lab/kit/movedClock';
import { clearedBench, errorOf, itemsOf } from './harness';
import { expectNoSecrets } from './secrets';

/** Exports that are started, waited for and downloaded. */

const bench = clearedBench('spec');
let clock: MovedClock;
beforeAll(() => void (clock = moveNodeClock(bench.emulator)));
afterAll(() => clock.restore());
beforeEach(() => {
	const { control } = bench.emulator;
	control.setEcho({ echo: false });
	// Done by the time that it is first looked at.
	control.setExports({ durationMs: 0, outcome: 'completed', bytes: undefined });
});

const startAndWait = (options: INodeParameters = {}) =>
	bench.engine.execute({
		node: 'avalanche',
		parameters: {
			resource: 'transactionExport',
			operation: 'startAndWait',
			type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
			addresses: `P-${bench.world.node.address(0)}`,
			includeChains: 'p-chain, x-chain',
			firstDate: '2026-01-01',
			lastDate: '2026-03-31',
			options: { retries: 0, ...options },
		},
	});

type Finished = {
	operationId: string;
	operationStatus: string;
	metadata: { downloadUrl: string; nextDate?: string };
};

const operationOf = (outcome: Awaited<ReturnType<typeof startAndWait>>) =>
	itemsOf(outcome)[0].json as unknown as Finished;

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

test('the finished operation comes back; the file only where it is asked for', async () => {
	const outcome = await startAndWait();
	expect(operationOf(outcome)).toMatchObject({ operationStatus: 'COMPLETED' });
	expect(itemsOf(outcome)[0].binary).toBeUndefined();
	const services = bench.emulator.control.requests().map(({ service }) => service);
	expect(services).toEqual(['data', 'data']);
});

test('a job that runs is looked at again until it has finished', async () => {
	const { control } = bench.emulator;
	control.setExports({ durationMs: 60_000 });
	expect(operationOf(await startAndWait()).operationStatus).toBe('COMPLETED');
	expect(control.requestCount()).toBeGreaterThan(2);
});

test('the file is the one of the service, and its address gets no secret', async () => {
	const outcome = await startAndWait({ download: true, binaryField: 'file' });
	const { binary } = itemsOf(outcome)[0];
	const { metadata, operationId } = operationOf(outcome);
	const expected = await (await fetch(metadata.downloadUrl)).text();
	expect(Buffer.from(binary?.file.data ?? '', 'base64').toString()).toBe(expected);
	expect(binary?.file).toMatchObject({
		mimeType: 'text/csv',
		fileName: `transaction_export_primary_network-${operationId}.csv`,
	});
	const downloads = bench.emulator.control.requests().filter((one) => one.service === 'download');
	for (const { keyHeader, secrets } of downloads) {
		expect(keyHeader).toBe(false);
		expect(secrets).toEqual({ apiKey: false, nodeHeader: false });
	}
});

test('a download that is cut continues where it ended', async () => {
	const { control } = bench.emulator;
	control.setExports({ bytes: 3_000_001 });
	control.addFaults({
		faults: [
			{ kind: 'truncate', service: 'download', times: 2 },
			{ kind: 'status', status: 503, service: 'download', times: 1 },
		],
	});
	const outcome = await startAndWait({ download: true });
	const file = Buffer.from(itemsOf(outcome)[0].binary?.data.data ?? '', 'base64');
	const expected = await (await fetch(operationOf(outcome).metadata.downloadUrl)).arrayBuffer();
	expect(file.equals(Buffer.from(expected))).toBe(true);
	const downloads = control.requests().filter(({ service }) => service === 'download');
	expect(downloads.filter(({ headerNames }) => headerNames.includes('range'))).toHaveLength(3);
});

test('a download that leads elsewhere is not followed', async () => {
	const url = `${bench.emulator.nodeUrl}/ext/health`;
	bench.emulator.control.addFaults({ faults: [{ kind: 'redirect', service: 'download', url }] });
	const outcome = await startAndWait({ download: true });
	expect(errorOf(outcome).message).toMatch(UUID);
	const services = bench.emulator.control.requests().map(({ service }) => service);
	expect(services).not.toContain('node');
});

test('a download address that a service should not give is refused', async () => {
	const downloadUrl = 'http://169.254.169.254/latest/meta-data';
	const body = JSON.stringify({
		operationId: '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47',
		operationType: 'TRANSACTION_EXPORT_EVM',
		operationStatus: 'COMPLETED',
		metadata: { downloadUrl },
	});
	bench.emulator.control.addFaults({
		faults: [{ kind: 'wrongJson', method: 'GET', path: '/v1/operations/', body }],
	});
	const error = errorOf(await startAndWait({ download: true }));
	expect(error.message).toMatch(/download address that the service gave is refused/);
});

test('an export that outlasts the wait can be read later by the id in the message', async () => {
	bench.emulator.control.setExports({ durationMs: 60_000 });
	const error = errorOf(await startAndWait({ waitMinutes: 0 }));
	expect(error.message).toMatch(/still runs/);
	const operationId = UUID.exec(error.message)?.[0] ?? '';
	bench.emulator.control.moveClock({ ms: 60_000 });
	const outcome = await bench.engine.execute({
		node: 'avalanche',
		parameters: {
			resource: 'transactionExport',
			operation: 'get',
			operationId,
			options: { download: true },
		},
	});
	expect(operationOf(outcome).operationStatus).toBe('COMPLETED');
	expect(itemsOf(outcome)[0].binary?.data.mimeType).toBe('text/csv');
});

test('a failure while waiting leaves the id of the started export in its message', async () => {
	const { control } = bench.emulator;
	control.setEcho({ echo: true });
	control.addFaults({
		faults: [{ kind: 'status', status: 500, method: 'GET', path: '/v1/operations/' }],
	});
	const outcome = await startAndWait();
	expect(errorOf(outcome).message).toMatch(/injected fault 500/);
	expect(errorOf(outcome).message).toMatch(UUID);
	expectNoSecrets(outcome);
});

test('a start is not repeated where it may have happened', async () => {
	const { control } = bench.emulator;
	control.addFaults({ faults: [{ kind: 'truncate', method: 'POST', times: 1 }] });
	errorOf(await startAndWait({ retries: 3 }));
	expect(control.requestCount()).toBe(1);
	control.clearFaults();
	control.clearRequests();
	// Turned away by the rate limit, it certainly did not happen.
	control.addFaults({
		faults: [{ kind: 'status', status: 429, retryAfter: 0, method: 'POST', times: 1 }],
	});
	expect(operationOf(await startAndWait({ retries: 3 })).operationStatus).toBe('COMPLETED');
});
