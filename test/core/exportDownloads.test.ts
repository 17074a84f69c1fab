import fc, { rounds } from '../../core/testing/properties';
import {
	type DownloadPosition,
	type OpenDownload,
	type OpenedDownload,
	checkDownloadUrl,
	downloadChunks,
} from '../../core/exports/download';
import { caught, fakeClock } from './protocol/fakes';

describe('the address of a download', () => {
	const DATA = 'https://data-api.avax.network';

	it.each([
		'https://storage.googleapis.com/bucket/file.csv?X-Sig=1',
		'http://files.example.com/a.csv',
		'https://8.8.8.8/a',
		'https://[2606:4700::1111]/a',
		// Names that only look like private addresses.
		'https://fd-storage.example.com/a',
		'https://127.0.0.1.example.com/a',
		'https://mylocal/'.replace('mylocal', 'my-internal.example.net'),
	])('%s is taken', (url) => {
		expect(checkDownloadUrl(url, DATA).href).toBe(new URL(url).href);
	});

	it.each([
		'http://127.0.0.1/a',
		'http://127.1/a',
		'http://2130706433/a',
		'http://10.1.2.3/a',
		'http://169.254.169.254/latest/meta-data',
		'http://[::1]/a',
		'http://[::ffff:a9fe:a9fe]/a',
		'http://localhost/a',
		'http://metadata.google.internal/a',
		'http://postgres:5432/a',
		'http://１２７.0.0.1/a',
		'https://user@files.example.com/a',
		'https://user:pw@files.example.com/a',
		'ftp://files.example.com/a',
		'file:///etc/passwd',
		'data:text/plain,a',
		'//files.example.com/a',
		'',
	])('%s is refused', async (url) => {
		const error = await caught(() => checkDownloadUrl(url, DATA));
		expect(error).toMatchObject({ kind: 'invalid-response', retryable: false });
		expect(error.message).toContain('is refused');
	});

	it("may be private where it is the data service's own host", () => {
		const local = 'http://127.0.0.1:8080';
		expect(checkDownloadUrl('http://127.0.0.1:8080/files/a.csv', local).pathname).toBe(
			'/files/a.csv',
		);
		expect(() => checkDownloadUrl('http://127.0.0.2:8080/files/a.csv', local)).toThrow('private');
	});
});

interface FileServer {
	content: Uint8Array;
	etag?: string;
	/** Bytes of each answer's body after which it is cut; the rest of the answers are whole. */
	cuts?: number[];
	/** Leaves out the length, or says another. */
	length?: number | null;
	chunk?: number;
	change?: (opened: OpenedDownload, index: number) => OpenedDownload;
}

/** A storage service: Range, If-Range and ETag, with bodies that are cut where a test wants it. */
function fileServer({ content, etag = '"v1"', cuts = [], length, chunk = 7, change }: FileServer) {
	const requests: Array<Record<string, string>> = [];
	const open: OpenDownload = async (_, headers) => {
		const index = requests.push(headers) - 1;
		const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? 'bytes=0-')?.[1]);
		const resumed = headers.range !== undefined && (headers['if-range'] ?? etag) === etag;
		if (resumed && start >= content.length) return opened(416, {}, []);
		const bytes = resumed ? content.subarray(start) : content;
		const size = length === undefined ? bytes.length : length;
		const answered = opened(
			resumed ? 206 : 200,
			{
				etag,
				...(size !== null && { 'content-length': String(size) }),
				...(resumed && {
					'content-range': `bytes ${start}-${content.length - 1}/${content.length}`,
				}),
			},
			bytes,
			cuts[index],
		);
		return change ? change(answered, index) : answered;
	};

	function opened(
		status: number,
		headers: Record<string, string>,
		bytes: ArrayLike<number>,
		cut?: number,
	): OpenedDownload {
		async function* body() {
			const whole = Uint8Array.from(bytes);
			const end = Math.min(whole.length, cut ?? Infinity);
			for (let at = 0; at < end; at += chunk) yield whole.subarray(at, Math.min(end, at + chunk));
			if (cut !== undefined) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
		}
		return { status, headers, body: body() };
	}
	return { open, requests };
}

const FILE = Uint8Array.from({ length: 100 }, (_, index) => index);

async function download(
	open: OpenDownload,
	options: { retries?: number; maxBytes?: number; position?: DownloadPosition } = {},
) {
	const clock = fakeClock(0);
	const bytes: number[] = [];
	for await (const chunk of downloadChunks('https://files.example.com/a.csv', {
		open,
		clock,
		...options,
	}))
		bytes.push(...chunk);
	return { bytes, clock };
}

