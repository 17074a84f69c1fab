import { canReplay, eventTypesOf, httpTransport, parseFields, replay } from '../../core';
import { eventDeclarations } from '../../core/subjects/events/all';
import type { SourceState } from '../../core/events/event';
import { shapeOf } from '../../core/events/eventColumns';
import { HEADLINE } from '../../core/events/item';
import { replayKeys } from '../../core/events/replay';
import { valueAt } from '../../core/fields/columns';
import { emulatorForTests } from '../emulatorForTests';
import { settingsOf } from '../../lambdas/notify/settings';
import { type EventCase, eventCases, eventRooms } from '../../lab/kit/events/case';
import { judgeEvent, pollContext } from '../../lab/kit/events/run';
import { restarted } from '../core/events/world';
import { ofRoom } from '../../lab/kit/selection';

/** Every declared event against the emulated network, through the core's own client. */

const NOON = 1_794_052_800_000;
const emulator = emulatorForTests({ sparse: true, transactions: 40, validators: 30 });
afterEach(() => emulator.control.reset());

/** Checks the rules for items of every event. */
function checkItem(
	event: EventCase['event'],
	settings: unknown,
	item: Record<string, unknown>,
): void {
	const { output, columns } = shapeOf(event, settings);
	const { fields } = output as unknown as { fields: Record<string, unknown> };
	expect(Object.keys(HEADLINE).filter((key) => !(key in item))).toEqual([]);
	expect(Object.keys(item).filter((key) => !(key in fields))).toEqual([]);
	expect(eventTypesOf(event)).toContain(item.event);
	expect(['info', 'warning', 'critical', 'resolved']).toContain(item.severity);
	for (const key of ['title', 'text'] as const) {
		expect(item[key]).toMatch(/^[^\n]{5,400}$/);
		expect(item[key]).not.toMatch(/undefined|NaN|null|\[object|Infinity/);
	}
	expect(new Date(String(item.occurredAt)).toISOString()).toBe(item.occurredAt);
	// Flat: a value, or a list of values. Parts of any form, and lists of several assets, are as served.
	const nested = columns.filter(({ path: columnPath, part }) => {
		if (part?.type === 'open' || columnPath.length === 0) return false;
		return [valueAt(item, columnPath)]
			.flat()
			.some((each) => each !== null && typeof each === 'object');
	});
	expect(nested.map(({ name }) => name)).toEqual([]);
}

/**
 * Checks that an event that resolves an alert has the key of the event that opened it, and that no
 * other subject has this key.
 */
function checkAlertKeys(
	event: EventCase['event'],
	items: ReadonlyArray<Record<string, unknown>>,
): void {
	const open = new Map<unknown, unknown>();
	for (const { id, alertKey, subject, severity } of items) {
		expect(String(alertKey)).not.toBe('');
		// Each item of a list is an alert of its own.
		if (canReplay(event)) expect(alertKey).toBe(id);
		if (severity === 'resolved')
			expect([alertKey, open.get(alertKey)]).toEqual([alertKey, subject]);
		else expect(open.get(alertKey) ?? subject).toBe(subject);
		open.set(alertKey, subject);
	}
}

test('every declared event has in its folder what its tests and documents need', () => {
	for (const { event, uses, replayed } of eventRooms) {
		const { value, type, description, reads, remembers } = event;
		expect(uses).not.toHaveLength(0);
		expect([value, replayed !== undefined]).toEqual([value, canReplay(event)]);
		expect(type).toMatch(/^[a-z0-9]+\.[a-zA-Z0-9]+$/);
		expect(description).toMatch(/^[A-Z][^\n]{20,200}[^.]$/);
		expect(reads.length * remembers.length).toBeGreaterThan(0);
		expect(replayKeys(event).filter((key) => /^(start(From|Block)|overlap)/.test(key))).toEqual([]);
	}
	for (const key of ['value', 'type', 'name'] as const) {
		expect(new Set(eventDeclarations.map((event) => event[key])).size).toBe(
			eventDeclarations.length,
		);
	}
});

describe.each(ofRoom(eventCases, ({ event }) => event.value))('$name', (given) => {
	const { event, prepare, refused } = given;

	test('fires for each change, once', async () => {
		const asked: string[] = [];
		const context = pollContext(emulator, {
			transport: async (request) => {
				asked.push(request.url);
				return await httpTransport(request);
			},
		});
		prepare?.(emulator.control, emulator.world);
		const settings = given.parsed(emulator.world) as never;
		const room = eventRooms.find((one) => one.event === event)!;
		// Of each block there is an item, or a request: the newest are enough.
		const { since = NOON / 1000 - 86_400 } = (room.replayed?.(emulator.world) ?? {}) as {
			since?: number;
		};
		let state: SourceState | undefined;
		const ids = new Set<string>();
		const items: Array<Record<string, unknown>> = [];
		const poll = async () => {
			const begun = emulator.world.clock.now();
			const result = await event.source.poll(settings, state, context);
			// The same state tells the same again, at the time at which the first poll began.
			emulator.control.moveClock({ to: begun });
			const again = await event.source.poll(settings, state, context);
			if (state) expect(again.events).toEqual(result.events);
			state = restarted(result.state);
			for (const { id, data } of result.events) {
				expect(data.id).toBe(id);
				expect(ids.has(id)).toBe(false);
				ids.add(id);
				checkItem(event, settings, data);
				items.push(data);
			}
			return result.events.map(({ data }) => data);
		};
		await judgeEvent(given, emulator, { start: poll, poll, again: poll });
		expect(JSON.stringify(state).length).toBeLessThan(event.watched ? 8_000 : 4_000);
		checkAlertKeys(event, items);
		if (asked.every((url) => url.startsWith(emulator.nodeUrl))) {
			// npm run opinion -- node polls what a node alone serves.
			expect(room.realNode).not.toHaveLength(0);
		}
		if (!canReplay(event)) return;
		// A replay of the period has the same items.
		const period = { since };
		const replayed = new Map<string, unknown>();
		for await (const page of replay(
			event,
			{ period, settings: given.settings(emulator.world) },
			context,
		)) {
			for (const { id, data } of page) replayed.set(id, data);
		}
		expect(items.length).toBeGreaterThan(0);
		for (const item of items)
			expect(replayed.get(String(item.id))).toMatchObject({
				id: item.id,
				event: item.event,
				title: item.title,
			});
	});

	test('shows a sample, made up ones marked as such', async () => {
		prepare?.(emulator.control, emulator.world);
		const settings = given.parsed(emulator.world) as never;
		const events = await event.source.sample(settings, pollContext(emulator), 10);
		expect(events.length).toBeGreaterThan(0);
		expect(events.length).toBeLessThanOrEqual(10);
		for (const { data } of events) checkItem(event, settings, data);
		expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
		// Each column once, and none of another engine.
		const { columns } = shapeOf(event, settings);
		expect(columns.filter(({ part }) => part === undefined)).toEqual([]);
		expect(new Set(columns.map(({ name }) => name)).size).toBe(columns.length);
	});

	test('is a source of the notify function by the same names', async () => {
		const targets = [
			{ name: 'hook', url: 'https://hooks.example.org/x', secrets: [`whsec_${'A'.repeat(32)}`] },
		];
		const read = (settings: Record<string, unknown>) =>
			settingsOf(
				JSON.stringify({ sources: [{ name: 'mine', event: event.value, ...settings }], targets }),
			);
		const {
			sources: [source],
		} = await read(given.settings(emulator.world));
		expect(source).toEqual({
			name: 'mine',
			event: event.value,
			...(given.parsed(emulator.world) as object),
		});
		const coloured = { ...given.settings(emulator.world), colour: 1 };
		await expect(read(coloured)).rejects.toThrow(/colour/);
		for (const [settings, message] of refused) {
			await expect(read(settings)).rejects.toThrow(message);
		}
	});

	test('names the field and the rule of settings that are wrong', () => {
		expect(refused.length).toBeGreaterThan(0);
		for (const [settings, message] of refused) {
			expect(() => parseFields(event.fields, settings, 'avalancheTrigger')).toThrow(message);
		}
	});
});
