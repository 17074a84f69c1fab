import { clientWith } from '../../../core/client';
import {
	drawnPositions,
	FAMILIES,
	type FamilyName,
	normal,
	seededRandom,
} from '../../../core/testing/drawnPositions';
import { virtualClock } from '../../../core/testing/virtualClock';
import * as evmTransaction from '../../../core/subjects/evmTransaction';
import { TOLERANT } from './fakes';
import { idOf, rangeService } from './rangeService';

/** Lists drawn from families of distributions: the same items, in less time, with few requests. */

const WIDTH = 10_000_000;
const NAMES = Object.keys(FAMILIES) as FamilyName[];
const operation = evmTransaction.getManyErc20Transfers;

interface Drawn {
	family: FamilyName;
	seed: number;
	count: number;
}

function listOf({ family, seed, count }: Drawn) {
	const positions = drawnPositions(family, { random: seededRandom(seed), count, width: WIDTH });
	return positions.map((position, at) => ({ position, id: String(at).padStart(5, '0') }));
}

/** Reads a list in virtual time. */
async function read(drawn: Drawn, options: { readers: number; pageSize: number }, times: number[]) {
	const service = rangeService({ operation, items: listOf(drawn) });
	const clock = virtualClock(0);
	let requests = 0;
	const client = clientWith({
		...TOLERANT,
		services: { data: { url: 'https://a.test' } },
		clock,
		async transport(request) {
			const response = service.respond(request);
			await clock.sleep(times[requests++ % times.length]);
			return response;
		},
	});
	const ids: string[] = [];
	const input = {
		chainId: '43114',
		address: `0x${'1'.repeat(40)}`,
		startBlock: 0,
		endBlock: WIDTH,
	};
	await clock.run(async () => {
		for await (const { items } of client.pages(operation, input, options)) {
			ids.push(...items.map(idOf));
		}
	});
	return { ids, requests, ms: clock.now() };
}

/** Log-normal latencies of 20 ms and more, with a mean of about 100 ms. */
function varying(seed: number): number[] {
	const random = seededRandom(seed);
	return Array.from({ length: 500 }, () => 20 + 70 * Math.exp(0.5 * normal(random)));
}

test.each(NAMES)('200 pages in a sixth of the time with 8 readers: %s', async (family) => {
	for (const seed of [1, 2, 3]) {
		const drawn = { family, seed, count: 200 * 20 };
		for (const times of [[100], varying(seed)]) {
			const one = await read(drawn, { readers: 1, pageSize: 20 }, times);
			for (const { readers, least } of [
				{ readers: 8, least: 6 },
				{ readers: 4, least: 3.5 },
			]) {
				const { ms, requests } = await read(drawn, { readers, pageSize: 20 }, times);
				expect(one.ms / ms).toBeGreaterThanOrEqual(times.length > 1 ? least * 0.95 : least);
				expect(requests).toBeLessThanOrEqual(200 * 1.2);
			}
		}
	}
});