describe('a download', () => {
	it('gives the bytes of a file, asking for them as they are', async () => {
		const { open, requests } = fileServer({ content: FILE });
		expect((await download(open)).bytes).toEqual([...FILE]);
		expect(requests).toEqual([{ 'accept-encoding': 'identity' }]);
		const empty = fileServer({ content: new Uint8Array() });
		expect((await download(empty.open)).bytes).toEqual([]);
	});

	it('that is cut anywhere, any number of times, is taken up where it ended', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uint8Array({ maxLength: 80 }),
				fc.array(fc.nat(90), { maxLength: 6 }),
				fc.integer({ min: 1, max: 20 }),
				fc.boolean(),
				async (content, cuts, chunk, strong) => {
					const etag = strong ? '"v1"' : 'W/"v1"';
					const { open, requests } = fileServer({ content, cuts, chunk, etag });
					// A cut without a byte in between uses a retry up.
					const { bytes } = await download(open, { retries: 7 });
					expect(bytes).toEqual([...content]);
					for (const { range, 'if-range': ifRange } of requests) {
						expect(ifRange).toBe(range !== undefined && strong ? etag : undefined);
					}
				},
			),
			{ numRuns: rounds(500) },
		);
	});

	it('that ends early without an error is taken up, too', async () => {
		const { open, requests } = fileServer({
			content: FILE,
			change: (opened, index) => {
				if (index > 0) return opened;
				async function* body() {
					yield FILE.subarray(0, 30);
				}
				return { ...opened, body: body() };
			},
		});
		expect((await download(open)).bytes).toEqual([...FILE]);
		expect(requests[1].range).toBe('bytes=30-');
	});

	it('gives up after so many cuts without a byte in between', async () => {
		const { open, requests } = fileServer({ content: FILE, cuts: [10, 0, 0, 0, 0, 0, 0, 0] });
		const error = await caught(() => download(open));
		expect(error).toMatchObject({ kind: 'network', reason: 'reset' });
		expect(requests).toHaveLength(5);
	});

	it('is not glued together from two files', async () => {
		const header = (name: string, value: string) => (it: OpenedDownload) => ({
			...it,
			headers: { ...it.headers, [name]: value },
		});
		for (const [change, etag] of [
			// The server honours If-Range and sends the new file whole.
			[(it) => ({ ...it, status: 200, headers: { etag: '"v2"' } })],
			// It does not, and sends the rest of the new file.
			[header('etag', '"v2"')],
			[header('etag', 'W/"v2"'), 'W/"v1"'],
			// It sends another part than the one asked for.
			[header('content-range', 'bytes 41-99/100')],
			[(it) => ({ ...it, status: 416 })],
			[(it) => ({ ...it, status: 412 })],
		] as Array<[change: (it: OpenedDownload) => OpenedDownload, etag?: string]>) {
			const changed = fileServer({
				content: FILE,
				cuts: [40],
				etag,
				change: (it, index) => (index ? change(it) : it),
			});
			const error = await caught(() => download(changed.open));
			expect(error).toMatchObject({ kind: 'invalid-response', retryable: false });
			expect(error.message).toContain('download the file again');
			expect(changed.requests).toHaveLength(2);
		}
	});

	it('is of the file that the position is of, also at its beginning', async () => {
		const { open } = fileServer({ content: FILE });
		const other = { received: 0, etag: '"other"' };
		const error = await caught(() => download(open, { position: other }));
		expect(error.message).toContain('download the file again');
	});

	it('that is longer than was said, or than is allowed, is refused', async () => {
		const longer = fileServer({ content: FILE, length: 50 });
		expect(await caught(() => download(longer.open))).toMatchObject({
			kind: 'invalid-response',
			retryable: false,
		});
		const large = fileServer({ content: FILE });
		expect((await caught(() => download(large.open, { maxBytes: 99 }))).message).toContain(
			'larger than the 99 bytes',
		);
		const unsaid = fileServer({ content: FILE, length: null });
		expect((await caught(() => download(unsaid.open, { maxBytes: 99 }))).message).toContain(
			'larger than the 99 bytes',
		);
		expect(
			(await download(fileServer({ content: FILE, length: null }).open, { maxBytes: 100 })).bytes,
		).toEqual([...FILE]);
	});

	it.each([
		[403, 'not-found', 'may have expired'],
		[404, 'not-found', 'status 404'],
		[302, 'invalid-response', 'status 302'],
		[206, 'invalid-response', 'status 206'],
		[400, 'invalid-response', 'status 400'],
	])('fails at once with status %i', async (status, kind, message) => {
		const { open, requests } = fileServer({ content: FILE, change: (it) => ({ ...it, status }) });
		const error = await caught(() => download(open));
		expect(error).toMatchObject({ kind, status, retryable: false });
		expect(error.message).toContain(message);
		expect(requests).toHaveLength(1);
	});

	describe('that trickles', () => {
		/** An endless file that brings so many bytes every second, with cuts after every `cut` of them. */
		function trickling(bytesPerSecond: number, { total = Infinity, cut = Infinity } = {}) {
			const clock = fakeClock(0);
			let opened = 0;
			const open: OpenDownload = async (_, { range }) => {
				opened++;
				const start = Number(/^bytes=(\d+)-$/.exec(range ?? 'bytes=0-')?.[1]);
				async function* body() {
					let left = cut;
					for (let at = start; at < total; at += bytesPerSecond, left -= bytesPerSecond) {
						if (left <= 0) throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
						clock.time += 1000;
						yield new Uint8Array(Math.min(bytesPerSecond, total - at));
					}
				}
				const length = total < Infinity && start === 0 && { 'content-length': String(total) };
				return { status: start ? 206 : 200, headers: { ...length }, body: body() };
			};
			return { clock, open, opened: () => opened };
		}
		async function read(
			world: ReturnType<typeof trickling>,
			pauseMs = 0,
			minBytesPerSecond?: number,
		) {
			const { open, clock } = world;
			let bytes = 0;
			for await (const chunk of downloadChunks(url, { open, clock, minBytesPerSecond })) {
				bytes += chunk.length;
				clock.time += pauseMs;
			}
			return bytes;
		}

		it.each([Infinity, 1000, 100])(
			'is given up after five slow minutes (cut every %d bytes)',
			async (cut) => {
				const world = trickling(100, { cut });
				const error = await caught(() => read(world));
				expect(error).toMatchObject({ kind: 'network', reason: 'timeout' });
				expect(error.message).toMatch(
					/too slow: \d+ bytes in \d+ s, less than 1024 bytes a second/,
				);
				// And the pauses before it is taken up again.
				expect(world.clock.time).toBeGreaterThan(5 * 60_000 - 1);
				expect(world.clock.time).toBeLessThan(5.5 * 60_000);
			},
		);

		it('is taken up again after a slow minute, and read whole where that helps', async () => {
			const world = trickling(1023, { total: 1023 * 250 });
			expect(await read(world)).toBe(1023 * 250);
			expect(world.opened()).toBe(5);
		});

		it('at the least rate is read whole, however long it takes', async () => {
			for (const [rate, least] of [
				[1024, undefined],
				[16_384, 16_384],
			]) {
				const world = trickling(Number(rate), { total: Number(rate) * 3600 });
				expect(await read(world, 0, least)).toBe(Number(rate) * 3600);
				expect(world.opened()).toBe(1);
			}
		});

		it('is not the one whose reader takes its time', async () => {
			const world = trickling(2048, { total: 2048 * 600 });
			expect(await read(world, 120_000)).toBe(2048 * 600);
			expect(world.opened()).toBe(1);
		});

		it('is read whole where it is over before it is found to be slow', async () => {
			const world = trickling(10, { total: 600 });
			expect(await read(world)).toBe(600);
			expect(world.opened()).toBe(1);
		});
	});

	it.each([429, 500, 503])('tries again after status %i, with growing pauses', async (status) => {
		const { open } = fileServer({
			content: FILE,
			change: (it, index) => (index < 3 ? { ...it, status } : it),
		});
		const { bytes, clock } = await download(open);
		expect(bytes).toEqual([...FILE]);
		expect(clock.slept).toEqual([250, 500, 1_000]);
	});
});

const url = 'https://service.test';

describe('downloads from places that are not public', () => {
	test('a private address is refused unless it is the own host or allowed', () => {
		const address = 'http://10.1.2.3/file';
		expect(() => checkDownloadUrl(address, url)).toThrow(/private address/);
		expect(checkDownloadUrl(address, 'http://10.1.2.3:8080/v1').href).toBe(address);
		expect(checkDownloadUrl(address, url, true).href).toBe(address);
		expect(() => checkDownloadUrl('file:///etc/passwd', url, true)).toThrow(/not an http/);
	});

	test('a length without sense does not lift the bound on the bytes', async () => {
		async function* body() {
			for (;;) yield Buffer.alloc(100);
		}
		const chunks = downloadChunks(url, {
			open: async () => ({ status: 200, headers: { 'content-length': '1e3' }, body: body() }),
			clock: fakeClock(),
			maxBytes: 1_000,
		});
		let bytes = 0;
		const read = async () => {
			for await (const chunk of chunks) bytes += chunk.length;
		};
		expect(await caught(read)).toMatchObject({ kind: 'invalid-response' });
		expect(bytes).toBe(1_000);
	});
});
