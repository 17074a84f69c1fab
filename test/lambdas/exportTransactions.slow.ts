import { exportsForTests } from './exportsForTests';
import { HandlerError } from '../../lambdas/shared/errors';
import { httpTransport } from '../../core/transports/http';
import { openDownload } from '../../lambdas/exportTransactions/openDownload';
import { BUCKET, KEY, exportEvent } from '../../lab/kit/lambda/exportKit';
import { s3Error } from '../../lab/kit/lambda/failingStore';

const EXPORT = '/v1/operations/transactions:export';
const { emulator, s3, kit } = exportsForTests({
	keyRequired: true,
	exports: { durationMs: 60_000 },
});
let runs = 0;

beforeEach(() => {
	emulator.control.reset();
});

const nameOf = () => `run-${runs++}`;
const fail = (fault: object) =>
	emulator.control.addFaults({ faults: [{ service: 'data', kind: 'status', ...fault }] });

describe('exportTransactions', () => {
	it('brings an export to the bucket and writes a manifest beside it', async () => {
		const name = nameOf();
		const { status, result, journal } = await kit.run({ name });
		expect(status).toBe('SUCCEEDED');
		expect(result).toMatchObject({
			version: 1,
			execution: name,
			bucket: BUCKET,
			key: `tx/${name}/manifest.json`,
			complete: true,
			files: [{ key: `tx/${name}/part-001.csv`, firstDate: '2026-10-01', lastDate: '2026-10-14' }],
		});
		const text = await s3.text(BUCKET, `tx/${name}/part-001.csv`);
		expect(text.split('\r\n')[0]).toBe('date,chainId,txHash,from,to,value,fee');
		expect(result.files[0].bytes).toBe(Buffer.byteLength(text));
		expect(result.bytes).toBe(Buffer.byteLength(text));
		expect(JSON.parse(await s3.text(BUCKET, `tx/${name}/manifest.json`))).toEqual(result);
		expect(journal.count('POST')).toBe(1);
	});

	it('exports the primary network in the shape of its request', async () => {
		const bodies: string[] = [];
		const event = {
			request: {
				type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
				startDate: '2026-10-01',
				endDate: '2026-10-02',
				options: {
					includeChains: ['p-chain'],
					cChainEvmAddresses: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
				},
			},
			destination: { bucket: BUCKET },
		};
		const { status } = await kit.run({
			name: nameOf(),
			event,
			transport: (request) => {
				if (request.body) bodies.push(request.body);
				return httpTransport(request);
			},
		});
		expect(status).toBe('SUCCEEDED');
		expect(JSON.parse(bodies[0])).toEqual({
			type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
			firstDate: '2026-10-01',
			lastDate: '2026-10-02',
			options: {
				includeChains: ['p-chain'],
				cChainEvmAddresses: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
			},
		});
	});

	it('keeps key and download address out of history, logs and manifest', async () => {
		const { status, execution, lines } = await kit.run({ name: nameOf() });
		expect(status).toBe('SUCCEEDED');
		const stored = JSON.stringify([...execution.operations.values(), execution.result, lines]);
		expect(stored).not.toContain(KEY);
		expect(stored).not.toContain('signature=');
		expect(stored).not.toContain(emulator.downloadUrl);
	});

	it('continues with the next window until the range is complete', async () => {
		const name = nameOf();
		emulator.control.setExports({ outcome: 'warning' });
		let starts = 0;
		const { status, result, journal } = await kit.run({
			name,
			onEntry: (entry) => {
				if (entry === `POST ${EXPORT}` && ++starts === 3) {
					emulator.control.setExports({ outcome: 'completed' });
				}
			},
		});
		expect(status).toBe('SUCCEEDED');
		expect(journal.count('POST')).toBe(3);
		// 14 days are cut at the 8th, the 7 that are left at the 11th.
		const windows = result.files.map(
			({ firstDate, lastDate, nextDate }: Record<string, string>) => [
				firstDate,
				lastDate,
				nextDate,
			],
		);
		expect(windows).toEqual([
			['2026-10-01', '2026-10-14', '2026-10-08'],
			['2026-10-08', '2026-10-14', '2026-10-11'],
			['2026-10-11', '2026-10-14', undefined],
		]);
		expect(result.files[0].warning).toMatch(/^WarnTruncatedExport: /);
		expect(result.complete).toBe(true);
		expect(await s3.keys(BUCKET)).toEqual(
			expect.arrayContaining([1, 2, 3].map((n) => `tx/${name}/part-00${n}.csv`)),
		);
	});

	it('ends where the service cuts without getting any further', async () => {
		emulator.control.setExports({ outcome: 'warning' });
		const { error } = await kit.run({ name: nameOf() });
		expect(error?.ErrorType).toBe('ExportTruncated');
		expect(error?.ErrorMessage).toMatch(/would not end/);
	});

	it('ends with code and message of a FAILED export', async () => {
		emulator.control.setExports({ outcome: 'failed' });
		const { status, error, journal } = await kit.run({ name: nameOf() });
		expect(status).toBe('FAILED');
		expect(error?.ErrorType).toBe('ExportFailed');
		expect(error?.ErrorMessage).toMatch(/ErrInternal: the export ended with an internal error/);
		expect(journal.count('put')).toBe(0);
	});

	it('says so where an export does not end in the time given', async () => {
		emulator.control.setExports({ durationMs: 100 * 86_400_000 });
		const event = { ...exportEvent(), wait: { deadlineMinutes: 60 } };
		const { error, journal } = await kit.run({ name: nameOf(), event });
		expect(error?.ErrorType).toBe('ExportTimeout');
		// 5 s, then half as long again each time to 5 min: 22 reads in an hour.
		expect(journal.count('GET')).toBeGreaterThan(15);
		expect(journal.count('GET')).toBeLessThan(30);
		const bounded = { ...exportEvent(), wait: { maxAttempts: 3 } };
		const second = await kit.run({ name: nameOf(), event: bounded });
		expect(second.error?.ErrorType).toBe('ExportTimeout');
		expect(second.journal.count('GET')).toBe(3);
	});

	it('takes a cut download up where it ended', async () => {
		emulator.control.setExports({ bytes: 3_000_000 });
		emulator.control.addFaults({ faults: [{ service: 'download', kind: 'truncate', times: 2 }] });
		const name = nameOf();
		const { status, result } = await kit.run({ name });
		expect(status).toBe('SUCCEEDED');
		expect(result.bytes).toBe(3_000_000);
		const text = await s3.text(BUCKET, `tx/${name}/part-001.csv`);
		const rows = text.split('\r\n').slice(1, -1);
		expect(new Set(rows).size).toBe(rows.length);
	});

	it('reads the operation again for a fresh address where one has expired', async () => {
		let refused = 0;
		const { status, journal } = await kit.run({
			name: nameOf(),
			open: async (url, headers) => {
				if (refused++ === 0) emulator.control.moveClock({ ms: 2 * 3_600_000 });
				return await openDownload(url, headers);
			},
		});
		expect(status).toBe('SUCCEEDED');
		expect(journal.count('download')).toBe(2);
	});

	it('starts nothing where another execution of its name has reserved the place', async () => {
		const name = nameOf();
		// The other one, on a service of its own, comes in just before this one starts its export.
		let other: ReturnType<typeof kit.run> | undefined;
		const first = await kit.run({
			name,
			onEntry: (entry) => {
				if (entry.startsWith('checkpoint START start-1')) other ??= kit.run({ name });
			},
		});
		const second = await (other as ReturnType<typeof kit.run>);
		expect(first.status).toBe('SUCCEEDED');
		expect(second.error?.ErrorType).toBe('DestinationTaken');
		expect(second.error?.ErrorMessage).toContain(first.execution.arn);
		expect(second.journal.count('POST')).toBe(0);
	});

	it('takes the place of an execution whose reservation has run out', async () => {
		const name = nameOf();
		const event = { ...exportEvent(), wait: { deadlineMinutes: 60 } };
		fail({ status: 403, times: 100, path: 'export' });
		expect((await kit.run({ name, event })).status).toBe('FAILED');
		emulator.control.reset();
		expect((await kit.run({ name, event })).error?.ErrorType).toBe('DestinationTaken');
		emulator.control.moveClock({ ms: 26 * 3_600_000 });
		expect((await kit.run({ name, event })).status).toBe('SUCCEEDED');
	});

	it('of 20 executions of one name on two services each export is started once', async () => {
		const names = Array.from({ length: 20 }, nameOf);
		const outcomes = await Promise.all(
			names.flatMap((name) => [kit.run({ name }), kit.run({ name })]),
		);
		expect(outcomes.filter(({ status }) => status === 'SUCCEEDED')).toHaveLength(20);
		const started = outcomes.reduce((sum, { journal }) => sum + journal.count('POST'), 0);
		expect(started).toBe(20);
	});

	it('overwrites nothing', async () => {
		const name = nameOf();
		await kit.run({ name });
		const { error, journal } = await kit.run({ name });
		expect(error?.ErrorType).toBe('DestinationTaken');
		expect(journal.count('POST')).toBe(0);
	});

	it('finds out before it starts anything that the bucket is missing', async () => {
		const event = { ...exportEvent(), destination: { bucket: 'nowhere' } };
		const { error, journal } = await kit.run({ name: nameOf(), event });
		expect(error?.ErrorType).toBe('DestinationMissing');
		expect(journal.count('POST')).toBe(0);
	});
});

