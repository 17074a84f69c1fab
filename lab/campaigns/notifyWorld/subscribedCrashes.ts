import { createRandom } from '../../../core/testing/random';
import type { Check } from '../lambdas/classes';
import { MINUTE, acceptedBy, begin, names } from './checks';
import { type World, makeWorld, targetNamed } from './world';

/**
 * Subscriptions as receivers while processes die: each event reaches each subscription that wants it. Some subscriptions end by status 410 on the way, and some are made meanwhile.
 */

export interface SubscribedOptions {
	/** Number of events. */
	events: number;
	/** The share of requests that receivers answer with 500. */
	failing: number;
	/** A process dies at every n-th call of a table, a queue, a source or a receiver. */
	crash: number;
	seed: string;
}

const BURST = 100;
/** Requests that a receiver accepts before it answers with 410. */
const LAST = 20;
/** Passes without progress, each a minute later than the last one: two weeks. */
const MOST_IDLE = 200;
const [STAY, LEAVE, JOIN] = [names(3, 'stays'), names(2, 'leaves'), names(2, 'joins')];

/** Runs the class and returns its counts as text. */
export async function subscribedCrashes(
	check: Check,
	{ events: wanted, failing, crash: every, seed }: SubscribedOptions,
): Promise<Record<string, number>> {
	const random = createRandom(seed).stream('subscriptions');
	const burst = Math.min(BURST, Math.ceil(wanted / 3));
	let [calls, deaths, messages] = [0, 0, 0];
	const requests = new Map<string, number>();
	const world = makeWorld({
		targets: [targetNamed('own')],
		subscribing: true,
		queue: { visibilitySeconds: 60, repeats: () => ++messages % 20 === 0 },
		answer: (target) => {
			const count = (requests.get(target) ?? 0) + 1;
			requests.set(target, count);
			if (LEAVE.includes(target) && count > LAST) return { ms: 50, status: 410 };
			return { ms: 50, status: random.next() < failing ? 500 : 200 };
		},
	});
	const subscribe = async (name: string) =>
		await world.clock.run(() =>
			world.subscribing.subscribe(name, { events: ['staking.transaction'] }),
		);
	const ids = new Map<string, string>();
	for (const name of [...STAY, ...LEAVE]) ids.set(name, await subscribe(name));
	await begin(world);
	world.state.crash = () => {
		if (++calls % every > 0) return undefined;
		return deaths++ % 2 === 0 ? 'before' : 'after';
	};
	const events: string[] = [];
	const joined = new Map<string, number>();
	while (events.length < wanted) {
		const [name] = JOIN.filter((one) => !joined.has(one));
		if (name !== undefined && events.length >= (wanted * (joined.size + 1)) / 3) {
			ids.set(name, await subscribe(name));
			joined.set(name, events.length);
		}
		events.push(...world.add(Math.min(burst, wanted - events.length)));
		await world.deliverUntil(world.clock.time + MINUTE);
	}
	/** The events that a subscription has not accepted, by its name. */
	const missed = () =>
		['own', ...STAY, ...JOIN].flatMap((target) => {
			const got = acceptedBy(world.arrivals, target);
			const ids = events.slice(joined.get(target) ?? 0).filter((id) => !got.has(id));
			return ids.length > 0 ? [{ target, ids }] : [];
		});
	const missing = () => missed().reduce((sum, { ids }) => sum + ids.length, 0);
	// The longer the crashes last, the more runs a backlog needs, and the more time failed attempts.
	for (let rest = Infinity, idle = 0; rest > 0 && idle < MOST_IDLE; ) {
		world.clock.time += idle * MINUTE;
		await world.deliverUntil(world.clock.time + MINUTE);
		const now = missing() + left(world);
		idle = now < rest ? 0 : idle + 1;
		rest = now;
	}
	check(left(world) === 0, `${left(world)} deliveries are left`);

	const dead = new Set(
		world.table
			.items()
			.filter(({ queue }) => queue === 'dead')
			.map(({ pk, sk }) => `${String(pk).slice('delivery#'.length)} ${String(sk)}`),
	);
	const messageIds = new Map<string, Set<string>>();
	for (const { id, messageId } of world.arrivals) {
		messageIds.set(id, (messageIds.get(id) ?? new Set()).add(messageId));
	}
	const accepted = ['own', ...STAY, ...JOIN]
		.map((target) => acceptedBy(world.arrivals, target).size)
		.reduce((sum, size) => sum + size, 0);
	const lost = missing();
	const byTarget = missed().map(
		({ target, ids }) => `${target} ${ids.length} (${ids[0]} to ${ids.at(-1)})`,
	);
	const renamed = [...messageIds.values()].filter((one) => one.size > 1).length;
	check(lost === 0, `${lost} deliveries are missing: ${byTarget.join(', ')}`);
	check(renamed === 0, `${renamed} events came under several message ids`);
	check(deaths > 0, 'no process died');
	for (const name of LEAVE) {
		const status = await world.clock.run(() => world.subscribing.statusOf(String(ids.get(name))));
		check(status === 'ended', `${name} is ${String(status)} after status 410`);
	}
	const refused = world.arrivals.filter(({ target }) => LEAVE.includes(target)).length;
	const sent = world.arrivals.length;
	return {
		events: events.length,
		subscriptions: ids.size,
		'requests to receivers': sent,
		'calls that were counted': calls,
		'processes that died': deaths,
		'deliveries accepted': accepted,
		'deliveries lost': lost,
		'events under another id': renamed,
		'requests to subscriptions that end by 410': refused,
		'dead letters of these': dead.size,
	};
}

/** Deliveries that are neither delivered nor dead. */
function left(world: World): number {
	const waiting = world.table
		.items()
		.filter(({ queue }) => queue !== undefined && queue !== 'dead').length;
	const lanes = Object.values(world.lanes);
	return waiting + lanes.reduce((sum, lane) => sum + lane.bodies().length + lane.dead.length, 0);
}
