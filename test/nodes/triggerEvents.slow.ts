import { eventTypesOf } from '../../core/events/declare';
import { shapeOf } from '../../core/events/eventColumns';
import type { INodeParameters } from 'n8n-workflow';
import { hasWholeUnits } from '../../core/fields/wholeUnits';
import type { Leaf, ObjectOutput, Output } from '../../core/fields/outputs';
import { type MovedClock, moveNodeClock } from '../../lab/kit/movedClock';
import { ENGINE_MODES } from '../../lab/kit/pollHost';
import { eventCases, itemOf, parametersOf, type ExpectedItem } from '../../lab/kit/events/case';
import { type EventTarget, judgeEvent } from '../../lab/kit/events/run';
import { covering, ofRoom } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import { startBench } from './triggerKit';

/** The events in the built trigger, as n8n polls it. */

const bench = forTests(() => startBench({ validators: 30 }));
let clock: MovedClock;
beforeEach(() => {
	clock = moveNodeClock(bench);
});
afterEach(() => {
	clock.restore();
	bench.control.reset();
});

/** A field of an event as an item has it: of an amount the exact text, and times in ISO 8601. */
function inItem(name: string, value: unknown, part?: Output): [string, unknown] {
	const { kind } = (part ?? {}) as Partial<Leaf>;
	if (hasWholeUnits(part)) return [`${name}Exact`, value];
	if (kind !== 'time' || typeof value !== 'number') return [name, value];
	return [name, new Date(value * 1000).toISOString().replace('.000Z', 'Z')];
}

describe.each(ofRoom(eventCases, ({ event }) => event.value))('$name', (given) => {
	const { event, prepare } = given;
	const parameters = (): INodeParameters => ({
		event: event.value,
		...parametersOf(event, given.settings(bench.world)),
	});
	const { fields } = event.output as ObjectOutput;
	const matching = (expected: ExpectedItem) =>
		itemOf(
			Object.fromEntries(
				Object.entries(expected).map(([name, value]) => inItem(name, value, fields[name])),
			),
		);

	// Modes differ in how n8n keeps the state: triggerModes.test.ts.
	test.each(covering(ENGINE_MODES, () => ['polls']))('fires once, engine mode %s', async (mode) => {
		prepare?.(bench.control, bench.world);
		const host = bench.trigger(mode, parameters());
		const trigger: EventTarget = {
			start: async () => (await host.publish()).items,
			poll: async () => (await host.poll()).items,
			async again() {
				await host.restart();
				return (await host.poll()).items;
			},
		};
		const steps = given.steps.slice(0, mode === 'default' ? 9 : 2);
		await judgeEvent({ ...given, steps }, bench, trigger, matching);
		expect(host.errors).toEqual([]);
	});

	test('shows a test event', async () => {
		prepare?.(bench.control, bench.world);
		const items = await bench.trigger('default', parameters()).fetchTestEvent();
		const settings = given.parsed(bench.world);
		// An item of a watch has the columns of its own event.
		const selected = event.watched?.settingsOf(settings) ?? [{ event, settings }];
		const columnsOf = (type: unknown) =>
			selected
				.filter((one) => eventTypesOf(one.event).includes(String(type)))
				.flatMap((one) => shapeOf(one.event, one.settings).columns.map(({ name }) => name));
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) {
			expect(eventTypesOf(event)).toContain(item.event);
			expect(item).toMatchObject({ title: expect.any(String) as string });
			// Every column is there, null without a value, in the order of the table.
			const names = Object.keys(item).filter((name) => !name.endsWith('Exact'));
			expect(names).toEqual([...new Set(columnsOf(item.event))]);
			expect(Object.values(item)).not.toContain(undefined);
		}
	});

	test('names the field that is wrong', async () => {
		const [[settings, message]] = given.refused;
		const host = bench.trigger('default', {
			event: event.value,
			...parametersOf(event, settings),
		});
		bench.control.clearRequests();
		const { error } = await host.publish();
		expect(String(error?.message)).toMatch(message);
		expect([error?.name, host.alive]).toEqual(['NodeOperationError', false]);
		expect(bench.control.requestCount()).toBe(0);
	});
});