describe('a download that is not the file', () => {
	it.each([
		['html', /sent text\/html/],
		['xml', /sent application\/xml/],
		['text', /begins with "Service unavailable" instead of a header/],
		['nothing', /it is empty/],
	] as const)('%s with status 200 is never a stored export', async (serves, message) => {
		emulator.control.setExports({ serves });
		const name = nameOf();
		const { status, error, journal } = await kit.run({ name });
		expect([status, error?.ErrorType]).toEqual(['FAILED', 'InvalidResponse']);
		expect(error?.ErrorMessage).toMatch(message);
		expect(journal.count('POST')).toBe(1);
		expect(await s3.keys(BUCKET)).not.toContain(`tx/${name}/part-001.csv`);
		expect(await s3.uploads(BUCKET)).toEqual([]);
	});

	it('is read again until the page is gone', async () => {
		emulator.control.setExports({ serves: 'html' });
		const onPause = () => emulator.control.setExports({ serves: undefined });
		const { status, result } = await kit.run({
			name: nameOf(),
			onEntry: (entry) => {
				if (entry.includes('RETRY copy-1')) onPause();
			},
		});
		expect(status).toBe('SUCCEEDED');
		expect(result.complete).toBe(true);
		const columns = ['date', 'chainId', 'txHash', 'from', 'to', 'value', 'fee'];
		expect(result.files[0].columns).toEqual(columns);
	});

	it('without its last line break is stored, and not complete', async () => {
		emulator.control.setExports({ serves: 'cut' });
		const { status, result } = await kit.run({ name: nameOf() });
		expect(status).toBe('SUCCEEDED');
		expect(result).toMatchObject({ complete: false, files: [{ endsWithinRow: true }] });
	});

	it.each([
		['in one step', undefined, {}],
		['in several steps', { bytes: 5 * 1024 ** 2, ms: 240_000 }, {}],
		[
			'in several steps, neutralized',
			{ bytes: 5 * 1024 ** 2, ms: 240_000 },
			{ neutralizeFormulas: true },
		],
	])('but a gzip file is unpacked (%s)', async (_, range, more) => {
		emulator.control.setExports({ bytes: 12_000_000 });
		const event = exportEvent();
		const destination = { ...event.destination, ...more };
		const texts = [];
		for (const serves of [undefined, 'gzip'] as const) {
			emulator.control.setExports({ serves });
			const name = nameOf();
			const { status, journal } = await kit.run({ name, range, event: { ...event, destination } });
			expect(status).toBe('SUCCEEDED');
			expect(journal.count('putStream')).toBe(range ? 3 : 1);
			texts.push(await s3.text(BUCKET, `tx/${name}/part-001.csv`));
		}
		const hashes = texts.map((text) => text.replace(/0x[0-9a-f]+/g, 'x').replace(/\d{20}/g, ''));
		expect(hashes[1] === hashes[0]).toBe(true);
	});
});

