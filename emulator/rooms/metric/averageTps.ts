import { type Endpoint, pageOf } from '../../rest/endpoint';
import { ServiceFailure } from '../../rest/failure';
import type { EvmChain, World } from '../../world';
import { DAY } from '../../../core/formats/timeUnits';

const DAYS = 400;
const PAGE_SIZE = 100;
/** The data is brought up to date every hour. */
const RUN_SECONDS = 3600;

/** Average transactions per second of a day. */
function valueOf(world: World, chain: EvmChain, day: number): number {
	const stream = world.random.stream(`${chain.chainId} tps`, day);
	return Math.round((1 + 30 * stream.next()) * 10_000) / 10_000;
}

/** Daily average transactions per second of a chain, newest first. */
export const averageTps: Endpoint = {
	method: 'GET',
	path: '/v1/avg_tps/{chainId}',
	answer(call) {
		const { world, input, dialect } = call;
		const chain = world.evmChain(String(input.chainId));
		if (!chain) throw new ServiceFailure(404, `Chain ${String(input.chainId)} is not supported`);
		const today = Math.floor(world.node.epoch / DAY);
		const days = Array.from({ length: DAYS }, (_, i) => today - DAYS + 1 + i);
		// The documents name no page size.
		const sized = { ...call, input: { ...input, pageSize: PAGE_SIZE } };
		const { items, nextPageToken } = pageOf(sized, days, (day) => [day, 0], true);
		// The guide and the schema of the deployed service name the next page differently.
		const name = dialect === 'live' ? 'nextPageStartKey' : 'nextPageToken';
		const now = world.clock.seconds();
		return {
			results: items.map((day) => ({ timestamp: day * DAY, value: valueOf(world, chain, day) })),
			status: 200,
			lastRun: now - (now % RUN_SECONDS),
			...(nextPageToken === undefined ? {} : { [name]: nextPageToken }),
		};
	},
};
