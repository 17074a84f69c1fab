import type { Call, Endpoint } from '../../rest/endpoint';
import type { World } from '../../world';
import { type Interval, series } from './series';
import { DAY } from '../../../core/formats/timeUnits';

/** Messages are counted from here on. */
const GENESIS = 1_704_067_200;
/** Value in place of a blockchain that rows are not grouped by. */
const ALL = 'all';

interface Route {
	srcBlockchainId: string;
	destBlockchainId: string;
}

/** The routes of a query: every pair of chains of one network. */
function routesOf({ world, input }: Call): Route[] {
	const wanted = input.network === 'testnet' ? 'fuji' : input.network;
	const chains = world.evmChains.filter(({ network }) => !wanted || network === wanted);
	return chains
		.flatMap((from) =>
			chains
				.filter((to) => to !== from && to.network === from.network)
				.map((to) => ({ srcBlockchainId: from.blockchainId, destBlockchainId: to.blockchainId })),
		)
		.filter(
			({ srcBlockchainId, destBlockchainId }) =>
				(!input.srcBlockchainId || srcBlockchainId === input.srcBlockchainId) &&
				(!input.destBlockchainId || destBlockchainId === input.destBlockchainId),
		);
}

/** The routes by what the rows name. What a query asks for by id, every row names. */
function groupsOf(call: Call): Array<Route & { routes: Route[] }> {
	const groupBy = String(call.input.groupBy ?? '');
	const names = (key: keyof Route) => groupBy.includes(key) || call.input[key] !== undefined;
	const groups = new Map<string, Route & { routes: Route[] }>();
	for (const route of routesOf(call)) {
		const head = {
			srcBlockchainId: names('srcBlockchainId') ? route.srcBlockchainId : ALL,
			destBlockchainId: names('destBlockchainId') ? route.destBlockchainId : ALL,
		};
		const key = JSON.stringify(head);
		const group = groups.get(key) ?? { ...head, routes: [] };
		group.routes.push(route);
		groups.set(key, group);
	}
	return [...groups.values()];
}

/** Messages of a route in a range of time. */
function messages(
	world: World,
	{ srcBlockchainId, destBlockchainId }: Route,
	start: number,
	end: number,
) {
	const aDay =
		1 + world.random.stream(`icm ${srcBlockchainId}${destBlockchainId}`, 0).whole(0, 400);
	return Math.floor((aDay * (end - start)) / DAY);
}

function countOf(call: Call, routes: readonly Route[], start: number, end: number): number {
	return routes.reduce((sum, route) => sum + messages(call.world, route, start, end), 0);
}

const WINDOWS: Array<[name: string, seconds: number]> = [
	['lastHour', 3600],
	['lastDay', DAY],
	['lastWeek', 7 * DAY],
	['lastMonth', 30 * DAY],
	['last90Days', 90 * DAY],
	['lastYear', 365 * DAY],
];

/** The summary of chains that sent nothing. */
const NO_MESSAGES = {
	...(Object.fromEntries(WINDOWS.map(([name]) => [name, 0])) as object),
	allTime: 0,
	srcBlockchainId: ALL,
	destBlockchainId: ALL,
};

/** Counts of interchain messages, over time and for windows. */
export const icmMetricEndpoints: Endpoint[] = [
	{
		method: 'GET',
		path: '/v2/icm/timeseries',
		answer(call) {
			const groups = groupsOf(call);
			const interval = (call.input.timeInterval ?? 'day') as Interval;
			return series(call, interval, (start, end) =>
				groups.map(({ routes, ...head }) => () => ({
					value: countOf(call, routes, start, end),
					...head,
				})),
			);
		},
	},
	{
		method: 'GET',
		path: '/v2/icm/summary',
		answer(call) {
			const now = call.world.clock.seconds();
			const rows = groupsOf(call).map(({ routes, ...head }) => ({
				...(Object.fromEntries(
					WINDOWS.map(([name, seconds]) => [name, countOf(call, routes, now - seconds, now)]),
				) as object),
				allTime: countOf(call, routes, GENESIS, now),
				...head,
			}));
			// By its schema one object; several groups need a list, which the package takes as well.
			const isList = call.dialect === 'live' && call.input.groupBy !== undefined;
			return { result: isList ? rows : (rows[0] ?? NO_MESSAGES) };
		},
	},
];