describe('a file that cannot be taken up where it was cut', () => {
	const bytes = 3_000_000;

	it('is read from its beginning by the same execution', async () => {
		emulator.control.setExports({ bytes });
		emulator.control.addFaults({ faults: [{ service: 'download', kind: 'truncate', times: 1 }] });
		const name = nameOf();
		let opened = 0;
		const { status, result, journal } = await kit.run({
			name,
			open: (url, headers) => {
				if (++opened === 2) emulator.control.setExports({ version: 2 });
				return openDownload(url, headers);
			},
		});
		expect(status).toBe('SUCCEEDED');
		expect(result.bytes).toBe(bytes);
		expect(journal.count('POST')).toBe(1);
		const { metadata } = (await (
			await fetch(`${emulator.dataUrl}/v1/operations/${result.files[0].operationId}`, {
				headers: { 'x-data-api-key': KEY },
			})
		).json()) as { metadata: { downloadUrl: string } };
		const served = await (await fetch(metadata.downloadUrl)).text();
		expect((await s3.text(BUCKET, `tx/${name}/part-001.csv`)) === served).toBe(true);
	});

	it('ends the execution where it changes each time', async () => {
		emulator.control.setExports({ bytes });
		emulator.control.addFaults({ faults: [{ service: 'download', kind: 'truncate', times: 99 }] });
		let version = 0;
		const { error, journal } = await kit.run({
			name: nameOf(),
			open: (url, headers) => {
				emulator.control.setExports({ version: version++ });
				return openDownload(url, headers);
			},
		});
		expect(error).toMatchObject({ ErrorType: 'InvalidResponse' });
		expect(error?.ErrorMessage).toMatch(/the file has changed/);
		expect(journal.count('POST')).toBe(1);
		expect(journal.count('download')).toBe(6);
	});

	it('is continued by a service without ranges, too', async () => {
		emulator.control.setExports({ bytes: 12_000_000, serves: 'noRanges' });
		const range = { bytes: 5 * 1024 ** 2, ms: 240_000 };
		const { status, result, journal } = await kit.run({ name: nameOf(), range });
		expect(status).toBe('SUCCEEDED');
		expect(result.bytes).toBe(12_000_000);
		expect(journal.count('download')).toBe(3);
	});
});

