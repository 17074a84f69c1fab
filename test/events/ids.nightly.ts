import { parseFields } from '../../core';
import type { EventSource, NetworkEvent, SourceState } from '../../core/events/event';
import type { Transport } from '../../core/protocol/ports';
import { httpTransport } from '../../core/transports/http';
import type { Emulator, World } from '../../emulator';
import { emulatorForTests } from '../emulatorForTests';
import fc, { occurrences } from '../../core/testing/properties';
import { eventRooms, nameOf, type Occurrence } from '../../lab/kit/events/case';
import { pollContext } from '../../lab/kit/events/run';
import { ofRoom } from '../../lab/kit/selection';
import { restarted } from '../core/events/world';

/**
 * Ids of all events: different occurrences never share one, and one occurrence has one only, whatever
 * happens to the process and to the state. Two nodes with the same history run side by side: their
 * events are different ones.
 */

interface Occurring extends Omit<Occurrence, 'settings'> {
	name: string;
	source: EventSource<unknown>;
	settings(world: World): unknown;
}

const occurring: readonly Occurring[] = ofRoom(eventRooms, ({ event }) => event.value).flatMap(
	({ event, occurrences }) =>
		occurrences.map((one) => ({
			...one,
			name: nameOf({ event, note: one.note }),
			source: event.source as EventSource<unknown>,
			settings: (world: World) => parseFields(event.fields, one.settings(world), 'test'),
		})),
);

const MINUTE = 61_000;

const [here, there] = [1, 2].map(() => emulatorForTests({ transactions: 20, validators: 12 }));

/** Lists without an order, the other way round. */
const reversed: Transport = async (request) => {
	const response = await httpTransport(request);
	if (!/"(validators|peers)":\[/.test(response.text)) return response;
	const body = JSON.parse(response.text) as { result?: Record<string, unknown> };
	for (const list of Object.values(body.result ?? {})) if (Array.isArray(list)) list.reverse();
	return { ...response, text: JSON.stringify(body) };
};

const idsOf = (events: readonly NetworkEvent[]) => events.map(({ id }) => id).sort();

/** Step of a history: events before a poll, and the state that one of the triggers then has. */
interface Step {
	happens: boolean;
	state: 'kept' | 'lost' | 'rolled back';
	/** Index of the earlier state that it then has. */
	back: number;
}

/** Occurrence that an event reports: one item of a list, or one change of a subject. */
function occurrenceOf({ item }: Occurring, { type, timestamp, data }: NetworkEvent, time: number) {
	const { subject, title, change, level } = data;
	if (item || type === 'validator.joined') return [type, subject, title, timestamp].join('|');
	return [type, subject, change, level, data.to, `time ${time}`].join('|');
}

/** Ids by occurrence, and the reverse. Fails if two occurrences share an id. */
function ledger(one: Occurring) {
	const ids = new Map<string, Set<string>>();
	const occurrence = new Map<string, string>();
	return {
		ids,
		add(events: readonly NetworkEvent[], time: number) {
			for (const event of events) {
				const what = occurrenceOf(one, event, time);
				expect([event.id, occurrence.get(event.id) ?? what]).toEqual([event.id, what]);
				occurrence.set(event.id, what);
				ids.set(what, (ids.get(what) ?? new Set()).add(event.id));
			}
		},
		has: (id: string) => occurrence.has(id),
	};
}

async function run(one: Occurring, steps: readonly Step[]): Promise<number> {
	for (const emulator of [here, there]) {
		const { control } = emulator;
		control.reset();
		control.moveClock({ ms: MINUTE });
		one.prepare?.(control, emulator.world);
	}
	const { source } = one;
	const [mine, lossy, theirs, both] = [ledger(one), ledger(one), ledger(one), ledger(one)];
	let time = 0;
	let [state, lossyState, otherState]: Array<SourceState | undefined> = [];
	const states: SourceState[] = [];
	const poll = async (emulator: Emulator, from?: SourceState, transport?: Transport) => {
		const settings = one.settings(emulator.world);
		// An answer that comes late moves the clock, and the next poll is to be at the same time.
		const at = emulator.world.clock.now();
		const result = await source.poll(settings, from, pollContext(emulator, { transport }));
		emulator.control.moveClock({ to: at });
		return result;
	};
	for (const step of [{ happens: false, state: 'kept', back: 0 }, ...steps]) {
		if (step.happens) {
			time++;
			for (const { control, world } of [here, there]) one.happen(control, world, time);
		}
		for (const { control } of [here, there]) control.moveClock({ ms: MINUTE });
		// The state is that of a trigger whose process has just been started.
		const result = await poll(here, state);
		const again = await poll(here, state, reversed);
		if (state) expect(idsOf(again.events)).toEqual(idsOf(result.events));
		state = restarted(result.state);
		mine.add(result.events, time);
		// A trigger whose state is lost, or replaced by one that was saved earlier.
		if (step.state === 'lost') lossyState = undefined;
		if (step.state === 'rolled back') lossyState = states[step.back % states.length];
		const rebuilt = await poll(here, lossyState);
		lossyState = restarted(rebuilt.state);
		states.push(lossyState);
		lossy.add(rebuilt.events, time);
		both.add([...result.events, ...rebuilt.events], time);
		// The same settings at another node, polled in the same millisecond.
		const other = await poll(there, otherState);
		otherState = restarted(other.state);
		theirs.add(other.events, time);
		expect(other.events.length).toBe(result.events.length);
		if (one.item) continue;
		for (const { id, type } of other.events)
			if (type !== 'validator.joined') expect([id, both.has(id)]).toEqual([id, false]);
	}
	for (const ids of mine.ids.values()) expect(ids.size).toBe(1);
	if (one.item || one.identified) for (const ids of both.ids.values()) expect(ids.size).toBe(1);
	return mine.ids.size;
}

const step: fc.Arbitrary<Step> = fc.record({
	happens: fc.boolean(),
	state: fc.constantFrom('kept', 'kept', 'lost', 'rolled back'),
	back: fc.nat(20),
});

test('every event is among them', () => {
	for (const { event, occurrences: all } of eventRooms)
		expect([event.value, all.length > 0]).toEqual([event.value, true]);
});

test.each(occurring.map((one) => [one.name, one] as const))('ids of %s', async (_, one) => {
	const tried = occurrences('an event', 'several events', 'lost', 'rolled back');
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
			const events = await run(one, steps);
			tried.saw('an event', events > 0);
			tried.saw('several events', events > 2);
			for (const { state } of steps) if (state !== 'kept') tried.saw(state);
		}),
		{ numRuns: 6 },
	);
	tried.expectAll();
});

test('a second outage has an id of its own after the state was replaced by one from before the first', async () => {
	for (const one of occurring.filter(({ item }) => !item)) {
		const steps: Step[] = [
			{ happens: true, state: 'kept', back: 0 },
			{ happens: true, state: 'kept', back: 0 },
			{ happens: true, state: 'rolled back', back: 0 },
			{ happens: true, state: 'kept', back: 0 },
			{ happens: true, state: 'lost', back: 0 },
		];
		expect(await run(one, steps)).toBeGreaterThanOrEqual(5);
	}
});
