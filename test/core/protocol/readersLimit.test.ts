import * as staking from '../../../core/subjects/staking/stakingTransaction';
import type { HttpRequest } from '../../../core/protocol/ports';
import { rateLimited } from './limitedService';
import { idOf, listTrip, rangeService } from './rangeService';

/** Several readers under a rate limit: no answer 429 more than one reader gets. */

const LIMIT = 6_000;
const COST = 100;
const START = 1_700_000_000;

const items = Array.from({ length: 4_000 }, (_, at) => ({
	position: START + Math.floor((at * at) / 50),
	id: String(at).padStart(5, '0'),
}));

/** Reads the list in a service that counts units in windows from the first request on. */
async function readUnderLimit(readers: number, used: number) {
	const list = rangeService({ operation: staking.getManyTransactions, items });
	// A window begins with the first request.
	const service = rateLimited({ limit: LIMIT, phase: -START * 1000 });
	service.windows.set(0, used);
	const limited = (request: HttpRequest) => {
		const response = service.request(clock.now(), COST);
		return response.status === 200 ? { ...response, text: list.respond(request).text } : response;
	};
	const { client, clock } = listTrip(
		{ respond: limited },
		{ start: START * 1000, latencies: [100], retries: 4 },
	);
	const ids: string[] = [];
	await clock.run(async () => {
		const input = { network: 'mainnet', startTimestamp: START - 1 } as const;
		const pages = client.pages(staking.getManyTransactions, input, { readers, pageSize: 20 });
		for await (const page of pages) ids.push(...page.items.map(idOf));
	});
	return { ids, refused: service.refused, minutes: (clock.now() / 1000 - START) / 60 };
}

test.each([
	{ readers: 4, used: 0 },
	{ readers: 8, used: 0 },
	{ readers: 16, used: 0 },
	{ readers: 16, used: LIMIT - 2 * COST },
	{ readers: 8, used: LIMIT },
])('$readers readers, $used units used before', async ({ readers, used }) => {
	const one = await readUnderLimit(1, used);
	const many = await readUnderLimit(readers, used);
	expect(one.ids).toHaveLength(items.length);
	expect(many.ids).toEqual(one.ids);
	expect(many.refused).toBeLessThanOrEqual(one.refused);
	expect(many.minutes).toBeLessThanOrEqual(one.minutes + 1);
});