describe('a write that S3 requires again', () => {
	const range = { bytes: 5 * 1024 ** 2, ms: 240_000 };
	/** An error at the n-th command of a name, once. */
	const failing = (command: string, error: Error, at = 1) => {
		let count = 0;
		return (name: string) => (name === command && ++count === at ? error : undefined);
	};

	it.each([
		['PutObject', 100_000],
		['CompleteMultipartUpload', 12_000_000],
	])(
		'%s answers 409 ConditionalRequestConflict: the file is uploaded again',
		async (command, bytes) => {
			emulator.control.setExports({ bytes });
			const name = nameOf();
			// The first object that is put reserves the place.
			const at = command === 'PutObject' ? 2 : 1;
			const s3Fails = failing(command, s3Error('ConditionalRequestConflict', 409), at);
			const { status, result, journal } = await kit.run({ name, s3Fails });
			expect(status).toBe('SUCCEEDED');
			expect(result.bytes).toBe(bytes);
			expect((await s3.text(BUCKET, `tx/${name}/part-001.csv`)).length).toBe(bytes);
			expect(journal.count('download')).toBe(2);
		},
	);

	it('a conflict at the last of several steps begins the file again', async () => {
		emulator.control.setExports({ bytes: 12_000_000 });
		const name = nameOf();
		const s3Fails = failing('CompleteMultipartUpload', s3Error('ConditionalRequestConflict', 409));
		const { status, result, journal } = await kit.run({ name, s3Fails, range });
		expect(status).toBe('SUCCEEDED');
		expect(result.bytes).toBe(12_000_000);
		expect((await s3.text(BUCKET, `tx/${name}/part-001.csv`)).length).toBe(12_000_000);
		expect(journal.count('putStream')).toBe(6);
		expect(journal.count('abandon')).toBe(1);
	});

	it('an upload that S3 does not know any more begins again, three times at most', async () => {
		emulator.control.setExports({ bytes: 12_000_000 });
		const once = failing('UploadPart', s3Error('NoSuchUpload', 404), 2);
		const again = await kit.run({ name: nameOf(), s3Fails: once, range });
		expect(again).toMatchObject({ status: 'SUCCEEDED', result: { bytes: 12_000_000 } });
		let uploads = 0;
		const always = (command: string) => {
			if (command === 'CreateMultipartUpload') uploads++;
			const gone = command === 'CompleteMultipartUpload';
			return gone ? s3Error('NoSuchUpload', 404) : undefined;
		};
		const { error } = await kit.run({ name: nameOf(), s3Fails: always, range });
		expect(error?.ErrorType).toBe('DestinationError');
		expect(error?.ErrorMessage).toMatch(/upload of s3:\/\/exports\/tx\/.* has been aborted/);
		expect(error?.ErrorMessage).not.toMatch(/no bucket/);
		expect(uploads).toBe(3);
	});

	it.each([
		['was not made', false, 3],
		['was made', true, 1],
	])('an error with status 200 to a write that %s is not a success', async (_, done, answers) => {
		emulator.control.setExports({ bytes: 12_000_000 });
		const body = '<Error><Code>InternalError</Code><Message>An internal error.</Message></Error>';
		let answered = 0;
		const s3Body = (command: string) =>
			command === 'CompleteMultipartUpload' && answered++ < answers ? { done, body } : undefined;
		const name = nameOf();
		const { status, journal } = await kit.run({ name, s3Body });
		expect([status, journal.count('POST')]).toEqual(['SUCCEEDED', 1]);
		expect(answered).toBeGreaterThanOrEqual(answers);
		expect((await s3.text(BUCKET, `tx/${name}/part-001.csv`)).length).toBe(12_000_000);
	});

	it('another export that was faster is reported, not overwritten', async () => {
		const name = nameOf();
		const s3Fails = failing('PutObject', s3Error('PreconditionFailed', 412), 2);
		const { error } = await kit.run({ name, s3Fails });
		expect(error?.ErrorType).toBe('DestinationTaken');
	});
});

