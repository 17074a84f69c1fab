import { type Costs, costsOf, costsSince, priceOf, sqsCalls } from './costs';
import { makeWorld, targetNamed } from './world';
import { stakingTransaction } from '../lambdas/eventCosts';

/** Calls, units and price of a delivery in both shapes, counted in virtual time. */

export interface Counted {
	deliveries: number;
	costs: Costs;
	invocations: number;
	/** USD a million deliveries: requests of table and queue. */
	price: number;
}

export interface Case {
	senders: 'inline' | 'queue';
	targets: number;
	/** New events of one run. */
	events: number;
	/** Share of requests that a target answers with 500. */
	failing?: number;
}

/** Delivers events of the usual size to targets, and counts from the first poll that has them. */
export async function countDeliveries({
	senders,
	targets,
	events,
	failing = 0,
}: Case): Promise<Counted> {
	const transaction = await stakingTransaction();
	const names = Array.from({ length: targets }, (_, at) => `t${String(at).padStart(4, '0')}`);
	let requests = 0;
	const world = makeWorld({
		targets: names.map((name) => targetNamed(name)),
		senders,
		answer: () => ({ ms: 50, status: ++requests % 100 < failing * 100 ? 500 : 200 }),
	});
	await world.invoke();
	world.clock.time += 60_000;
	const before = costsOf(world);
	world.add(events, () => transaction);
	let invocations = 0;
	const minutes = failing > 0 ? 60 : 3;
	if (senders === 'queue') {
		const end = world.clock.time + minutes * 60_000;
		for (const one of await world.deliverUntil(end)) invocations += one.invocations;
	} else {
		for (let run = 0; run < minutes; run++) {
			await world.invoke({}, 300);
			invocations++;
			world.clock.time += 60_000;
		}
	}
	const deliveries = world.arrivals.filter(({ accepted }) => accepted).length;
	if (deliveries !== targets * events) {
		throw new Error(`${deliveries} of ${targets * events} were delivered`);
	}
	const costs = costsSince(before, costsOf(world));
	return { deliveries, costs, invocations, price: (priceOf(costs) / deliveries) * 1e6 };
}

const CASES: readonly Case[] = [
	{ senders: 'inline', targets: 1, events: 200 },
	{ senders: 'inline', targets: 10, events: 200 },
	{ senders: 'inline', targets: 100, events: 50 },
	{ senders: 'queue', targets: 1, events: 200 },
	{ senders: 'queue', targets: 10, events: 200 },
	{ senders: 'queue', targets: 100, events: 50 },
	{ senders: 'queue', targets: 10, events: 200, failing: 0.05 },
];

/** The table of docs/lambdas.md, as lines. */
export async function queueCostRows(): Promise<string[]> {
	const lines = [
		'| `notify.senders` | Targets | Failing requests | Table calls a delivery | Write units | Read units | SQS calls | Table and queue, USD a million deliveries |',
		'|---|---:|---:|---:|---:|---:|---:|---:|',
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
		lines.push(`| \`${one.senders}\` | ${one.targets} | ${share} | ${cells.join(' | ')} |`);
	}
	return lines;
}
