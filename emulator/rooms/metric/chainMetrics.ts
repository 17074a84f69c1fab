import { type Call, type Endpoint, found, listed } from '../../rest/endpoint';
import { ServiceFailure } from '../../rest/failure';
import type { EvmChain, World } from '../../world';
import { metricPointKey } from '../../world/conditions';
import { type Interval, series } from './series';
import { DAY } from '../../../core/formats/timeUnits';

/** Metrics count from here on. */
const GENESIS = 1_600_646_400;

/** Average of a metric per second of one chain. Values of `LEVELS` do not depend on time. */
const PER_SECOND: Record<string, number> = {
	activeAddresses: 0.4,
	activeSenders: 0.2,
	txCount: 3,
	gasUsed: 600_000,
	contracts: 0.01,
	deployers: 0.002,
	feesPaid: 0.01,
	cumulativeTxCount: 3,
	cumulativeAddresses: 0.02,
	cumulativeContracts: 0.01,
	cumulativeDeployers: 0.002,
};

const LEVELS: Record<string, number> = {
	avgGps: 600_000,
	maxGps: 4_000_000,
	avgTps: 3,
	maxTps: 90,
	avgGasPrice: 25.5,
	maxGasPrice: 900.25,
};

/** The chains of `{chainId}`, which may stand for those of a network. */
function chainsOf({ world, input }: Call): EvmChain[] {
	const id = String(input.chainId);
	if (id === 'total') return world.evmChains;
	const network = { mainnet: 'mainnet', testnet: 'fuji' }[id];
	if (network) return world.evmChains.filter((chain) => chain.network === network);
	const chain = world.evmChain(id);
	if (!chain) throw new ServiceFailure(404, `Chain ${id} is not supported`);
	return [chain];
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** Ratio of a metric on one day to its average, 0.5 to 1.5. */
function factorOf(world: World, { chainId }: EvmChain, metric: string, day: number): number {
	return 0.5 + world.random.stream(`${chainId} ${metric}`, day).next();
}

/** The value of one chain in a range of time, always the same: days add up to weeks and windows. */
function valueOf(
	world: World,
	chain: EvmChain,
	metric: string,
	start: number,
	end: number,
): number {
	if (metric.startsWith('cumulative')) return Math.floor((end - GENESIS) * PER_SECOND[metric]);
	const first = Math.floor(start / DAY);
	if (metric in LEVELS) return round(LEVELS[metric] * factorOf(world, chain, metric, first));
	let sum = 0;
	for (let day = first; day * DAY < end; day++) {
		const seconds = Math.min(end, (day + 1) * DAY) - Math.max(start, day * DAY);
		sum += factorOf(world, chain, metric, day) * seconds;
	}
	const value = PER_SECOND[metric] * sum;
	return metric === 'feesPaid' ? round(value) : Math.floor(value);
}

/** The value of all chains that a query names. */
function together(call: Call, start: number, end: number): number {
	const metric = String(call.input.metric);
	const values = chainsOf(call).map((chain) => valueOf(call.world, chain, metric, start, end));
	if (!(metric in LEVELS)) return round(values.reduce((sum, value) => sum + value, 0));
	return metric.startsWith('max')
		? Math.max(...values)
		: round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

const WINDOWS: Array<[name: string, days: number]> = [
	['lastHour', 1 / 24],
	['lastDay', 1],
	['lastWeek', 7],
	['lastMonth', 30],
	['last90Days', 90],
	['lastYear', 365],
];

/** Distinct addresses are counted for the shorter windows only. */
const isDistinct = (metric: string) => metric.startsWith('active');

/** The series and the windows of EVM chains. */
export const chainMetricEndpoints: Endpoint[] = [
	{
		method: 'GET',
		path: '/v2/chains/{chainId}/metrics/{metric}',
		answer(call) {
			chainsOf(call);
			const interval = (call.input.timeInterval ?? 'day') as Interval;
			const { chainId, metric } = call.input;
			const { metricPoints } = call.world.conditions;
			return series(call, interval, (start, end) => [
				() => ({
					value:
						metricPoints.get(metricPointKey(String(chainId), String(metric), start)) ??
						together(call, start, end),
				}),
			]);
		},
	},
	{
		method: 'GET',
		path: '/v2/chains/{chainId}/rollingWindowMetrics/{metric}',
		answer(call) {
			chainsOf(call);
			const now = call.world.clock.seconds();
			const windows = isDistinct(String(call.input.metric)) ? WINDOWS.slice(0, 3) : WINDOWS;
			const entries = windows.map(([name, days]) => [name, together(call, now - days * DAY, now)]);
			const allTime = isDistinct(String(call.input.metric))
				? {}
				: { allTime: together(call, GENESIS, now) };
			return { result: { ...(Object.fromEntries(entries) as object), ...allTime } };
		},
	},
];

function chainJson(chain: EvmChain) {
	return {
		evmChainId: Number(chain.chainId),
		chainName: chain.name,
		blockchainId: chain.blockchainId,
		subnetId: chain.subnetId,
		network: chain.network === 'fuji' ? 'testnet' : 'mainnet',
	};
}

/** The service's pages hold up to 10,000 chains; these are small, so that there are several. */
const CHAINS_PER_PAGE = 4;

/** The chains that there are metrics of. */
export const indexedChainEndpoints: Endpoint[] = [
	{
		method: 'GET',
		path: '/v2/chains',
		answer(call) {
			const { input, world } = call;
			const wanted = input.network === 'testnet' ? 'fuji' : input.network;
			const chains = world.evmChains.filter(({ network }) => !wanted || network === wanted);
			const sized = { ...call, input: { ...input, pageSize: CHAINS_PER_PAGE } };
			return listed(sized, 'chains', chains, chainJson);
		},
	},
	{
		method: 'GET',
		path: '/v2/chains/{chainId}',
		answer({ input, world }) {
			const id = String(input.chainId);
			return chainJson(found(`Chain ${id}`, world.evmChain(id)));
		},
	},
];
