import { clock, createClient, downloadExport, transactionExport, waitForExport } from '../../core';
import type { ExportJob } from '../../core';
import { LOCAL_KEY } from '../../emulator';
import { freePort } from '../../lab/kit/system/freePort';
import { emulatorForTests } from '../emulatorForTests';

/** Exports as a program outside uses them: default clock, node:http, a service and its files. */

const jobWith = (downloadUrl?: string) =>
	({
		operationId: 'b1f6f5c0-6e3c-4d7f-9a3e-0e6f6a7c9d10',
		operationStatus: 'COMPLETED',
		metadata: downloadUrl === undefined ? undefined : { downloadUrl },
	}) as unknown as ExportJob;

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const all: Uint8Array[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}

/** A clock that does not wait, so that retries take no time. */
const quick = { ...clock, sleep: async () => {} };

const emulator = emulatorForTests();

/** A client of the service, and a job that has ended there. */
async function exported() {
	const client = createClient({ dataUrl: emulator.dataUrl, apiKey: LOCAL_KEY });
	const { operationId } = await client.call(transactionExport.start, {
		type: 'TRANSACTION_EXPORT_EVM',
		includeChains: ['43114'],
		addresses: ['0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
		firstDate: '2026-09-01',
		lastDate: '2026-09-30',
	});
	const sleep = async (ms: number) => void emulator.world.clock.advance(ms);
	const job = await waitForExport(client, operationId, { clock: { ...clock, sleep } });
	const whole = await fetch(String(job.metadata?.downloadUrl));
	emulator.control.clearRequests();
	return { client, job, text: await whole.text() };
}
const downloads = () => emulator.control.requests().filter(({ service }) => service === 'download');

test('an export is started, waited for and downloaded in three calls', async () => {
	const { client, job, text } = await exported();
	expect(job.operationStatus).toMatch(/^COMPLETED/);
	expect((await bytesOf(downloadExport(client, job))).toString('utf8')).toBe(text);
});

test('a cut download continues with a range, and no byte is lost or doubled', async () => {
	const { control } = emulator;
	control.setExports({ bytes: 3_000_001 });
	const { client, job, text } = await exported();
	control.addFaults({ faults: [{ kind: 'truncate', service: 'download', times: 2 }] });
	const bytes = await bytesOf(downloadExport(client, job, { clock: quick }));
	expect(bytes.toString('latin1') === text).toBe(true);
	const ranged = downloads().map(({ headerNames }) => headerNames.includes('range'));
	expect(ranged).toEqual([false, true, true]);
});

test('a host that refuses the connection is a network failure, after its retries', async () => {
	const job = jobWith(`http://127.0.0.1:${await freePort()}/file.csv`);
	const options = { allowPrivateHosts: true, clock: quick };
	const chunks = downloadExport(createClient(), job, options);
	await expect(bytesOf(chunks)).rejects.toMatchObject({ kind: 'network', reason: 'refused' });
});

test('a private host is refused before a request, and so is a job without an address', async () => {
	const { job } = await exported();
	await expect(bytesOf(downloadExport(createClient(), job))).rejects.toMatchObject({
		kind: 'invalid-response',
		message: expect.stringContaining('127.0.0.1 is a private address') as string,
	});
	expect(downloads()).toEqual([]);
	await expect(bytesOf(downloadExport(createClient(), jobWith()))).rejects.toThrow(
		'has no download address',
	);
});
