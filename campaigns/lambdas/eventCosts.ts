import { eventCases } from '../../kit/events/case';
import {
	createClient,
	eventLoaders,
	type EventSource,
	type NetworkEvent,
	parseFields,
	type PollContext,
	type SourceState,
} from '../../core';
import { type Emulator, startEmulator } from '../../emulator';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import type { Delivery } from '../../lambdas/notify/store';
import { virtualClock } from '../../kit/virtualClock';
import { memoryTable } from '../notifyWorld/table';
import { NOON } from '../notifyWorld/world';

/**
 * Cost of a delivery of each event: the events are those that the sources make of the emulated
 * network, and the table counts the write units of their deliveries.
 */

/** USD for a write unit, us-east-1, on demand. */
export const WRITE_UNIT = 0.625e-6;

interface Maker {
	/** The event's value in the settings. */
	name: string;
	source: EventSource<never>;
	settings(emulator: Emulator): unknown;
	prepare?(emulator: Emulator): unknown;
	acts: Array<(emulator: Emulator) => unknown>;
}

/** Of the cases that test every event. */
const MAKERS: readonly Maker[] = eventCases.map(({ event, settings, prepare, steps }) => ({
	name: event.value,
	source: event.source as EventSource<never>,
	settings: ({ world }) => parseFields(event.fields, settings(world), 'notify'),
	prepare: ({ control, world }) => prepare?.(control, world),
	acts: steps.map(
		({ act }) =>
			({ control, world }: Emulator) =>
				act(control, world),
	),
}));

/** Transactions of all kinds, as the service lists them. */
const staking = async (): Promise<Maker> => ({
	name: 'stakingTransaction',
	source: (await eventLoaders.stakingTransaction()).source,
	settings: () => ({ network: 'mainnet' }),
	acts: [
		({ control }) =>
			control.addTransactions({ transactions: Array.from({ length: 50 }, () => ({})) }),
	],
});

/** The events that a source makes of what happens. */
async function eventsOf(maker: Maker, emulator: Emulator): Promise<NetworkEvent[]> {
	const { dataUrl, metricsUrl, nodeUrl, control } = emulator;
	const clock = { now: () => emulator.world.clock.now(), sleep: async () => {}, random: () => 0.5 };
	const client = createClient({ dataUrl, metricsUrl, nodeUrl, retry: { retries: 0 } });
	const context: PollContext = {
		client,
		clock,
		deadline: Infinity,
		maxEvents: 500,
		maxPages: 100,
	};
	maker.prepare?.(emulator);
	const settings = maker.settings(emulator) as never;
	let state: SourceState | undefined;
	const events: NetworkEvent[] = [];
	const poll = async () => {
		const result = await maker.source.poll(settings, state, context);
		state = result.state;
		return result.events;
	};
	events.push(...(await poll()));
	for (const act of maker.acts) {
		act(emulator);
		control.moveClock({ ms: 1000 });
		events.push(...(await poll()));
	}
	control.reset();
	return events;
}

/** Write units of one delivery that succeeds at its first attempt. */
async function unitsOf(event: NetworkEvent): Promise<number> {
	const clock = virtualClock(NOON);
	const table = memoryTable({ clock });
	const store = dynamoStore(table as never, 'notify');
	const delivery: Delivery = {
		target: 'target',
		id: `msg_${'x'.repeat(27)}`,
		source: 'source',
		event,
		attempts: 0,
		dueAt: NOON,
		createdAt: NOON,
	};
	await clock.run(async () => {
		await store.addDelivery(delivery);
		const claimed = await store.claim(delivery, NOON + 1000);
		if (!claimed) throw new Error('the delivery could not be claimed');
		await store.settle(claimed, { to: 'delivered', at: NOON });
	});
	return table.count.writeUnits;
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
		'| Event | Bytes of an event, middle | Largest | Write units a delivery | Table, USD a million deliveries |',
		'|---|---:|---:|---:|---:|',
	];
	const emulator = await startEmulator({
		start: NOON,
		realTime: false,
		transactions: 40,
		validators: 30,
	});
	try {
		const byName = new Map<string, NetworkEvent[]>();
		for (const maker of MAKERS) {
			const events = await eventsOf(maker, emulator);
			byName.set(maker.name, [...(byName.get(maker.name) ?? []), ...events]);
		}
		for (const [name, events] of byName) {
			if (events.length === 0) throw new Error(`${name} made no event`);
			const bytes = ascending(events.map(sizeOf));
			const units = ascending(await Promise.all(events.map(unitsOf)));
			const row = [
				middle(bytes),
				Number(bytes.at(-1)),
				middle(units),
				middle(units) * WRITE_UNIT * 1e6,
			];
			const [size, largest, written, price] = row;
			const sizes = [size, largest].map((value) => value.toLocaleString('en'));
			lines.push(`| \`${name}\` | ${sizes.join(' | ')} | ${written} | ${price.toFixed(2)} |`);
		}
	} finally {
		await emulator.close();
	}
	return lines;
}
