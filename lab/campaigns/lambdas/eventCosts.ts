import { type EventCase, eventCases } from '../../kit/events/case';
import { changes, pollContext, pollsOf } from '../../kit/events/run';
import { eventLoaders, type NetworkEvent } from '../../../core';
import { type Control, type Emulator, startEmulator } from '../../../emulator';
import { dynamoStore } from '../../../lambdas/notify/dynamoStore';
import { virtualClock } from '../../../core/testing/virtualClock';
import { WRITE_UNIT } from '../notifyWorld/costs';
import { memoryTable } from '../notifyWorld/table';
import { NOON } from '../notifyWorld/world';

/**
 * Cost of a delivery of each event: the events are those that the sources make of the emulated
 * network, and the table counts the write units of their deliveries.
 */

/** Transactions of all kinds, as the service lists them. */
const staking = async () => ({
	event: await eventLoaders.stakingTransaction(),
	parsed: () => ({ network: 'mainnet' }),
	steps: [
		{
			does: 'many transactions',
			act: ({ addTransactions }: Control) =>
				addTransactions({ transactions: Array.from({ length: 50 }, () => ({})) }),
			tells: [],
		},
	],
});

/** The events that a source makes of what happens. */
async function eventsOf(
	given: Pick<EventCase, 'event' | 'parsed' | 'prepare' | 'steps'>,
	emulator: Emulator,
): Promise<NetworkEvent[]> {
	const { control, world } = emulator;
	given.prepare?.(control, world);
	const context = pollContext(emulator);
	const poll = pollsOf(given.event, given.parsed(world));
	const events = await poll(context);
	for (const _ of changes(given.steps, emulator)) events.push(...(await poll(context)));
	control.reset();
	return events;
}

const TARGETS = 10;

/** Write units of an event, and of its deliveries to ten targets that succeed at their first attempt. */
async function unitsOf(event: NetworkEvent): Promise<{ once: number; all: number }> {
	const clock = virtualClock(NOON);
	const table = memoryTable({ clock });
	const store = dynamoStore(table as never, 'notify');
	const id = `msg_${'x'.repeat(27)}`;
	const one = { source: 'source', attempts: 0, createdAt: NOON, id };
	let once = 0;
	await clock.run(async () => {
		await store.events.put(id, event, NOON);
		once = table.count.writeUnits;
		const done = Array.from({ length: TARGETS }, (_, at) => ({ ...one, target: `target${at}` }));
		await store.queued.delivered(done, NOON);
	});
	return { once, all: table.count.writeUnits };
}

const sizeOf = (event: NetworkEvent) => Buffer.byteLength(JSON.stringify(event));
const middle = <T>(sorted: readonly T[]) => sorted[Math.floor(sorted.length / 2)];
const ascending = (values: readonly number[]) => [...values].sort((a, b) => a - b);

/** A staking transaction as the service lists it, without what tells it from others. */
export async function stakingTransaction(): Promise<Record<string, unknown>> {
	const emulator = await startEmulator({ start: NOON, realTime: false, transactions: 40 });
	try {
		const events = await eventsOf(await staking(), emulator);
		const bySize = [...events].sort((a, b) => sizeOf(a) - sizeOf(b));
		const { txHash: _, blockTimestamp: __, ...rest } = middle(bySize).data;
		return rest;
	} finally {
		await emulator.close();
	}
}

/** One row for each event: bytes of its events as JSON, write units and price of its deliveries. */
export async function eventCosts(): Promise<string[]> {
	const lines = [
		'| Event | Bytes of an event, middle | Largest | Write units of the event | Write units with deliveries to ten targets | Table, USD a million deliveries |',
		'|---|---:|---:|---:|---:|---:|',
	];
	const emulator = await startEmulator({
		start: NOON,
		realTime: false,
		transactions: 40,
		validators: 30,
	});
	try {
		const byName = new Map<string, NetworkEvent[]>();
		for (const given of eventCases) {
			const { value } = given.event;
			const events = await eventsOf(given, emulator);
			byName.set(value, [...(byName.get(value) ?? []), ...events]);
		}
		for (const [name, events] of byName) {
			if (events.length === 0) throw new Error(`${name} made no event`);
			const bytes = ascending(events.map(sizeOf));
			const units = await Promise.all(events.map(unitsOf));
			const once = middle(ascending(units.map((one) => one.once)));
			const all = middle(ascending(units.map((one) => one.all)));
			const price = ((all / TARGETS) * WRITE_UNIT * 1e6).toFixed(2);
			const sizes = [middle(bytes), Number(bytes.at(-1))].map((value) =>
				value.toLocaleString('en'),
			);
			lines.push(`| \`${name}\` | ${sizes.join(' | ')} | ${once} | ${all} | ${price} |`);
		}
	} finally {
		await emulator.close();
	}
	return lines;
}
