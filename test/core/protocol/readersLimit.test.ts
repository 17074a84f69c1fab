import { clientWith } from '../../../core/client';
import * as staking from '../../../core/subjects/staking/stakingTransaction';
import type { HttpResponse } from '../../../core/protocol/ports';
import { virtualClock } from '../../../core/testing/virtualClock';
import { answer, TOLERANT } from './fakes';
import { idOf, rangeService } from './rangeService';

/** Several readers under a rate limit: no answer 429 more than one reader gets. */

const WINDOW_MS = 60_000;
const LIMIT = 6_000;
const COST = 100;
const START = 1_700_000_000;

const items = Array.from({ length: 4_000 }, (_, at) => ({
	position: START + Math.floor((at * at) / 50),
	id: String(at).padStart(5, '0'),
}));

/** Reads the list in a service that counts units in windows from the first request on. */
async function readUnderLimit(readers: number, used: number) {
	const clock = virtualClock(START * 1000);
	const service = rangeService({ operation: staking.getManyTransactions, items });
	let window = { ends: clock.now() + WINDOW_MS, used };
	let refused = 0;
	const client = clientWith({
		...TOLERANT,
		services: { data: { url: 'https://service.test' } },
		clock,
		async transport(request): Promise<HttpResponse> {
			await clock.sleep(50);
			if (clock.now() >= window.ends) window = { ends: clock.now() + WINDOW_MS, used: 0 };
			const fits = window.used + COST <= LIMIT;
			if (fits) window.used += COST;
			else refused++;
			const seconds = String(Math.ceil((window.ends - clock.now()) / 1000));
			const headers = {
				'ratelimit-policy': `${LIMIT};w=60`,
				'ratelimit-limit': String(LIMIT),
				'ratelimit-remaining': String(LIMIT - window.used),
				...(!fits && { 'ratelimit-reset': seconds, 'retry-after': seconds }),
			};
			const response = fits ? service.respond(request) : answer({ message: 'no' }, 429);
			await clock.sleep(50);
			return { ...response, headers };
		},
	});
	const ids: string[] = [];
	await clock.run(async () => {
		const input = { network: 'mainnet', startTimestamp: START - 1 } as const;
		const pages = client.pages(staking.getManyTransactions, input, { readers, pageSize: 20 });
		for await (const page of pages) ids.push(...page.items.map(idOf));
	});
	return { ids, refused, minutes: (clock.now() / 1000 - START) / 60 };
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