describe('files that need more than one invocation', () => {
	const bytes = 12_000_000;
	const range = { bytes: 5 * 1024 ** 2, ms: 240_000 };
	beforeEach(() => emulator.control.setExports({ bytes }));

	it('continue in a new invocation if the time of one may not suffice', async () => {
		const enough = await kit.run({ name: nameOf(), range });
		const scarce = await kit.run({ name: nameOf(), range, remainingMs: 400_000 });
		expect([enough.status, scarce.status]).toEqual(['SUCCEEDED', 'SUCCEEDED']);
		expect(scarce.execution.invocations).toBe(enough.execution.invocations + 2);
	});

	it('end a step after its time, too', async () => {
		const { status, journal } = await kit.run({
			name: nameOf(),
			range: { bytes: Infinity, ms: 60_000 },
			open: async (url, headers) => {
				const opened = await openDownload(url, headers);
				async function* slowly() {
					for await (const chunk of opened.body) {
						emulator.control.moveClock({ ms: 2_000 });
						yield chunk;
					}
				}
				return { ...opened, body: slowly() };
			},
		});
		expect(status).toBe('SUCCEEDED');
		expect(journal.count('checkpoint SUCCEED copy-1-range')).toBeGreaterThan(0);
	});

	it.each([
		['at 100 bytes a second', 100],
		['at just under 16 KiB a second', 16_000],
		// Three slow minutes are followed by a fast one: it is never too slow for long.
		['by fits and starts', 0],
	])('that trickle (%s) end: every step within its invocation', async (_, rate) => {
		const { control } = emulator;
		let [begun, seconds] = [0, 0];
		const invocations: number[] = [];
		async function* body() {
			for (; ; seconds++) {
				control.moveClock({ ms: 1_000 });
				const fits = seconds % 240 < 60 ? 20_000 : 1;
				if (seconds === 0) yield Buffer.from('a,b\n');
				yield new Uint8Array(rate || fits);
			}
		}
		const { status, error, journal } = await kit.run({
			name: nameOf(),
			remainingMs: () => 900_000 - (control.moveClock({}) - begun),
			onInvocation() {
				[begun, seconds] = [control.moveClock({}), 0];
			},
			onEntry: () => void invocations.push(control.moveClock({}) - begun),
			open: async (_url, { range: from }) => {
				return { status: from ? 206 : 200, headers: {}, body: body() };
			},
		});
		expect(status).toBe('FAILED');
		expect(error).toMatchObject({ ErrorType: 'NetworkError' });
		expect(error?.ErrorMessage).toMatch(rate ? /too slow/ : /no time left/);
		expect(Math.max(...invocations)).toBeLessThan(900_000);
		// Six attempts of the step.
		expect(journal.count('checkpoint RETRY copy-1')).toBe(5);
		expect(await s3.uploads(BUCKET)).toEqual([]);
	});
});

