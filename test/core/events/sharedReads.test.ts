import type { CallOptions, Client, RangeOptions, RangePart } from '../../../core/client';
import { sharingReads } from '../../../core/events/sharedReads';
import { getBalance, getBlockNumber } from '../../../core/subjects/evm/evm';
import { getManyLogs } from '../../../core/subjects/evm/evmLogs';
import { fakeClock } from '../protocol/fakes';

/** Calls and ranges of blocks that the events of one poll share. */

const RECORD = { operation: 'x', path: [0], message: 'no text' };
const FIELD = { operation: 'x', field: 'hash', path: ['hash'], count: 1 };

/** A context that shares the reads of a client, which counts them; each read has the number of its request. */
function counted(parts = 3) {
	const asked = { calls: 0, ranges: 0, parts: 0, missing: 0 };
	const client = {
		missing: () => void asked.missing++,
		async call(_: unknown, __: unknown, { skip, missing }: CallOptions = {}) {
			skip?.(RECORD);
			missing?.(FIELD);
			return ++asked.calls;
		},
		async *ranges(_: unknown, __: unknown, { skip, missing }: RangeOptions) {
			asked.ranges += 1;
			for (let first = 0; first < parts; first++) {
				asked.parts += 1;
				skip?.(RECORD);
				missing?.(FIELD);
				const part: RangePart<unknown> = { first, last: first, answers: [], more: true };
				yield part;
			}
		},
	} as unknown as Client<'tolerant'>;
	const context = { client, clock: fakeClock(), deadline: 0, maxEvents: 1, maxPages: 1 };
	const { client: shared, clock } = sharingReads(context);
	const call = async (options?: CallOptions, blockchainId = 'C', operation = getBlockNumber) =>
		await shared.call(operation, { blockchainId }, options as never);
	const range = async (given: Partial<RangeOptions> = {}, most = 9, blockchainId = 'C') => {
		const read: number[] = [];
		const options = { from: 1, to: 9, ...given };
		for await (const { first } of shared.ranges(getManyLogs, [{ blockchainId }], options as never))
			if (read.push(first) === most) break;
		return read;
	};
	return { asked, call, range, clock };
}

/** Options that count what reading reports. */
function reporting() {
	const reports = { skipped: 0, missing: 0 };
	const options = { skip: () => void reports.skipped++, missing: () => void reports.missing++ };
	return { reports, options };
}

test('an equal range is read once, by each reader to the end and with its reports', async () => {
	const { asked, range } = counted();
	const [one, two, three] = [reporting(), reporting(), reporting()];
	const read = await Promise.all([range(one.options, 1), range(two.options), range(two.options)]);
	expect(read).toEqual([[0], [0, 1, 2], [0, 1, 2]]);
	expect(await range(three.options)).toEqual([0, 1, 2]);
	expect(asked).toEqual({ calls: 0, ranges: 1, parts: 3, missing: 0 });
	expect([one.reports, two.reports, three.reports]).toEqual(
		[1, 6, 3].map((times) => ({ skipped: times, missing: times })),
	);
});

test('an equal call is one request, with its reports for each', async () => {
	const { asked, call } = counted();
	const [one, two] = [reporting(), reporting()];
	expect(await Promise.all([call(one.options), call(two.options)])).toEqual([1, 1]);
	expect(asked.calls).toBe(1);
	expect([one.reports, two.reports]).toEqual(Array(2).fill({ skipped: 1, missing: 1 }));
});

test('what differs, or can be aborted, is a request of its own', async () => {
	const { asked, call, range } = counted();
	const { signal } = new AbortController();
	const skip = () => undefined;
	for (const options of [{}, { exact: true }, { skip }, { retry: { retries: 1 } }, { signal }]) {
		await call(options);
		await range(options);
	}
	await call({ signal });
	await range({ signal });
	await call({}, 'other');
	await call({}, 'C', getBalance as never);
	await range({}, 9, 'other');
	for (const given of [{ from: 2 }, { to: 8 }, { to: undefined }, { order: 'newest' as const }])
		await range(given);
	expect(asked).toMatchObject({ calls: 8, ranges: 11 });
});

test('after a pause, all is read anew', async () => {
	const { asked, call, range, clock } = counted();
	for (let times = 1; times <= 2; times++) {
		expect(await call()).toBe(times);
		expect(await range()).toEqual([0, 1, 2]);
		await clock.sleep(1);
	}
	expect(asked).toEqual({ calls: 2, ranges: 2, parts: 6, missing: 8 });
});
