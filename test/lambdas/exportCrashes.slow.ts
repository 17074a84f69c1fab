import { type Death, deathsAt } from '../../core/testing/deaths';
import { exportsForTests } from './exportsForTests';
import { BUCKET, type RunOptions, exportedBy } from '../../lab/kit/lambda/exportKit';

const { emulator, s3, kit } = exportsForTests({ exports: { durationMs: 10_000 } });
let runs = 0;

/** One run that is cut off once, and what it left in the world. */
async function crashing(crash?: Death, options: RunOptions = {}) {
	emulator.control.clearRequests();
	kit.written.length = 0;
	const name = `crash-${runs++}`;
	const outcome = await kit.run({ name, crash, ...options });
	const started = emulator.control
		.requests()
		.filter(({ method, path }) => method === 'POST' && path.includes('transactions:export')).length;
	const writes = (file: string) =>
		kit.written.filter((one) => one === `${BUCKET}/tx/${name}/${file}`).length;
	return { ...outcome, name, started, writes };
}

it('a crash before or after anything that it does starts and writes nothing twice', async () => {
	const { journal, status } = await crashing();
	expect(status).toBe('SUCCEEDED');
	const { entries } = journal;
	const begins = entries.indexOf('checkpoint START start-1');
	const begun = entries.findIndex((entry) => entry.includes('SUCCEED start-1'));
	expect(begins).toBeGreaterThan(0);
	expect(begun).toBeGreaterThan(begins);
	// Each durable step and each thing done in one is among them.
	for (const part of [
		'SUCCEED check-destination',
		'RETRY wait-1',
		'SUCCEED wait-1',
		'SUCCEED copy-1',
		'SUCCEED write-manifest',
		'putStream',
		'put tx',
		'download',
	]) {
		expect(entries.some((entry) => entry.includes(part))).toBe(true);
	}
	for (const { at, side } of deathsAt(0, entries.length - 1)) {
		const { crashed, status: end, error, started, writes } = await crashing({ at, side });
		const between =
			(at > begins || (at === begins && side === 'after')) &&
			(at < begun || (at === begun && side === 'before'));
		const outcome = end === 'SUCCEEDED' ? end : error?.ErrorType;
		expect({ at: `${side} ${entries[at]}`, crashed, outcome }).toEqual({
			at: `${side} ${entries[at]}`,
			crashed: true,
			outcome: between ? 'ExportStartUncertain' : 'SUCCEEDED',
		});
		expect(started).toBeLessThanOrEqual(1);
		if (!between) expect(started).toBe(1);
		expect(writes('part-001.csv')).toBe(between ? 0 : 1);
		expect(writes('manifest.json')).toBe(between ? 0 : 1);
	}
}, 300_000);

it('a crash in the middle of a file leaves no half of it', async () => {
	emulator.control.setExports({ bytes: 12_000_000 });
	const { journal } = await crashing();
	const chunks = journal.entries.flatMap((entry, at) => (entry === 'chunk' ? [at] : []));
	expect(chunks.length).toBeGreaterThan(1);
	for (const at of chunks) {
		const { status, result, writes, name, started } = await crashing({ at, side: 'after' });
		expect(status).toBe('SUCCEEDED');
		expect(result.bytes).toBe(12_000_000);
		expect(started).toBe(1);
		expect(writes('part-001.csv')).toBe(1);
		expect((await s3.text(BUCKET, `tx/${name}/part-001.csv`)).length).toBe(12_000_000);
	}
});

it('a file that takes several steps continues after the last stored range', async () => {
	const bytes = 11_000_000;
	emulator.control.setExports({ bytes });
	const range = { bytes: 5 * 1024 ** 2, ms: 240_000 };
	const { journal, status } = await crashing(undefined, { range });
	expect(status).toBe('SUCCEEDED');
	const steps = journal.entries.flatMap((entry) => /SUCCEED (copy-\S+)/.exec(entry)?.[1] ?? []);
	expect(steps).toEqual(['copy-1', 'copy-1-range-2', 'copy-1-range-3']);
	const from = journal.entries.indexOf('checkpoint START copy-1');
	const to = journal.entries.findIndex((entry) => entry.includes('SUCCEED copy-1-range-3'));
	expect(to).toBeGreaterThan(from);
	for (const crash of deathsAt(from, to)) {
		const outcome = await crashing(crash, { range });
		expect(outcome).toMatchObject({ crashed: true, status: 'SUCCEEDED', started: 1 });
		expect(outcome.writes('part-001.csv')).toBe(1);
		const copied = await s3.text(BUCKET, `tx/${outcome.name}/part-001.csv`);
		const { operationId } = outcome.result.files[0];
		expect(copied === (await exportedBy(emulator, operationId))).toBe(true);
		// Ranges that were saved are not read again: at most one range more than without a crash.
		expect(outcome.journal.count('putStream')).toBeLessThanOrEqual(4);
	}
}, 300_000);
