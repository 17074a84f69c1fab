import { makeWorld, targetNamed } from './world';
import { stakingTransaction, WRITE_UNIT } from '../lambdas/eventCosts';

/** Calls, units and price of a delivery in both shapes, counted in virtual time. */

/** USD, us-east-1, on demand, without the free tier. */
const READ_UNIT = 0.125e-6;
const SQS_CALL = 0.4e-6;
/** Surcharge of a fair queue, for each call that sends or receives. */
const FAIR = 0.1e-6;

export interface Counted {
	deliveries: number;
	tableCalls: number;
	writeUnits: number;
	readUnits: number;
	sqsCalls: number;
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
	const { count } = world.table;
	const calls = () => Object.values(count.calls).reduce((sum, one) => sum + one, 0);
	const before = { calls: calls(), writes: count.writeUnits, reads: count.readUnits };
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
	const lanes = Object.values(world.lanes).map((lane) => lane.count);
	const total = (of: (one: (typeof lanes)[number]) => number) =>
		lanes.reduce((sum, one) => sum + of(one), 0);
	const [sent, received] = [
		total((one) => one.sends),
		total((one) => one.receives - one.emptyReceives),
	];
	const sqsCalls = sent + received + total((one) => one.deletes);
	const writeUnits = count.writeUnits - before.writes;
	const readUnits = count.readUnits - before.reads;
	const table = writeUnits * WRITE_UNIT + readUnits * READ_UNIT;
	const queue = sqsCalls * SQS_CALL + (sent + received) * FAIR;
	return {
		deliveries,
		tableCalls: calls() - before.calls,
		writeUnits,
		readUnits,
		sqsCalls,
		invocations,
		price: ((table + queue) / deliveries) * 1e6,
	};
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
		const { tableCalls, writeUnits, readUnits, sqsCalls, price } = found;
		const cells = [
			each(tableCalls),
			each(writeUnits),
			each(readUnits),
			each(sqsCalls),
			price.toFixed(2),
		];
		const share = `${(one.failing ?? 0) * 100} %`;
		lines.push(`| \`${one.senders}\` | ${one.targets} | ${share} | ${cells.join(' | ')} |`);
	}
	return lines;
}
