import { createHash } from 'node:crypto';
import type { OpenDownload } from '../../core/exports/download';
import { neutralized } from '../../lambdas/exportTransactions/storedForm';
import { exportsForTests } from './exportsForTests';
import fc from '../../core/testing/properties';
import { BUCKET, type RunOptions, exportEvent } from '../../lab/kit/lambda/exportKit';

/**
 * Files with neutralized formulas, which are longer than their source: copied in one step, in
 * ranges, over cut downloads and after crashes they are the same bytes.
 */

/** A cell as the service writes it, and as it has to be stored (OWASP, "CSV Injection"). */
const CELLS: ReadonlyArray<[source: string, stored: string]> = [
	['0xabc', '0xabc'],
	['=1+1', "'=1+1"],
	['"=HYPERLINK(""http://x"",""y"")"', '"\'=HYPERLINK(""http://x"",""y"")"'],
	['-12.5', '-12.5'],
	['"-7"', '"-7"'],
	['-1+2', "'-1+2"],
	['"two\r\nlines, =1"', '"two\r\nlines, =1"'],
	['"@a""b"', '"\'@a""b"'],
	['＝1', "'＝1"],
	['ｅ5', 'ｅ5'],
	['+1e18', '+1e18'],
	['', ''],
];

/** A file of at least `bytes` bytes and its stored form, from a seed. */
function fileOf(bytes: number, seed: number): { source: Buffer; stored: Buffer } {
	let state = seed;
	const next = (bound: number) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
		return Math.floor((state / 2 ** 32) * bound);
	};
	const [source, stored]: [string[], string[]] = [[], []];
	for (let size = 0; size < bytes; ) {
		const row = Array.from({ length: 40 }, () => CELLS[next(CELLS.length)]);
		const text = `${row.map(([cell]) => cell).join(',')}\r\n`;
		source.push(text);
		stored.push(`${row.map(([, cell]) => cell).join(',')}\r\n`);
		size += Buffer.byteLength(text);
	}
	return { source: Buffer.from(source.join('')), stored: Buffer.from(stored.join('')) };
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A service of one file that cuts each response after `cutAfter` bytes. */
function serving(source: Buffer, cutAfter: number, chunk: number) {
	const begins: number[] = [];
	const open: OpenDownload = async (_url, { range }) => {
		const from = Number(/\d+/.exec(range ?? '0')?.[0]);
		begins.push(from);
		const to = Math.min(source.length, from + cutAfter);
		async function* body() {
			for (let at = from; at < to; at += chunk) {
				// Memory of its own: its reader frees it.
				yield await Promise.resolve(new Uint8Array(source.subarray(at, Math.min(to, at + chunk))));
			}
			if (to < source.length) throw new Error('ECONNRESET');
		}
		const about = range && {
			'content-range': `bytes ${from}-${source.length - 1}/${source.length}`,
		};
		const headers = { etag: '"1"', 'content-length': String(source.length - from), ...about };
		return { status: range ? 206 : 200, headers, body: body() };
	};
	return { open, begins };
}

const { s3, kit } = exportsForTests({ exports: { durationMs: 10_000 } });
let runs = 0;

const range = { bytes: 5 * 1024 ** 2, ms: 240_000 };
const { source, stored } = fileOf(11_000_000, 7);

async function copying(options: RunOptions) {
	const name = `formulas-${runs++}`;
	const event = exportEvent();
	const destination = { ...event.destination, neutralizeFormulas: true };
	const outcome = await kit.run({ ...options, name, event: { ...event, destination } });
	const copied = outcome.result && Buffer.from(await s3.text(BUCKET, `tx/${name}/part-001.csv`));
	return { ...outcome, copied: copied && digest(copied) };
}

it('a file is stored with its formulas as texts, and the manifest says so', async () => {
	const { open } = serving(source, Infinity, 65_536);
	const { status, result, copied } = await copying({ open });
	expect(status).toBe('SUCCEEDED');
	expect(copied).toBe(digest(stored));
	expect(result).toMatchObject({ neutralizeFormulas: true, bytes: stored.length });
	expect(stored.length).toBeGreaterThan(source.length);
});

