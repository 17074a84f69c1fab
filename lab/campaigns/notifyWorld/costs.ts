import type { World } from './world';

/** Calls and units of a world so far, and their prices. */

/** USD, us-east-1, on demand, without the free tier. */
export const WRITE_UNIT = 0.625e-6;
export const READ_UNIT = 0.125e-6;
const SQS_CALL = 0.4e-6;
/** Surcharge of a fair queue, for each call that sends or receives. */
const FAIR = 0.1e-6;

export interface Costs {
	/** Of both tables. */
	tableCalls: number;
	writeUnits: number;
	readUnits: number;
	/** Calls that send and that receive messages. Receives of empty queues are not among them. */
	moves: number;
	deletes: number;
}

export function costsOf({ table, subscribing, lanes }: World): Costs {
	const costs: Costs = { tableCalls: 0, writeUnits: 0, readUnits: 0, moves: 0, deletes: 0 };
	for (const { count } of [table, subscribing.table]) {
		costs.tableCalls += Object.values(count.calls).reduce((sum, one) => sum + one, 0);
		costs.writeUnits += count.writeUnits;
		costs.readUnits += count.readUnits;
	}
	for (const { count } of Object.values(lanes)) {
		costs.moves += count.sends + count.receives - count.emptyReceives;
		costs.deletes += count.deletes;
	}
	return costs;
}

/** The costs between two readings of the counters. */
export function costsSince(before: Costs, after: Costs): Costs {
	const names = Object.keys(after) as Array<keyof Costs>;
	return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as never;
}

export const sqsCalls = ({ moves, deletes }: Costs) => moves + deletes;

/** USD of the requests to tables and queues. */
export function priceOf(costs: Costs): number {
	const { writeUnits, readUnits, moves } = costs;
	const tables = writeUnits * WRITE_UNIT + readUnits * READ_UNIT;
	return tables + sqsCalls(costs) * SQS_CALL + moves * FAIR;
}
