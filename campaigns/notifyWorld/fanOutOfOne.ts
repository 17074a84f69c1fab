import type { Check } from '../lambdas/classes';
import { MINUTE, begin } from './checks';
import { costsOf, costsSince, priceOf, sqsCalls } from './costs';
import { type Answer, type World, makeWorld, targetNamed } from './world';

/**
 * One event for very many subscriptions, of which one in a hundred is slow and one in a hundred dead:
 * half of these answer with 410, the others with nothing. All others get the event once and soon.
 */

const SLOW_MS = 14_000;
const HOUR = 60 * MINUTE;

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
	if (at % 100 === 17) return 'slow';
	if (at % 200 === 50) return 'gone';
	return at % 200 === 150 ? 'silent' : 'quick';
}

/** Runs it behind a queue, and checks what arrives. Returns figures for people. */
export async function fanOutOfOne(check: Check, count: number): Promise<Record<string, string>> {
	const world = makeWorld({
		targets: [targetNamed('own')],
		subscribing: true,
		senders: 'queue',
	});
	const receivers = Array.from({ length: count }, (_, at) => `${kindAt(at)}-${at}`);
	const ids = await world.subscribeAll(receivers);
	await begin(world);
	world.state.answer = (target) => (target === 'own' ? { ms: 50 } : ANSWERS[kindOf(target)]);
	const before = costsOf(world);
	const begun = world.clock.time;
	const [event] = world.add(1);
	const most = longest(receivers);
	await world.deliverUntil(begun + 5 * MINUTE + most * 1000);
	const costs = costsSince(before, costsOf(world));
	await passSchedule(world);

	const accepted = new Map<string, number>();
	for (const { target, accepted: taken } of world.arrivals) {
		if (taken) accepted.set(target, (accepted.get(target) ?? 0) + 1);
	}
	const answering = receivers.filter((name) => ['quick', 'slow'].includes(kindOf(name)));
	const lost = answering.filter((name) => !accepted.has(name)).length;
	const twice = answering.filter((name) => (accepted.get(name) ?? 0) > 1).length;
	check(lost === 0, `${lost} of ${answering.length} subscriptions did not get the event`);
	check(twice === 0, `${twice} subscriptions got the event more than once`);
	const messageIds = new Set(
		world.arrivals.filter(({ id }) => id === event).map((one) => one.messageId),
	);
	check(messageIds.size === 1, `the event has ${messageIds.size} message ids`);

	const quick = world.arrivals
		.filter(({ target }) => kindOf(target) === 'quick')
		.map(({ endedAt }) => (endedAt - begun) / 1000)
		.sort((a, b) => a - b);
	const lastSeconds = quick.at(-1) as number;
	check(lastSeconds <= most, `the last quick subscription waited ${lastSeconds.toFixed(0)} s`);

	const dead = world.table.items().filter(({ queue }) => queue === 'dead').length;
	const deadKinds = receivers.filter((name) => ['gone', 'silent'].includes(kindOf(name)));
	check(
		dead === deadKinds.length,
		`${dead} dead letters of ${deadKinds.length} dead subscriptions`,
	);
	const gone = receivers.filter((name) => kindOf(name) === 'gone');
	const ended = await endedOf(
		world,
		gone.map((name) => String(ids.get(name))),
	);
	check(ended === gone.length, `${ended} of ${gone.length} subscriptions ended by 410`);

	const deliveries = accepted.size;
	const each = (value: number) => (value / deliveries).toFixed(2);
	return {
		'deliveries accepted': deliveries.toLocaleString('en'),
		'seconds to the middle of those that answer at once': quick[quick.length >> 1].toFixed(0),
		'seconds to the last of them': lastSeconds.toFixed(0),
		'subscriptions that did not get it, or twice': String(lost + twice),
		'dead letters': String(dead),
		'subscriptions that ended': String(ended),
		'table calls a delivery': each(costs.tableCalls),
		'write units': each(costs.writeUnits),
		'read units': each(costs.readUnits),
		'SQS calls': each(sqsCalls(costs)),
		'tables and queue, USD a million deliveries': each(priceOf(costs) * 1e6),
	};
}

/**
 * The time after which all quick ones must have it (s). Ten senders make some 400 deliveries a second; a slow or
 * silent target that is not known yet occupies one of them until its timeout. The schedule reads the event after
 * up to a minute.
 */
function longest(receivers: readonly string[]): number {
	const occupied = receivers.filter((name) => ['slow', 'silent'].includes(kindOf(name))).length;
	return 75 + receivers.length / 400 + (occupied * 15) / 10;
}

async function endedOf({ clock, subscribing }: World, ids: readonly string[]): Promise<number> {
	const statuses = await clock.run(() => Promise.all(ids.map(subscribing.statusOf)));
	return statuses.filter((status) => status === 'ended').length;
}

/** The days of the schedule of attempts: some minutes around each of them. */
async function passSchedule(world: World): Promise<void> {
	for (const hours of [0.1, 0.5, 2, 5, 10, 14, 20, 24]) {
		world.clock.time += hours * HOUR;
		await world.deliverUntil(world.clock.time + 5 * MINUTE);
	}
}
