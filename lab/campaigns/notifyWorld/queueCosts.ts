import { type Costs, costsOf, costsSince, priceOf, sqsCalls } from './costs';
import { makeWorld, targetNamed } from './world';
import { stakingTransaction } from '../lambdas/eventCosts';

/** Calls, units and price of a delivery, counted in virtual time. */

export interface Counted {
	deliveries: number;
	costs: Costs;
	invocations: number;
	/** USD a million deliveries: requests of table and queue. */
	price: number;
}

export interface Case {
	targets: number;
	/** New events of one run. */
	events: number;
	/** Share of requests that a target answers with 500. */
	failing?: number;
}

/** Delivers events of the usual size to targets that have had one before, and counts from the first poll that has them. */
export async function countDeliveries({ targets, events, failing = 0 }: Case): Promise<Counted> {
	const transaction = await stakingTransaction();
	const names = Array.from({ length: targets }, (_, at) => `t${String(at).padStart(4, '0')}`);
	let requests = 0;
	const world = makeWorld({
		targets: names.map((name) => targetNamed(name)),
		answer: () => ({ ms: 50, status: ++requests % 100 < failing * 100 ? 500 : 200 }),
	});
	await world.invoke();
	world.clock.time += 60_000;
	// Targets that have answered quickly: the first delivery to each is another way, and is charged once.
	world.add(1, () => transaction);
	await world.deliverUntil(world.clock.time + 2 * 60_000);
	const before = costsOf(world);
	const first = world.arrivals.length;
	world.add(events, () => transaction);
	let invocations = 0;
	const minutes = failing > 0 ? 60 : 3;
	const end = world.clock.time + minutes * 60_000;
	for (const one of await world.deliverUntil(end)) invocations += one.invocations;
	const deliveries = world.arrivals.slice(first).filter(({ accepted }) => accepted).length;
	if (deliveries !== targets * events) {
		throw new Error(`${deliveries} of ${targets * events} were delivered`);
	}
	const costs = costsSince(before, costsOf(world));
	return { deliveries, costs, invocations, price: (priceOf(costs) / deliveries) * 1e6 };
}

const CASES: readonly Case[] = [
	{ targets: 1, events: 200 },
	{ targets: 10, events: 200 },
	{ targets: 100, events: 50 },
	{ targets: 10, events: 200, failing: 0.05 },
];

/** The table of docs/lambdas.md, as lines. */
export async function queueCostRows(): Promise<string[]> {
	const lines = [
		'| Targets | Failing requests | Table calls a delivery | Write units | Read units | SQS calls | Table and queues, USD a million deliveries |',
		'|---:|---:|---:|---:|---:|---:|---:|',
	];
	for (const one of CASES) {
		const found = await countDeliveries(one);
		const each = (value: number) => (value / found.deliveries).toFixed(2);
		const { tableCalls, writeUnits, readUnits } = found.costs;
		const cells = [
			...[tableCalls, writeUnits, readUnits, sqsCalls(found.costs)].map(each),
			found.price.toFixed(2),
		];
		const share = `${(one.failing ?? 0) * 100} %`;
		lines.push(`| ${one.targets} | ${share} | ${cells.join(' | ')} |`);
	}
	return lines;
}
