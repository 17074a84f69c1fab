import type { INodeParameters } from 'n8n-workflow';
import { type MovedClock, moveNodeClock } from '../../lab/kit/movedClock';
import { ENGINE_MODES, type EngineMode, type Item } from '../../lab/kit/pollHost';
import fc, { occurrences } from '../../core/testing/properties';
import { NOTICES } from '../../nodes/AvalancheTrigger/unconfirmed';
import { type Bench, STAKING, startBench } from './triggerKit';
import { MINUTE_MS } from '../../core/formats/timeUnits';

/**
 * Deliver until Confirmed over random histories: events, times, workers and n8n killed, workflows that
 * confirm all, some or none of their items. Each event ends confirmed, or named by an item that an
 * execution handed on to its end.
 */

let bench: Bench;
let clock: MovedClock;
beforeAll(async () => {
	bench = await startBench();
	clock = moveNodeClock(bench);
	bench.control.moveClock({ ms: 26 * 60 * MINUTE_MS });
});
afterAll(async () => {
	clock.restore();
	await bench.close();
});

const PARAMETERS = {
	...STAKING,
	options: { untilConfirmed: true, repeatAfterMinutes: 1 },
} as INodeParameters;

/** The end of an execution with items. */
const fate = fc.constantFrom(
	'confirms' as const,
	'confirms some' as const,
	'fails before Confirm' as const,
	'worker killed' as const,
	'never started' as const,
	'state not saved' as const,
);

const step = fc.record({
	events: fc.constantFrom(0, 0, 0, 1, 2),
	minutes: fc.constantFrom(0, 1, 2, 6, 20),
	fate,
	restart: fc.boolean(),
});

const history = fc.record({
	steps: fc.array(step, { minLength: 3, maxLength: 10 }),
	/** The history until nothing waits any more. */
	rest: fc.array(
		// A state that is never saved would never end.
		fate.filter((name) => name !== 'state not saved'),
		{ minLength: 1, maxLength: 4 },
	),
});

type History = typeof history extends fc.Arbitrary<infer Given> ? Given : never;

const CLASSES = [
	'confirms',
	'confirms some',
	'fails before Confirm',
	'worker killed',
	'never started',
	'state not saved',
	'given up',
	'notice killed',
	'repeated',
	'restart',
] as const;

async function play(
	mode: EngineMode,
	{ steps, rest }: History,
	saw: (name: (typeof CLASSES)[number], holds?: boolean) => void,
): Promise<void> {
	const host = bench.trigger(mode, PARAMETERS);
	await host.publish();
	const happened = new Set<string>();
	const confirmed = new Set<string>();
	const named = new Set<string>();
	const killedNotices = new Map<string, number>();
	const isNotice = ({ event }: Item) => event === 'delivery.givenUp';
	/** An item that gives up events is killed less often than it is delivered. */
	const mayKill = (items: readonly Item[]) =>
		items.filter(isNotice).every(({ id }) => (killedNotices.get(String(id)) ?? 0) < NOTICES - 1);
	const killed = (items: readonly Item[]) => {
		for (const { id } of items.filter(isNotice)) {
			killedNotices.set(String(id), (killedNotices.get(String(id)) ?? 0) + 1);
			saw('notice killed');
		}
	};
	const idsOf = (items: readonly Item[]) => items.map(({ id }) => String(id));
	const delivered = new Set<string>();

	/** One execution to its end, as `wish` says where that can be. */
	async function end(items: readonly Item[], wish: string): Promise<void> {
		if (items.length === 0) return;
		saw(
			'repeated',
			idsOf(items).some((id) => delivered.has(id)),
		);
		for (const id of idsOf(items)) delivered.add(id);
		const destroys = !wish.startsWith('confirms') && wish !== 'fails before Confirm';
		const how = destroys && !mayKill(items) ? 'confirms' : wish;
		saw(how as (typeof CLASSES)[number]);
		if (how === 'worker killed') return killed(host.loseWorker());
		if (how === 'never started') {
			const { interrupted, items: next } = await host.restart({ lost: 'execution' });
			killed(interrupted);
			return await end(next, 'confirms');
		}
		if (how === 'state not saved') {
			const { interrupted, items: next } = await host.restart({ lost: 'state' });
			killed(interrupted);
			return await end(next, 'confirms');
		}
		for (const item of items.filter(isNotice)) {
			saw('given up');
			for (const { id } of item.givenUp as Array<{ id: string }>) named.add(id);
		}
		if (how === 'fails before Confirm') return;
		const reached = how === 'confirms some' ? items.filter((_, i) => i % 2 === 0) : items;
		await host.confirm(reached);
		for (const id of idsOf(reached)) confirmed.add(id);
	}

	for (const { events, minutes, fate: wish, restart } of steps) {
		bench.control.moveClock({ ms: minutes * MINUTE_MS + 1_000 });
		const now = bench.world.clock.seconds();
		const times = Array.from({ length: events }, () => now);
		for (const hash of events > 0 ? bench.stake(...times) : []) happened.add(hash);
		await end((await host.poll()).items, wish);
		if (!restart) continue;
		saw('restart');
		await end((await host.restart()).items, wish);
	}
	let round = 0;
	const isWaiting = () =>
		`${host.database.staticData}${host.database.cursor ?? ''}`.includes('"unconfirmed":');
	while (isWaiting()) {
		bench.control.moveClock({ ms: 200 * MINUTE_MS });
		await end((await host.poll()).items, rest[round++ % rest.length]);
		if (round > 60) throw new Error('Deliveries do not end');
	}
	const missing = [...happened].filter((hash) => {
		const id = `staking.transaction:${hash}`;
		return !confirmed.has(id) && !named.has(id);
	});
	expect(missing).toEqual([]);
}

test.each(ENGINE_MODES)('each event is confirmed or named, engine mode %s', async (mode) => {
	const tally = occurrences(...CLASSES);
	await fc.assert(
		fc.asyncProperty(history, (given) => play(mode, given, tally.saw)),
		{ numRuns: 20 },
	);
	tally.expectAll();
});