describe('bad events', () => {
	const { request, destination } = exportEvent();
	it.each<[string, unknown, RegExp]>([
		['nothing', null, /expected object/],
		['no request', { destination }, /request is required/],
		['a stray field', { request, bucket: 'x' }, /there is no field bucket/],
		['a stray option', exportEvent({}, { chains: [] }), /no field request\.options\.chains/],
		['a bad day', exportEvent({ firstDate: '1.10.2026' }), /request\.firstDate: .*YYYY-MM-DD/],
		[
			'a bad address',
			exportEvent({}, { addresses: ['0x12'] }),
			/request\.options\.addresses: .*0x12/,
		],
		['no chains', exportEvent({}, { includeChains: [] }), /request\.options\.includeChains/],
		['an unknown type', exportEvent({ type: 'CSV' }), /request\.type: .*CSV/],
		[
			'two names of a date',
			exportEvent({ startDate: '2026-09-01' }),
			/request\.startDate: is an earlier name of firstDate: give one of the two/,
		],
		['dates in disorder', exportEvent({ lastDate: '2026-09-01' }), /request\.lastDate: .*before/],
		[
			'a bad bucket',
			{ request, destination: { bucket: 'No Bucket' } },
			/destination\.bucket: .*S3/,
		],
		['no bucket', { request }, /destination\.bucket is required/],
		[
			'a bad deadline',
			{ request, destination, wait: { deadlineMinutes: 0 } },
			/wait\.deadlineMinutes/,
		],
	])('are refused by name: %s', async (_, event, message) => {
		const { status, error, journal } = await kit.run({ name: nameOf(), event });
		expect(status).toBe('FAILED');
		expect(error?.ErrorType).toBe('InvalidEvent');
		expect(error?.ErrorMessage).toMatch(message);
		expect(journal.entries.filter((entry) => !entry.startsWith('checkpoint'))).toEqual([]);
	});
});

