import { createLimiter, type RateLimits } from '../data/access';
import { answerFailure, ServiceFailure } from '../data/failure';
import { patternOf, readInput, transcriptionOf } from '../data/input';
import { createPageStore, paginate, queryKey } from '../data/pages';
import type { Dialect, Service, ServiceRequest, ServiceResponse } from '../service';
import type { EvmChain, World } from '../world';

const PATH = '/v1/avg_tps/{chainId}';
const DAY = 86_400;
const DAYS = 400;
const PAGE_SIZE = 100;
/** The data is brought up to date every hour. */
const RUN_SECONDS = 3600;
const COST = 100;

export interface MetricsOptions {
	dialect: Dialect;
	/** Read at every request. */
	limits: RateLimits;
}

/** Average transactions per second of a day. */
function valueOf(world: World, chain: EvmChain, day: number): number {
	const stream = world.random.stream(`${chain.chainId} tps`, day);
	return Math.round((1 + 30 * stream.next()) * 10_000) / 10_000;
}

/** The metrics service: daily average transactions per second, newest first. No authentication. */
export function metricsService(world: World, options: MetricsOptions): Service {
	const { dialect, limits } = options;
	const pages = createPageStore(`${world.seed} metrics`, world.clock);
	const limiter = createLimiter(world.clock);
	const pattern = patternOf(PATH);
	const transcription = transcriptionOf('metrics', 'GET', PATH);

	function answer(request: ServiceRequest): ServiceResponse {
		const groups = pattern.exec(request.path);
		if (!groups || request.method !== 'GET') {
			throw new ServiceFailure(404, `Cannot ${request.method} ${request.path}`);
		}
		const headers = limiter('anyone', limits.metrics, COST);
		const input = readInput(transcription, groups.slice(1), request);
		const chain = world.evmChain(String(input.chainId));
		if (!chain) throw new ServiceFailure(404, `Chain ${String(input.chainId)} is not supported`);
		const today = Math.floor(world.node.epoch / DAY);
		const days = Array.from({ length: DAYS }, (_, i) => today - DAYS + 1 + i);
		const { items, nextPageToken } = paginate(days, (day) => [day, 0], {
			store: pages,
			query: queryKey(request.path, request.query),
			token: input.pageToken as string | undefined,
			size: PAGE_SIZE,
			descending: true,
		});
		// The guide and the schema of the deployed service name the next page differently.
		const name = dialect === 'live' ? 'nextPageStartKey' : 'nextPageToken';
		const now = world.clock.seconds();
		const body = {
			results: items.map((day) => ({ timestamp: day * DAY, value: valueOf(world, chain, day) })),
			status: 200,
			lastRun: now - (now % RUN_SECONDS),
			...(nextPageToken === undefined ? {} : { [name]: nextPageToken }),
		};
		return { status: 200, headers, body };
	}

	return (request) => {
		try {
			return answer(request);
		} catch (error) {
			if (error instanceof ServiceFailure) return answerFailure(error, 'metrics', dialect);
			throw error;
		}
	};
}
