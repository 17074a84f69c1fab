import { type openDownload } from '../../lambdas/exportTransactions/openDownload';
import { createRandom } from '../../emulator/world/random';
import { type Check, runClass as runOf } from '../lambdas/classes';
import type { RunOptions } from '../../kit/lambda/exportKit';
import { s3Error } from '../../kit/lambda/failingStore';
import { failing, hanging, opening, timedOut, xmlError } from './faults';
import { lambdaError, makeStartExport } from './lambdaService';
import { checkWhole, failReads, failStart, withExports } from './world';
import { DAY_MS, MINUTE_MS } from '../../core/formats/timeUnits';

/**
 * Faults around exportTransactions and startExport, one class each. The services are an emulator
 * and S3 over HTTP; time is the emulator's, which moves only during waits.
 */

const MB = 1024 * 1024;
const NOW = Date.parse('2026-11-18T06:00:00Z');
const ADDRESSES = Array.from({ length: 1300 }, (_, n) => `0x${n.toString(16).padStart(40, '0')}`);
/** Number of times that AWS's client itself sends a request. */
const SDK_ATTEMPTS = 3;
const order = (changes: object = {}) => ({
	rule: 'yesterday',
	time: '2026-11-18T06:00:00Z',
	chains: Array.from({ length: 12 }, (_, n) => String(43_000 + n)),
	addresses: ADDRESSES.slice(0, 100),
	...changes,
});

