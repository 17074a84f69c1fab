import fc, { rounds } from '../../../core/testing/properties';
import type { HttpRequest } from '../../../core/protocol/ports';
import { getManyContainers } from '../../../core/subjects/index/indexApi';
import { rpcAnswer } from './fakes';
import { listTrip } from './rangeService';

/** Containers of an index, read by several readers: every index has one, and the end is where none is. */

interface Params {
	startIndex: string;
	numToFetch: number;
}

/** A node that accepts a container more with every so many calls. */
function node(accepted: number, growsEvery: number) {
	let size = accepted;
	let calls = 0;
	return {
		calls: () => calls,
		respond({ body }: HttpRequest) {
			if (growsEvery > 0 && ++calls % growsEvery === 0) size++;
			if (growsEvery === 0) calls++;
			return rpcAnswer(body, ({ params }) => {
				const { startIndex, numToFetch } = params as Params;
				const start = Number(startIndex);
				if (start >= size) {
					const message = `start index (${start}) > last accepted index (${size - 1})`;
					return { error: { code: -32000, message } };
				}
				const count = Math.min(numToFetch, size - start);
				const containers = Array.from({ length: count }, (_, at) => ({
					id: `container ${start + at}`,
					index: String(start + at),
					bytes: '0x00',
				}));
				return { result: { containers } };
			});
		},
	};
}

async function read(
	index: ReturnType<typeof node>,
	options: { readers: number | 'auto'; limit?: number; pageSize: number },
	startIndex: number,
	latencies: readonly number[],
) {
	const { client, clock, counts } = listTrip(index, { latencies });
	const indexes: number[] = [];
	await clock.run(async () => {
		const input = { index: 'P/block', startIndex: String(startIndex) } as const;
		for await (const { items } of client.pages(getManyContainers, input, options)) {
			indexes.push(...items.map((item) => item.index));
		}
	});
	return { indexes, sent: counts.requests };
}

test('containers come without a gap, also while the index grows', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 900 }),
			fc.nat(3),
			fc.integer({ min: 2, max: 16 }),
			fc.integer({ min: 3, max: 40 }),
			fc.option(fc.integer({ min: 1, max: 600 }), { nil: undefined }),
			fc.nat(30),
			fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 9 }),
			async (size, growsEvery, readers, pageSize, limit, start, latencies) => {
				const startIndex = Math.min(start, size - 1);
				const index = node(size, growsEvery);
				const { indexes, sent } = await read(
					index,
					{ readers, limit, pageSize },
					startIndex,
					latencies,
				);
				expect(indexes).toEqual(indexes.map((_, at) => startIndex + at));
				const there = Math.min(limit ?? Infinity, size - startIndex);
				expect(indexes.length).toBeGreaterThanOrEqual(there);
				expect(indexes.length).toBeLessThanOrEqual(limit ?? size + index.calls());
				if (growsEvery > 0) return;
				expect(indexes).toHaveLength(there);
				const one = await read(node(size, 0), { readers: 1, limit, pageSize }, startIndex, [1]);
				expect(indexes).toEqual(one.indexes);
				expect(sent).toBeLessThanOrEqual(one.sent * 1.1 + 2 * readers);
			},
		),
		{
			numRuns: rounds(200),
			// Requests were on their way behind the end when it became known.
			examples: [[9, 0, 5, 3, undefined, 0, [8, 3, 11]]],
		},
	);
});

test('an index beyond 2^53 is read by one reader', async () => {
	const asked: string[] = [];
	const respond = ({ body }: HttpRequest) =>
		rpcAnswer(body, ({ params }) => {
			asked.push((params as Params).startIndex);
			return { result: { containers: [] } };
		});
	const { client, clock } = listTrip({ respond }, { latencies: [1] });
	const input = { index: 'P/block', startIndex: '9007199254740993' } as const;
	await clock.run(() => client.pages(getManyContainers, input, { readers: 8 }).next());
	expect(asked).toEqual(['9007199254740993']);
});