it.each([
	['chunks of 64 KiB', 65_536, Infinity],
	['chunks of a prime number of bytes, cut every 700 KB', 10_007, 700_001],
	['cut every 3 MB', 65_536, 3_000_017],
	['chunks that are larger than a part', 6_000_000, Infinity],
])('in ranges (%s) it has the same bytes', async (_, chunk, cutAfter) => {
	const { open, begins } = serving(source, cutAfter, chunk);
	const { status, copied, journal } = await copying({ open, range });
	expect(status).toBe('SUCCEEDED');
	expect(journal.count('putStream')).toBeGreaterThan(2);
	expect(copied).toBe(digest(stored));
	// Each range goes on where the one before ended, at most a chunk earlier.
	const later = begins.slice(1);
	expect(later.every((at, index) => at >= begins[index] && at > 0)).toBe(true);
});

it('after a crash at any moment of the ranges it has the same bytes', async () => {
	const served = () => serving(source, 3_000_017, 65_536).open;
	const { journal } = await copying({ open: served(), range });
	const from = journal.entries.indexOf('checkpoint START copy-1');
	const to = journal.entries.findIndex((entry) => entry.includes('SUCCEED copy-1-range-3'));
	expect(to).toBeGreaterThan(from);
	for (let at = from; at <= to; at += 2) {
		const side = at % 4 < 2 ? 'before' : 'after';
		const { status, crashed, copied } = await copying({
			open: served(),
			range,
			crash: { at, side },
		});
		expect({ at, status, crashed, copied }).toEqual({
			at,
			status: 'SUCCEEDED',
			crashed: true,
			copied: digest(stored),
		});
	}
});

it('begins again where the service has another file by now', async () => {
	let opened = 0;
	const { open } = serving(source, Infinity, 65_536);
	const { status, copied, journal } = await copying({
		range,
		open: async (...given) => {
			const answer = await open(...given);
			return ++opened === 2 ? { ...answer, headers: { ...answer.headers, etag: '"2"' } } : answer;
		},
	});
	expect(status).toBe('SUCCEEDED');
	expect(journal.count('abandon')).toBe(1);
	expect(copied).toBe(digest(stored));
});

it('a value of another type is an invalid event', async () => {
	const destination = { bucket: BUCKET, neutralizeFormulas: 'true' };
	const { error } = await kit.run({ name: 'x', event: { ...exportEvent(), destination } });
	expect(error).toMatchObject({
		ErrorType: 'InvalidEvent',
		ErrorMessage: expect.stringContaining('destination.neutralizeFormulas: must be true or false'),
	});
});

test('any number of stored bytes continues with the rest, wherever chunks are cut', async () => {
	const small = fileOf(200, 3);
	async function* pieces(position: { received: number }, sizes: readonly number[]) {
		for (let turn = 0; position.received < small.source.length; turn++) {
			const { received } = position;
			const size = sizes[turn % sizes.length];
			const piece = new Uint8Array(small.source.subarray(received, received + size));
			position.received += piece.length;
			yield await Promise.resolve(piece);
		}
	}
	const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
	await fc.assert(
		fc.asyncProperty(sizes, sizes, fc.nat(), async (first, then, cut) => {
			// At least one byte is left, as the store has it.
			const enough = cut % small.stored.length;
			const begun = { received: 0 };
			const one = neutralized(pieces(begun, first), begun, { stored: 0 });
			let all = Buffer.alloc(0);
			for await (const chunk of one.chunks) {
				all = Buffer.concat([all, chunk]);
				if (all.length > enough) break;
			}
			const reached = one.sourceAt();
			expect(reached.download.received).toBeLessThan(small.source.length);
			const position = { ...reached.download };
			const copy = JSON.parse(JSON.stringify(reached)) as typeof reached;
			const other = neutralized(pieces(position, then), position, {
				reached: copy,
				stored: enough,
			});
			all = all.subarray(0, enough);
			for await (const chunk of other.chunks) all = Buffer.concat([all, chunk]);
			expect(all.toString()).toBe(small.stored.toString());
			expect(other.length()).toBe(small.stored.length);
		}),
		{ numRuns: 300 },
	);
});
