import { ENGINE_MODES } from '../../lab/kit/pollHost';
import { forTests } from '../emulatorForTests';
import { HEALTH, NOON_SECONDS, PRIMARY, STAKING, startBench } from './triggerKit';

/** docs/events.md: the one shape of events. */
const HEADLINE = [
	'id',
	'event',
	'severity',
	'subject',
	'title',
	'text',
	'occurredAt',
	'url',
	'alertKey',
];

const MESSAGE = ['title', 'severity', 'subject', 'occurredAt', 'text'];

const bench = forTests(() => startBench());
afterEach(() => bench.control.reset());

describe('Fetch Test Event', () => {
	test('gives up to 10 of the newest transactions', async () => {
		const added = bench.stake(...Array.from({ length: 15 }, (_, i) => NOON_SECONDS + i));
		const items = await bench.trigger('default', STAKING).fetchTestEvent();
		expect(items.map(({ txHash }) => txHash)).toEqual(added.slice(5).reverse());
	});

	test.each(
		[STAKING, PRIMARY, HEALTH].flatMap((event) =>
			[true, false].map((simplify) => ({ ...event, simplify })),
		),
	)('begins with what a message to people needs: $event, Simplify $simplify', async (form) => {
		const items = await bench.trigger('default', form).fetchTestEvent();
		for (const item of items) {
			// Without Simplify the record of the service follows the headline as it is.
			const raw = !form.simplify && !('path' in form);
			const names = Object.keys(item);
			const first = raw ? HEADLINE : MESSAGE;
			expect(names.slice(0, first.length)).toEqual(first);
			expect(names).toEqual(expect.arrayContaining(HEADLINE));
			expect(item.severity).toMatch(/^(info|warning|critical|resolved)$/);
			expect(item.text).toMatch(/^[A-Z].*[.]$/);
			expect(new Date(String(item.occurredAt)).getTime()).toBeGreaterThan(0);
		}
		expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
	});

	test.each(ENGINE_MODES)('leaves the state alone, engine mode %s', async (mode) => {
		const host = bench.trigger(mode, STAKING);
		await host.fetchTestEvent();
		expect(JSON.parse(host.database.staticData)).toEqual({});
		await host.publish();
		bench.stake(NOON_SECONDS + 1);
		const before = JSON.stringify(host.database);
		await host.fetchTestEvent();
		expect(JSON.stringify(host.database)).toBe(before);
		expect((await host.poll()).items).toHaveLength(1);
	});

	test('shows a failure of the service as it is', async () => {
		bench.control.addFaults({ faults: [{ kind: 'status', status: 502 }] });
		await expect(bench.trigger('default', STAKING).fetchTestEvent()).rejects.toMatchObject({
			name: 'NodeApiError',
			httpCode: '502',
		});
	});
});
