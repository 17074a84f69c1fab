import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clock, createClient, downloadExport, transactionExport, waitForExport } from '../../core';
import type { ExportJob } from '../../core';
import { LOCAL_KEY, startEmulator } from '../../emulator';
import { forTests } from '../emulatorForTests';

/** Exports as a program outside uses them: default clock, node:http, a service and a file server. */

const FILE = Buffer.from(Array.from({ length: 100_000 }, (_, at) => `row,${at}\n`).join(''));

/** A server of one file that cuts every connection after `cutAt` bytes, and takes ranges. */
async function fileServer(
	cutAt: number,
): Promise<{ url: string; ranges: string[]; server: Server }> {
	const ranges: string[] = [];
	const server = createServer((request, response) => {
		const { range = '' } = request.headers;
		ranges.push(range);
		const from = Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0);
		const left = FILE.subarray(from);
		response.writeHead(from ? 206 : 200, {
			'content-length': left.length,
			etag: '"one"',
			...(from && { 'content-range': `bytes ${from}-${FILE.length - 1}/${FILE.length}` }),
		});
		if (left.length <= cutAt) response.end(left);
		else response.write(left.subarray(0, cutAt), () => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file.csv`;
	return { url, ranges, server };
}

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
const publicClient = () => createClient();

const emulator = forTests(() => startEmulator({ realTime: false }));

test('an export is started, waited for and downloaded in three calls', async () => {
	const client = createClient({ dataUrl: emulator.dataUrl, apiKey: LOCAL_KEY });
	const { operationId } = await client.call(transactionExport.start, {
		type: 'TRANSACTION_EXPORT_EVM',
		includeChains: ['43114'],
		addresses: ['0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
		firstDate: '2026-09-01',
		lastDate: '2026-09-30',
	});
	const job = await waitForExport(client, operationId, {
		clock: {
			...clock,
			sleep: async (ms) => {
				emulator.world.clock.advance(ms);
			},
		},
	});
	expect(job.operationStatus).toMatch(/^COMPLETED/);
	const text = (await bytesOf(downloadExport(client, job))).toString('utf8');
	const response = await fetch(String(job.metadata?.downloadUrl));
	expect(text).toBe(await response.text());
});

test('a cut download continues with a range, and no byte is lost or doubled', async () => {
	const { url, ranges, server } = await fileServer(300_000);
	try {
		const options = { allowPrivateHosts: true, clock: quick };
		const bytes = await bytesOf(downloadExport(publicClient(), jobWith(url), options));
		expect(bytes.equals(FILE)).toBe(true);
		expect(ranges.length).toBeGreaterThan(1);
		expect(ranges[0]).toBe('');
		expect(ranges[1]).toMatch(/^bytes=\d+-$/);
	} finally {
		server.close();
	}
});

test('a host that refuses the connection is a network failure, after its retries', async () => {
	const { url, server } = await fileServer(1);
	await new Promise((resolve) => server.close(resolve));
	const chunks = downloadExport(publicClient(), jobWith(url), {
		allowPrivateHosts: true,
		clock: quick,
	});
	await expect(bytesOf(chunks)).rejects.toMatchObject({ kind: 'network', reason: 'refused' });
});

test('a private host is refused before a request, and so is a job without an address', async () => {
	const { url, ranges, server } = await fileServer(1_000);
	try {
		await expect(bytesOf(downloadExport(publicClient(), jobWith(url)))).rejects.toMatchObject({
			kind: 'invalid-response',
			message: expect.stringContaining('127.0.0.1 is a private address') as string,
		});
		expect(ranges).toEqual([]);
		await expect(bytesOf(downloadExport(publicClient(), jobWith()))).rejects.toThrow(
			'has no download address',
		);
	} finally {
		server.close();
	}
});
