import { createHash } from 'node:crypto';
import { fetched, NOON, start, type TestEmulator } from './emulatorKit';
import { HOUR_MS } from '../../core/formats/timeUnits';

const EXPORT = '/v1/operations/transactions:export';
let emulator: TestEmulator;
beforeEach(async () => {
	emulator = await start({ exports: { durationMs: 5000 } });
});
afterEach(() => emulator.close());

const request = (extra: object = {}, chains = ['43114']) => ({
	type: 'TRANSACTION_EXPORT_EVM',
	options: { addresses: [emulator.wallet(0)], includeChains: chains },
	...extra,
});
const status = async (id: string) => (await emulator.get(`/v1/operations/${id}`)).body;

async function finished(extra: object = {}) {
	const { body } = await emulator.post(EXPORT, request(extra));
	emulator.control.moveClock({ ms: 5000 });
	return status(body.operationId);
}

test('an export runs by the clock and ends with a file', async () => {
	const started = await emulator.post(EXPORT, request());
	expect(started.status).toBe(201);
	expect(started.body).toMatchObject({
		operationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
		operationType: 'TRANSACTION_EXPORT_EVM',
		operationStatus: 'RUNNING',
		createdAtTimestamp: NOON / 1000,
	});
	emulator.control.moveClock({ ms: 4999 });
	expect((await status(started.body.operationId)).operationStatus).toBe('RUNNING');
	emulator.control.moveClock({ ms: 1 });
	const done = await status(started.body.operationId);
	expect(done).toMatchObject({ operationStatus: 'COMPLETED', updatedAtTimestamp: NOON / 1000 + 5 });
	const file = await fetched(done.metadata.downloadUrl);
	expect(file.status).toBe(200);
	expect(file.headers.get('content-type')).toBe('text/csv');
	expect(file.headers.get('content-length')).toBe(String(file.text.length));
	const [header, ...rows] = file.text.trimEnd().split('\r\n');
	expect(header.split(',')).toHaveLength(7);
	expect(rows).toHaveLength(40);
	for (const row of rows) expect(row.split(',')).toHaveLength(7);
});

test('the file is on an origin of its own', async () => {
	const { metadata } = await finished();
	expect(new URL(metadata.downloadUrl).origin).toBe(emulator.downloadUrl);
	expect(emulator.downloadUrl).not.toBe(emulator.dataUrl);
});

test.each([
	['no type', { type: undefined }],
	['an unknown type', { type: 'TRANSACTION_EXPORT_ALL' }],
	['no options', { options: undefined }],
	['no day of the calendar', { firstDate: '2026-02-30' }],
	['addresses that are not a list', { options: { addresses: 'x', includeChains: ['43114'] } }],
])('a request with %s is refused', async (_what, extra) => {
	expect((await emulator.post(EXPORT, request(extra))).status).toBe(400);
});

test('a body that is not a JSON object is refused', async () => {
	for (const body of ['{', '[]', '"x"'])
		expect((await emulator.post(EXPORT, body)).status).toBe(400);
	const plain = await emulator.post(EXPORT, request(), { 'content-type': 'text/plain' });
	expect(plain.status).toBe(400);
});

describe('downloads', () => {
	const range = (value: string, extra: Record<string, string> = {}) => ({
		headers: { range: value, ...extra },
	});

	test('serve ranges that fit together', async () => {
		const { metadata } = await finished();
		const url: string = metadata.downloadUrl;
		const whole = await fetched(url);
		const size = whole.text.length;
		const etag = whole.headers.get('etag') ?? '';
		const part = await fetched(url, range('bytes=100-2099'));
		expect([part.status, part.text]).toEqual([206, whole.text.slice(100, 2100)]);
		expect(part.headers.get('content-range')).toBe(`bytes 100-2099/${size}`);
		expect((await fetched(url, range('bytes=-10'))).text).toBe(whole.text.slice(-10));
		expect((await fetched(url, range(`bytes=${size - 5}-`))).text).toBe(whole.text.slice(-5));
		const beyond = await fetched(url, range(`bytes=${size}-`));
		expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
		const same = await fetched(url, range('bytes=0-3', { 'if-range': etag }));
		expect(same.status).toBe(206);
		const changed = await fetched(url, range('bytes=0-3', { 'if-range': '"other"' }));
		expect([changed.status, changed.text]).toEqual([200, whole.text]);
		const head = await fetched(url, { method: 'HEAD' });
		expect([head.status, head.text, head.headers.get('etag')]).toEqual([200, '', etag]);
		expect(head.headers.get('content-length')).toBe(String(size));
		expect((await fetched(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
	});

	test('expire, and asking again gives a fresh URL of the same file', async () => {
		const done = await finished();
		emulator.control.moveClock({ ms: HOUR_MS });
		expect((await fetched(done.metadata.downloadUrl)).status).toBe(403);
		const again = await status(done.operationId);
		expect((await fetched(again.metadata.downloadUrl)).status).toBe(200);
		const forged = again.metadata.downloadUrl.replace(/signature=./, 'signature=x');
		expect((await fetched(forged)).status).toBe(403);
	});

	test('stream files of a chosen size', async () => {
		const bytes = 3 * 1024 ** 2 + 7;
		emulator.control.setExports({ bytes });
		const { metadata } = await finished();
		const response = await fetch(metadata.downloadUrl);
		const hash = createHash('sha256');
		let size = 0;
		for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
			size += chunk.length;
			hash.update(chunk);
		}
		expect(size).toBe(bytes);
		const halves = createHash('sha256');
		for (const part of [`bytes=0-${bytes >> 1}`, `bytes=${(bytes >> 1) + 1}-`]) {
			const half = await fetch(metadata.downloadUrl, range(part));
			halves.update(new Uint8Array(await half.arrayBuffer()));
		}
		expect(halves.digest('hex')).toBe(hash.digest('hex'));
	});
});