describe('failures of the service', () => {
	it.each<[number, string]>([
		[400, 'InvalidInput'],
		[401, 'Unauthorized'],
		[403, 'Forbidden'],
		[404, 'NotFound'],
		[500, 'ServiceError'],
		[502, 'BadGateway'],
		[503, 'ServiceUnavailable'],
	])('a start that gets %i ends as %s and is not repeated', async (code, name) => {
		fail({ path: EXPORT, status: code, message: 'so it is' });
		const { error, journal } = await kit.run({ name: nameOf() });
		expect(error?.ErrorType).toBe(name);
		expect(error?.ErrorMessage).toContain('so it is');
		expect(error?.ErrorMessage).not.toContain(KEY);
		expect(journal.count('POST')).toBe(1);
	});

	it.each(['cut', 'truncate', 'wrongJson', 'emptyBody'])(
		'a start whose answer is lost by %s is not repeated',
		async (kind) => {
			fail({ path: EXPORT, kind });
			const { error, journal } = await kit.run({ name: nameOf() });
			expect(['NetworkError', 'InvalidResponse']).toContain(error?.ErrorType);
			expect(journal.count('POST')).toBe(1);
		},
	);

	it('a start that is turned away by the rate limit is tried again after the time asked for', async () => {
		fail({ path: EXPORT, status: 429, retryAfter: 40, times: 3 });
		const before = emulator.control.moveClock({});
		const { status, journal } = await kit.run({ name: nameOf() });
		expect(status).toBe('SUCCEEDED');
		expect(journal.count('POST')).toBe(4);
		expect(emulator.control.moveClock({}) - before).toBeGreaterThanOrEqual(3 * 40_000);
	});

	it.each(['status', 'cut', 'truncate', 'wrongJson', 'emptyBody'])(
		'a read that fails by %s in passing is repeated',
		async (kind) => {
			fail({ path: '/v1/operations/[0-9a-f-]+$', kind, status: 503, times: 6 });
			const { status, journal } = await kit.run({ name: nameOf() });
			expect(status).toBe('SUCCEEDED');
			expect(journal.count('POST')).toBe(1);
		},
	);

	it('a read that is refused for good ends the execution', async () => {
		fail({ path: '/v1/operations/[0-9a-f-]+$', status: 403 });
		const { error } = await kit.run({ name: nameOf() });
		expect(error?.ErrorType).toBe('Forbidden');
	});

	it('a download that fails in passing is repeated, one that is wrong for good is not', async () => {
		const once = { service: 'download', kind: 'status', status: 500, times: 2 } as const;
		emulator.control.addFaults({ faults: [once] });
		expect((await kit.run({ name: nameOf() })).status).toBe('SUCCEEDED');
		const redirect = { service: 'download', kind: 'redirect', url: emulator.nodeUrl } as const;
		emulator.control.addFaults({ faults: [redirect] });
		const { error, journal } = await kit.run({ name: nameOf() });
		expect(error?.ErrorType).toBe('InvalidResponse');
		expect(journal.count('download')).toBe(1);
	});

	it('a key that cannot be read ends it before anything is started', async () => {
		const readSecret = () =>
			Promise.reject(new HandlerError('SecretUnavailable', 'The SSM parameter cannot be used'));
		const { error, journal } = await kit.run({ name: nameOf(), services: { readSecret } });
		expect(error?.ErrorType).toBe('SecretUnavailable');
		expect(journal.count('POST')).toBe(0);
	});

	it('a missing or wrong key is reported as such', async () => {
		const readSecret = async () => 'another key';
		const { error } = await kit.run({ name: nameOf(), services: { readSecret } });
		expect(['Unauthorized', 'Forbidden']).toContain(error?.ErrorType);
		expect(error?.ErrorMessage).not.toContain('another key');
	});
});
