import { clientWith } from '../../core/client';
import { waitForJob } from '../../core/exports/wait';
import type { HttpResponse } from '../../core/protocol/ports';
import { answer, caught, fakeClock, fakeTransport, TOLERANT } from './protocol/fakes';

const ID = '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47';

function job(operationStatus: string, more: Record<string, unknown> = {}) {
	return { operationId: ID, operationType: 'TRANSACTION_EXPORT_EVM', operationStatus, ...more };
}

function jobs(respond: (index: number, now: number) => HttpResponse) {
	const clock = fakeClock(0);
	const { transport, requests } = fakeTransport((_, index) => respond(index, clock.time));
	const client = clientWith({
		...TOLERANT,
		services: { data: { url: 'https://data.test' } },
		transport,
		clock,
		retry: { retries: 0 },
	});
	return { client, clock, requests };
}

describe('waiting for an export', () => {
	it('asks with growing pauses until the job has finished', async () => {
		const done = job('COMPLETED', { metadata: { downloadUrl: 'https://files.example.com/a.csv' } });
		const { client, clock, requests } = jobs((index) => answer(index < 12 ? job('RUNNING') : done));
		const progress: Array<[string, number]> = [];
		const finished = await waitForJob(client, ID, {
			timeoutMs: 3_600_000,
			clock,
			onProgress: ({ operationStatus }, elapsed) => progress.push([operationStatus, elapsed]),
		});
		expect(finished).toEqual(done);
		expect(requests).toHaveLength(13);
		expect(requests[0].url).toBe(`https://data.test/v1/operations/${ID}`);
		expect(clock.slept.slice(0, 4)).toEqual([1_000, 1_500, 2_250, 3_375]);
		expect(Math.max(...clock.slept)).toBe(60_000);
		expect(progress[0]).toEqual(['RUNNING', 0]);
		expect(progress[12]).toEqual(['COMPLETED', clock.time]);
	});

	it('ends at once with a job that has finished', async () => {
		const { client, clock } = jobs(() => answer(job('COMPLETED')));
		await waitForJob(client, ID, { timeoutMs: 0, clock });
		expect(clock.slept).toEqual([]);
	});

	it('returns a truncated export with the day to continue from', async () => {
		const metadata = {
			code: 'WarnTruncatedExport',
			nextDate: '2026-09-14',
			downloadUrl: 'https://files.example.com/a.csv',
		};
		const { client, clock } = jobs(() => answer(job('COMPLETED_WITH_WARNING', { metadata })));
		const finished = await waitForJob(client, ID, { timeoutMs: 1_000, clock });
		expect(finished.metadata?.nextDate).toBe('2026-09-14');
	});

	it.each([
		[
			{ code: 'ErrInvalidRequest' },
			'Too many addresses',
			'invalid-input',
			'ErrInvalidRequest: Too many addresses',
		],
		[{ code: 'ErrInternal' }, '', 'server', 'ErrInternal: The service gave no reason'],
		[undefined, 'Oops', 'server', 'Oops'],
	])('throws what a failed job says: %j, %s', async (metadata, message, kind, said) => {
		const { client, clock } = jobs((index) =>
			answer(index ? job('FAILED', { metadata, message }) : job('RUNNING')),
		);
		const error = await caught(() => waitForJob(client, ID, { timeoutMs: 60_000, clock }));
		expect(error).toMatchObject({ kind, retryable: false, operation: 'transactionExport.get' });
		expect(error.message).toBe(`Export ${ID} failed. ${said}`);
	});

	it('stops at its timeout with the operation id, after a last read', async () => {
		for (const timeoutMs of [0, 500, 10_000, 100_000]) {
			const { client, clock } = jobs(() => answer(job('RUNNING')));
			const error = await caught(() => waitForJob(client, ID, { timeoutMs, clock }));
			expect(error).toMatchObject({ kind: 'unavailable', retryable: false });
			expect(error.message).toContain(ID);
			expect(clock.time).toBe(timeoutMs);
		}
		const { client, clock } = jobs((_, now) =>
			answer(job(now >= 10_000 ? 'COMPLETED' : 'RUNNING')),
		);
		expect(await waitForJob(client, ID, { timeoutMs: 10_000, clock })).toEqual(job('COMPLETED'));
	});

	it('takes a state that it does not know for running', async () => {
		const { client, clock } = jobs((index) => answer(job(index ? 'COMPLETED' : 'QUEUED')));
		await waitForJob(client, ID, { timeoutMs: 60_000, clock });
		expect(clock.slept).toHaveLength(1);
	});

	it('fails where the job cannot be read', async () => {
		const { client, clock } = jobs(() => answer({ message: 'Operation not found' }, 404));
		const error = await caught(() => waitForJob(client, ID, { timeoutMs: 60_000, clock }));
		expect(error).toMatchObject({ kind: 'not-found', message: 'Operation not found' });
	});
});