const CLASSES = {
	/** A file that arrives at 32 KB a second. */
	'slow download': (check: Check) =>
		withExports({ bytes: 30 * MB }, async (world) => {
			const { control } = world.emulator;
			const begun = new Map<string, number>();
			let longest = 0;
			const run = await world.run({
				range: { bytes: Infinity, ms: MINUTE_MS },
				open: opening((bytes) => void control.moveClock({ ms: Math.ceil(bytes / 32) })),
				onEntry(entry) {
					const [, action, step] = /^checkpoint .*?(START|SUCCEED) (copy-\S+)$/.exec(entry) ?? [];
					if (action === 'START') begun.set(step, control.moveClock({}));
					if (action === 'SUCCEED') {
						longest = Math.max(longest, control.moveClock({}) - (begun.get(step) ?? 0));
					}
				},
			});
			await checkWhole(check, world, run, 'the export');
			// A minute, and the part that is under way: 5 MB take 164 seconds.
			const seconds = Math.round(longest / 1000);
			check(longest <= 4 * MINUTE_MS, `one step took ${seconds} s of an invocation`);
		}),

	/** A download that stops after each megabyte and gives nothing for 30 s. */
	'hanging download': (check: Check) =>
		withExports({ bytes: 9 * MB }, async (world) => {
			let [read, sinceOpened] = [0, 0];
			const run = await world.run({
				open: async (url, headers) => {
					sinceOpened = 0;
					const open = opening((bytes) => {
						sinceOpened += bytes;
						if (sinceOpened > MB) {
							world.emulator.control.moveClock({ ms: 30_000 });
							throw timedOut();
						}
						read += bytes;
					});
					return await (open as typeof openDownload)(url, headers);
				},
			});
			await checkWhole(check, world, run, 'the export');
			check(read === 9 * MB, `${read} bytes were read of a file of ${9 * MB}`);
		}),

	/** The service does not answer: reads for some time, then the start itself. */
	'hanging service': (check: Check) =>
		withExports({}, async (world) => {
			const reads = hanging(world, (method) => method === 'GET', 24);
			const run = await world.run({ transport: reads });
			await checkWhole(check, world, run, 'reads hang');
			const start = hanging(world, (method) => method === 'POST', Infinity);
			const { status, journal } = await world.run({ transport: start });
			check(status === 'FAILED', `the start hangs: ${status}`);
			const posts = journal.count('POST');
			check(posts === 1, `a start without an answer was sent ${posts} times`);
		}),

	/** Lambda refuses one of 12 for good; the service refuses what another execution asks for. */
	async 'poison event'(check: Check) {
		const refuses = (name: string) =>
			name.includes('-43005-') ? lambdaError('ValidationException') : undefined;
		const { invoke, known } = makeStartExport(NOW, { refuses });
		const [{ status, reason }] = (await invoke([order()])) as PromiseRejectedResult[];
		check(known.size === 11, `${known.size} of 11 others were started`);
		const told = `${status}: ${reason?.name}: ${reason?.message}`;
		check(told.includes('StartFailed') && told.includes('-43005-'), `it says ${told}`);
		await withExports({}, async (world) => {
			world.emulator.control.setExports({ outcome: 'failed' });
			const run = await world.run();
			check(run.error?.ErrorType === 'ExportFailed', `it ended as ${run.error?.ErrorType}`);
			check(run.started === 1, `an export that failed was started ${run.started} times`);
		});
	},

	/** The list of executions shows a new one a minute late; the event comes three times. */
	async 'list lag'(check: Check) {
		const { clock, invoke, known, count } = makeStartExport(NOW, { lagMs: MINUTE_MS });
		const both = await invoke([order(), order()]);
		clock.time += DAY_MS;
		const late = await invoke([order()]);
		const failed = [...both, ...late].filter(({ status }) => status === 'rejected').length;
		check(failed === 0, `${failed} of 3 invocations failed`);
		check(known.size === 12, `12 exports were asked for, ${known.size} were started`);
		check(count.starts === known.size, `${count.starts - known.size} were started twice`);
	},

	/** Lambda accepts 6 calls a second; the service and S3 refuse what is asked first. */
	async 'throttled services'(check: Check) {
		const { clock, invoke, known, count } = makeStartExport(NOW, { perSecond: 6 });
		const [{ status }] = await invoke([order({ addresses: ADDRESSES })]);
		check(status === 'fulfilled' && known.size === 192, `${known.size} of 192 were started`);
		const seconds = Math.round((clock.time - NOW) / 1000);
		check(seconds < 60, `192 executions took ${seconds} s`);
		check(count.refused < 192, `${count.refused} calls were refused`);
		await withExports({}, async (world) => {
			failStart(world, { status: 429, retryAfter: 40, times: 3 });
			failReads(world, { status: 429, retryAfter: 10, times: 3 });
			const refused = new Set<string>();
			const s3Fails: RunOptions['s3Fails'] = (command) => {
				if (refused.has(command)) return undefined;
				refused.add(command);
				return s3Error('SlowDown', 503);
			};
			const run = await world.run({ s3Fails });
			// Three of these were turned away.
			await checkWhole(check, world, { ...run, started: run.started - 3 }, 'the export');
		});
	},

	/** The service cuts every range short and wants it continued from the same day. */
	'endless range': (check: Check) =>
		withExports({ outcome: 'warning' }, async (world) => {
			const { error, started } = await world.run();
			check(error?.ErrorType === 'ExportTruncated', `it ended as ${error?.ErrorType}`);
			check(started <= 10, `${started} exports were started`);
		}),

	/** S3 wants writes made again, has lost an upload, or answers a write that it has done with 412. */
	'conflict answers': (check: Check) =>
		withExports({}, async (world) => {
			const conflict = () => s3Error('ConditionalRequestConflict', 409);
			const range = { bytes: 5 * MB, ms: 4 * MINUTE_MS };
			// The first object that is put reserves the place.
			const small = await world.run({ s3Fails: failing('PutObject', conflict(), 2) });
			await checkWhole(check, world, small, '409 to PutObject');
			world.emulator.control.setExports({ bytes: 12_000_000 });
			const large = await world.run({ s3Fails: failing('CompleteMultipartUpload', conflict()) });
			await checkWhole(check, world, large, '409 to CompleteMultipartUpload');
			const s3Fails = failing('UploadPart', s3Error('NoSuchUpload', 404), 2);
			const lost = await world.run({ s3Fails, range });
			await checkWhole(check, world, lost, 'an upload that is gone');
			let answered = 0;
			const own = await world.run({
				s3Body: (command) =>
					command === 'CompleteMultipartUpload' && answered++ === 0
						? { done: true, body: xmlError('InternalError') }
						: undefined,
			});
			await checkWhole(
				check,
				world,
				own,
				'a write that took effect and was answered with an error',
			);
		}),

	/** S3 and the service answer errors with status 200. */
	'200 with an error body': (check: Check) =>
		withExports({ bytes: 12_000_000 }, async (world) => {
			let answered = 0;
			const run = await world.run({
				s3Body: (command) =>
					command === 'CompleteMultipartUpload' && answered++ < SDK_ATTEMPTS
						? { done: false, body: xmlError('InternalError') }
						: undefined,
			});
			await checkWhole(check, world, run, 'CompleteMultipartUpload');
			check(answered > SDK_ATTEMPTS, 'CompleteMultipartUpload was not asked again');
			const body = '{"message":"Internal server error","error":"Internal","statusCode":500}';
			failReads(world, { kind: 'wrongJson', body, times: 6 });
			await checkWhole(check, world, await world.run(), 'reads of the export');
			failStart(world, { kind: 'wrongJson', body, times: 1 });
			const { error, started } = await world.run();
			check(error?.ErrorType === 'InvalidResponse', `the start ended as ${error?.ErrorType}`);
			check(started === 1, `a start with an error in its answer was sent ${started} times`);
		}),

	/** Ten executions of one name each on two functions, at once. */
	'one name twice': (check: Check) =>
		withExports({}, async ({ kit, emulator }) => {
			emulator.control.clearRequests();
			const names = Array.from({ length: 10 }, (_, at) => `shared-${at}`);
			const outcomes = await Promise.all(
				names.flatMap((name) => [kit.run({ name }), kit.run({ name })]),
			);
			const done = outcomes.filter(({ status }) => status === 'SUCCEEDED').length;
			check(done === 10, `${done} of 10 came to their end`);
			const started = outcomes.reduce((sum, { journal }) => sum + journal.count('POST'), 0);
			check(started === 10, `${started} exports were started for 10 names`);
		}),

	/** Cut off around the start of the export, and at 20 random points. */
	'crash at random': (check: Check) =>
		withExports({}, async (world) => {
			const { journal } = await world.run();
			const { entries } = journal;
			const random = createRandom('export crashes').stream('points');
			const at = entries.flatMap((entry, index) => (/start-1|^POST/.test(entry) ? [index] : []));
			for (let more = 0; more < 20; more++) at.push(Math.floor(random.next() * entries.length));
			for (const [index, point] of at.entries()) {
				const side = index % 2 === 0 ? 'after' : 'before';
				for (const one of index < 4 ? (['before', 'after'] as const) : [side as 'before']) {
					const run = await world.run({ crash: { at: point, side: one } });
					const what = `cut off ${one} "${entries[point]}"`;
					check(run.crashed, `${what}: it was not`);
					if (run.error?.ErrorType === 'ExportStartUncertain') {
						check(run.started <= 1, `${what}: ${run.started} exports were started`);
					} else await checkWhole(check, world, run, what);
				}
			}
		}),
} as const;

export type ClassName = keyof typeof CLASSES;
export const CLASS_NAMES = Object.keys(CLASSES) as ClassName[];

/** Runs one class and returns its findings. */
export const runClass = (name: ClassName) => runOf(CLASSES, name);
