import type { Check } from '../lambdas/classes';
import { MINUTE, begin } from './checks';
import { costsOf, costsSince, priceOf, sqsCalls } from './costs';
import { type Answer, type World, makeWorld, targetNamed } from './world';

/**
 * One event for very many subscriptions. Eight of ten have answered quickly before; of the others, which are new, one
 * is slow and one is dead: half of these answer with 410, the others not at all. All others get the event once, and
 * those that answer quickly as soon as if the new ones did, too.
 */

const SLOW_MS = 14_000;
const HOUR = 60 * MINUTE;
/** The quick ones may wait so many times as long as they do if none is slow. */
const MOST_TIMES = 1.5;

type Kind = 'quick' | 'slow' | 'gone' | 'silent';
const kindOf = (name: string) => name.split('-')[0] as Kind;
const ANSWERS: Record<Kind, Answer> = {
	quick: { ms: 200 },
	slow: { ms: SLOW_MS },
	gone: { ms: 50, status: 410 },
	silent: { ms: Infinity },
};

/** The kinds in turn: those that are not quick are spread over all. */
function kindAt(at: number): Kind {
	if (at % 10 === 3) return 'slow';
	if (at % 20 === 6) return 'gone';
	return at % 20 === 16 ? 'silent' : 'quick';
}

/** A world whose quick subscriptions have had an event; the others are new. */
async function prepared(check: Check, receivers: readonly string[]) {
	const world = makeWorld({ targets: [targetNamed('own')], subscribing: true });
	const quick = receivers.filter((name) => kindOf(name) === 'quick');
	const ids = await world.subscribeAll(quick);
	await begin(world);
	world.state.answer = () => ANSWERS.quick;
	const first = await delaysOf(check, world, quick);
	world.state.answer = () => ({ ms: 50 });
	const others = receivers.filter((name) => kindOf(name) !== 'quick');
	for (const [name, id] of await world.subscribeAll(others)) ids.set(name, id);
	return { world, quick, ids, first };
}

/** Adds an event, and waits until these targets have it. Returns the seconds that they wait, in order. */
async function delaysOf(check: Check, world: World, targets: readonly string[]): Promise<number[]> {
	const begun = world.clock.time;
	const [event] = world.add(1);
	const wanted = new Set(targets);
	const from = world.arrivals.length;
	const arrived = () =>
		world.arrivals.slice(from).filter((one) => one.id === event && wanted.has(one.target));
	for (let minute = 0; minute < 2 * targets.length && arrived().length < wanted.size; minute++) {
		await world.deliverUntil(world.clock.time + MINUTE);
	}
	const found = arrived();
	check(found.length === wanted.size, `${found.length} of ${wanted.size} were sent the event`);
	return found.map(({ endedAt }) => (endedAt - begun) / 1000).sort((a, b) => a - b);
}

const middleOf = (sorted: readonly number[]) => sorted[sorted.length >> 1];

/** The delays of the quick ones, with none slow and with the slow and the dead, and figures of the costs. */
export async function fanOutOfOne(
	check: Check,
	count: number,
): Promise<{ world: World; rows: Record<string, string>; ids: ReadonlyMap<string, string> }> {
	const receivers = Array.from({ length: count }, (_, at) => `${kindAt(at)}-${at}`);
	const alone = await prepared(check, receivers);
	alone.world.state.answer = () => ANSWERS.quick;
	const without = middleOf(await delaysOf(check, alone.world, alone.quick));
	const { world, quick, ids, first } = await prepared(check, receivers);
	world.state.answer = (target) => (target === 'own' ? { ms: 50 } : ANSWERS[kindOf(target)]);
	const before = costsOf(world);
	const delays = await delaysOf(check, world, quick);
	const costs = costsSince(before, costsOf(world));
	const times = middleOf(delays) / without;
	check(times <= MOST_TIMES, `the quick ones wait ${times.toFixed(2)} times as long`);
	const each = (value: number) => (value / quick.length).toFixed(2);
	const seconds = (value: number) => value.toFixed(0);
	const rows = {
		'seconds to the middle of the quick ones, none slow': seconds(without),
		'with the slow and the dead': seconds(middleOf(delays)),
		'times as long': times.toFixed(2),
		'seconds to the last of them': seconds(delays.at(-1) ?? 0),
		'seconds to the middle of all quick ones at their first event': seconds(middleOf(first)),
		'table calls a delivery to a quick one': each(costs.tableCalls),
		'write units': each(costs.writeUnits),
		'read units': each(costs.readUnits),
		'SQS calls': each(sqsCalls(costs)),
		'tables and queues, USD a million deliveries': each(priceOf(costs) * 1e6),
	};
	return { world, rows, ids };
}

/** The same, and what becomes of the slow and the dead by the end of the schedule of attempts. */
export async function fanOutToTheEnd(check: Check, count: number): Promise<Record<string, string>> {
	const { world, rows, ids } = await fanOutOfOne(check, count);
	const event = world.arrivals.at(-1)?.id;
	const hours = (count * 0.15 * 15) / 10 / 3600;
	for (const pause of [0, 0.1, 0.5, 2, 5, 10, 14, 20, 24]) {
		world.clock.time += pause * HOUR;
		await world.deliverUntil(world.clock.time + 10 * MINUTE + hours * HOUR);
	}
	const accepted = new Map<string, number>();
	for (const { target, accepted: taken, id } of world.arrivals) {
		if (taken && id === event) accepted.set(target, (accepted.get(target) ?? 0) + 1);
	}
	const named = (...kinds: Kind[]) =>
		[...ids.keys()].filter((name) => kinds.includes(kindOf(name)));
	const answering = named('quick', 'slow');
	const wrong = answering.filter((name) => accepted.get(name) !== 1).length;
	check(wrong === 0, `${wrong} of ${answering.length} did not get the event once`);
	const messageIds = world.arrivals.filter(({ id }) => id === event).map((one) => one.messageId);
	check(new Set(messageIds).size === 1, 'the event has several message ids');
	const dead = world.table.items().filter(({ queue }) => queue === 'dead').length;
	const deadKinds = named('gone', 'silent').length;
	check(dead === deadKinds, `${dead} dead letters of ${deadKinds} dead subscriptions`);
	const gone = named('gone').map((name) => String(ids.get(name)));
	const statuses = await world.clock.run(() => Promise.all(gone.map(world.subscribing.statusOf)));
	const ended = statuses.filter((status) => status === 'ended').length;
	check(ended === gone.length, `${ended} of ${gone.length} subscriptions ended by 410`);
	return {
		...rows,
		'subscriptions that did not get it, or twice': String(wrong),
		'dead letters': String(dead),
		'subscriptions that ended': String(ended),
	};
}
