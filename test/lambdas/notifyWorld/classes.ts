import { type Check, runClass as runOf } from '../campaign/classes';
import { awsError } from './table';
import { type Arrival, type World, makeWorld, staking, targetNamed } from './world';

/**
 * What goes wrong around notify, one class each. All of it happens in virtual time, so that findings
 * do not depend on the machine.
 */

const MINUTE = 60_000;

const names = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, at) => `${prefix}${String(at).padStart(4, '0')}`);

/** The baseline, and a minute. */
async function begin(world: World): Promise<void> {
	await world.invoke();
	world.clock.time += MINUTE;
}

function acceptedBy(arrivals: readonly Arrival[], target: string): Set<string> {
	return new Set(
		arrivals.filter((one) => one.target === target && one.accepted).map(({ id }) => id),
	);
}

/** Every event at every one of the targets, and each always under one message id. */
function checkComplete(
	check: Check,
	world: World,
	ids: readonly string[],
	targets: string[],
): void {
	const lost = targets.flatMap((target) => {
		const got = acceptedBy(world.arrivals, target);
		return ids.filter((id) => !got.has(id));
	});
	check(lost.length === 0, `${lost.length} deliveries are missing`);
	const messages = new Map<string, Set<string>>();
	for (const { id, messageId } of world.arrivals) {
		messages.set(id, (messages.get(id) ?? new Set()).add(messageId));
	}
	const renamed = [...messages.values()].filter((one) => one.size > 1).length;
	check(renamed === 0, `${renamed} events came under several message ids`);
}

const CLASSES = {
	/** 1,000 targets and 1,000 events: far more than an invocation of 150 s can put or send. */
	async 'large fan-out'(check: Check) {
		const targets = names(1000, 't').map((name) => targetNamed(name));
		const world = makeWorld({ targets, table: { latencyMs: 100 } });
		await begin(world);
		world.add(1000);
		for (let run = 1; run <= 2; run++) {
			const before = { sent: world.arrivals.length, puts: countOf(world, 'delivery#') };
			const failed = world.table.count.conditionsFailed;
			const { killed, error } = await world.invoke({}, 150);
			check(!killed, `run ${run} was ended by Lambda`);
			check(error === undefined, `run ${run} failed: ${error?.name}`);
			check(world.arrivals.length > before.sent, `run ${run} sent nothing`);
			check(countOf(world, 'delivery#') > before.puts, `run ${run} put nothing`);
			const again = world.table.count.conditionsFailed - failed;
			check(again <= 1000, `run ${run} put ${again} deliveries again`);
			world.clock.time += MINUTE;
		}
	},

	/** Nothing happens, for 1,000 targets that have been sent to before. */
	async 'idle run'(check: Check) {
		const targets = names(1000, 't');
		const world = makeWorld({ targets: targets.map((name) => targetNamed(name)) });
		await begin(world);
		const ids = world.add(1);
		for (let run = 0; run < 4; run++) {
			await world.invoke();
			world.clock.time += 11 * MINUTE;
		}
		checkComplete(check, world, ids, targets);
		const before = callsOf(world);
		await world.invoke();
		const calls = callsOf(world) - before;
		check(calls <= 2, `an idle run makes ${calls} table calls for 1 source and 1,000 targets`);
	},

	/** Events that a table item cannot hold, packed well and badly, among others. */
	async 'poison event'(check: Check) {
		const world = makeWorld({ targets: [targetNamed('a'), targetNamed('b')] });
		await begin(world);
		const noise = (length: number) => {
			let [text, seed] = ['', 1];
			while (text.length < length) text += (seed = (seed * 48_271) % 2_147_483_647).toString(36);
			return text;
		};
		const memos = [undefined, 'ab'.repeat(300_000), undefined, noise(600_000), undefined];
		const ids = world.add(5, (index) => ({ memo: memos[index] }));
		const first = await world.invoke();
		check(first.error === undefined, `the run failed: ${first.error?.message}`);
		world.clock.time += MINUTE;
		const later = world.add(2);
		const second = await world.invoke();
		check(second.error === undefined, `the next run failed: ${second.error?.message}`);
		const small = [ids[0], ids[2], ids[4], ...later];
		checkComplete(check, world, small, ['a', 'b']);
		const dead = world.table.items().filter(({ queue }) => queue === 'dead');
		check(dead.length === 4, `${dead.length} dead letters instead of 4`);
		const marked = dead.every(({ event }) => String(event).includes('"truncated":true'));
		check(marked, 'a dead letter does not say that it was cut');
	},

	/** 40 targets answer after 14 s; one answers at once. */
	async 'slow target'(check: Check) {
		const slow = names(40, 'a-slow');
		const world = makeWorld({
			targets: [...slow, 'b-fast'].map((name) => targetNamed(name)),
			answer: (target) => ({ ms: target === 'b-fast' ? 50 : 14_000 }),
		});
		await begin(world);
		const ids = world.add(100);
		const begun = world.clock.time;
		const { killed } = await world.invoke({}, 300);
		check(!killed, 'the run was ended by Lambda');
		checkComplete(check, world, ids, ['b-fast']);
		const last = Math.max(...arrivedAt(world, 'b-fast'));
		check(last - begun < 40_000, `the fast target waited ${Math.round((last - begun) / 1000)} s`);
		const empty = slow.filter((name) => acceptedBy(world.arrivals, name).size === 0);
		check(empty.length === 0, `${empty.length} slow targets got nothing`);
	},

	/** 40 targets never answer; five do. */
	async 'hanging targets'(check: Check) {
		const fast = names(5, 'z-fast');
		const hanging = names(40, 'a-hanging');
		const world = makeWorld({
			targets: [...hanging, ...fast].map((name) => targetNamed(name)),
			answer: (target) => ({ ms: target.startsWith('a-') ? Infinity : 50 }),
		});
		await begin(world);
		const first = world.add(50);
		for (const [run, most] of [60_000, 10_000].entries()) {
			const ids = run === 0 ? first : world.add(50);
			const begun = world.clock.time;
			const { killed, error } = await world.invoke();
			check(!killed && error === undefined, `run ${run + 1} did not come to its end`);
			checkComplete(check, world, [...first, ...ids], fast);
			const last = Math.max(...fast.flatMap((name) => arrivedAt(world, name)));
			const seconds = Math.round((last - begun) / 1000);
			check(last - begun < most, `in run ${run + 1} targets that answer waited ${seconds} s`);
			world.clock.time += MINUTE;
		}
		const tried = world.arrivals.filter(({ target }) => target === hanging[0]).length;
		check(tried <= 30, `a target that never answers was tried ${tried} times in two runs`);
	},

	/** The node does not answer; the data service does. */
	async 'hanging source'(check: Check) {
		const sources = [{ name: 'node', event: 'validator', source: 'node' }, staking];
		const world = makeWorld({ sources, targets: [targetNamed('a')] });
		await begin(world);
		world.state.silent.add('node');
		// The source that is read first changes from run to run.
		const ids: string[] = [];
		for (let run = 0; run < 4; run++) {
			ids.push(...world.add(5));
			const sent = world.arrivals.length;
			const { killed } = await world.invoke({}, 30);
			check(!killed, `run ${run + 1} was ended by Lambda`);
			check(world.arrivals.length > sent || run === 0, `run ${run + 1} sent nothing`);
			world.clock.time += MINUTE;
		}
		world.state.silent.clear();
		await world.invoke();
		checkComplete(check, world, ids, ['a']);
	},

	/** One target takes a request a second, one takes two at once. */
	async 'limited target'(check: Check) {
		const world = makeWorld({
			targets: [
				targetNamed('paced', { perMinute: 60 }),
				targetNamed('narrow', { concurrency: 2 }),
				targetNamed('other'),
			],
			answer: () => ({ ms: 1_500 }),
		});
		await begin(world);
		const ids = world.add(100);
		await world.invoke({}, 300);
		checkComplete(check, world, ids, ['paced', 'narrow', 'other']);
		const of = (name: string) => world.arrivals.filter(({ target }) => target === name);
		const paced = of('paced').map(({ begunAt }) => begunAt);
		const busiest = Math.max(
			...paced.map((from) => paced.filter((at) => at >= from && at < from + MINUTE).length),
		);
		check(busiest <= 60, `${busiest} requests in a minute instead of 60`);
		const narrow = of('narrow');
		const most = Math.max(
			...narrow.map(
				({ begunAt: at }) => narrow.filter((one) => one.begunAt <= at && one.endedAt > at).length,
			),
		);
		check(most <= 2, `${most} requests at once instead of 2`);
	},

	/** The index shows what was written half a second, and three seconds later. */
	async 'index lag'(check: Check) {
		for (const lagMs of [500, 3_000]) {
			const world = makeWorld({ targets: [targetNamed('a')], table: { lagMs }, maxEvents: 1000 });
			await begin(world);
			const ids = world.add(1000);
			const { report } = await world.invoke({}, 300);
			const sent = report?.delivered;
			check(sent === 1000, `with ${lagMs} ms, ${sent} of 1,000 were sent in the first run`);
			checkComplete(check, world, ids, ['a']);
			const repeats = world.arrivals.length - 1000;
			check(repeats <= 0, `with ${lagMs} ms, ${repeats} deliveries were sent twice`);
		}
	},

	/** The table refuses half of all calls, and all of them for half a minute. */
	async 'throttled table'(check: Check) {
		const world = makeWorld({ targets: [targetNamed('a')] });
		await begin(world);
		let call = 0;
		let refusesAll = [0, 0];
		world.table.state.refuse = () => {
			const { time } = world.clock;
			const all = time >= refusesAll[0] && time < refusesAll[1];
			return all || call++ % 2 === 0
				? awsError('ProvisionedThroughputExceededException')
				: undefined;
		};
		const ids = world.add(100);
		const first = await world.invoke();
		check(!first.killed && !first.error, `half throttled, the run failed: ${first.error?.name}`);
		check((first.report?.delivered ?? 0) > 0, 'half throttled, nothing was sent');
		world.clock.time += MINUTE;
		ids.push(...world.add(100));
		// All the time for sources, once the run has begun.
		refusesAll = [world.clock.time + 1_500, world.clock.time + 30_000];
		const second = await world.invoke();
		check(!second.killed, 'throttled, the run was ended by Lambda');
		check(!second.error, `throttled, the run failed: ${second.error?.message}`);
		for (let run = 0; run < 3; run++) {
			world.clock.time += MINUTE;
			await world.invoke();
		}
		checkComplete(check, world, ids, ['a']);
	},

	/** Half of all writes take effect and are answered with an error; others collide with another. */
	async 'conflict answers'(check: Check) {
		const world = makeWorld({ targets: [targetNamed('a'), targetNamed('b')] });
		await begin(world);
		let writes = 0;
		const isWrite = (command: string) => /^(Put|Update)/.test(command);
		const every = (share: number, error: () => Error) => (command: string) =>
			isWrite(command) && ++writes % share === 0 ? error() : undefined;
		world.table.state.refuse = every(5, () => awsError('TransactionConflictException'));
		world.table.state.lose = every(2, () =>
			Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }),
		);
		const ids: string[] = [];
		for (let run = 1; run <= 3; run++) {
			ids.push(...world.add(50));
			const { killed, error } = await world.invoke();
			check(!killed && !error, `run ${run} failed: ${error?.name}: ${error?.message}`);
			world.clock.time += MINUTE;
		}
		world.table.state.refuse = undefined;
		world.table.state.lose = undefined;
		for (let run = 0; run < 3; run++) {
			await world.invoke();
			world.clock.time += MINUTE;
		}
		checkComplete(check, world, ids, ['a', 'b']);
		const repeats = world.arrivals.length - ids.length * 2;
		check(repeats === 0, `${repeats} deliveries were sent twice`);
	},

	/** A service answers an error, a page and nothing, all with status 200. */
	async '200 with an error body'(check: Check) {
		const sources = [{ name: 'node', event: 'validator', source: 'node' }, staking];
		const world = makeWorld({ sources, targets: [targetNamed('a')] });
		await begin(world);
		const ids: string[] = [];
		const bodies = [
			'{"message":"Internal server error","error":"Internal","statusCode":500}',
			'<html><body>Bad gateway</body></html>',
			'',
			'null',
		];
		const validator = { txID: 'validation', nodeID: 'NodeID-1', startTime: '1', weight: '1' };
		for (const [at, body] of bodies.entries()) {
			const broken = at % 2 === 0 ? 'data' : 'node';
			world.state.body = { [broken]: body };
			ids.push(...world.add(3));
			world.service.validators.push({ ...validator, txID: `validation-${at}` });
			ids.push(`validator.joined:validation-${at}`);
			const { error, killed } = await world.invoke();
			check(!killed, `answered ${body}, the run was ended by Lambda`);
			const told = `${error?.name}: ${error?.message}`;
			const name = broken === 'data' ? 'staking' : 'node';
			check(
				error?.name === 'SourceFailed' && told.includes(`${name} (`),
				`answered ${body}, the run says ${told}`,
			);
			const other = broken === 'data' ? ids.slice(-1) : ids.slice(-4, -1);
			const got = acceptedBy(world.arrivals, 'a');
			check(
				other.every((id) => got.has(id)),
				`answered ${body}, the other source was not told`,
			);
			world.clock.time += MINUTE;
		}
		world.state.body = {};
		await world.invoke();
		checkComplete(check, world, ids, ['a']);
		const strangers = world.arrivals.filter(({ id }) => !ids.includes(id)).length;
		check(strangers === 0, `${strangers} events that never happened were delivered`);
	},

	/** A set of validators that a table item cannot hold, and one that it can. */
	async 'oversized cursor'(check: Check) {
		const sources = [{ name: 'node', event: 'validator', source: 'node' }, staking];
		const world = makeWorld({ sources, targets: [targetNamed('a')] });
		const validator = (_: unknown, at: number) => ({
			txID: `validation-${at * 7919}`,
			nodeID: `NodeID-${at}`,
			startTime: '1700000000',
			weight: '1',
		});
		world.service.validators = Array.from({ length: 100_000 }, validator);
		const { error } = await world.invoke();
		const told = String(error?.message);
		check(told.includes('SourceTooLarge') && told.includes('subnetId'), `it says: ${told}`);
		const { validatorReads } = world.service;
		check(validatorReads === 1, `100,000 validators were read ${validatorReads} times`);
		world.service.validators = Array.from({ length: 65_000 }, validator);
		const fits = await world.invoke();
		check(fits.error === undefined, `65,000 validators do not fit: ${fits.error?.message}`);
		world.clock.time += MINUTE;
		world.service.validators.push(validator(undefined, 65_000));
		const ids = world.add(2);
		await world.invoke();
		checkComplete(check, world, [...ids, 'validator.joined:validation-514735000'], ['a']);
	},
} as const;

export type ClassName = keyof typeof CLASSES;
export const CLASS_NAMES = Object.keys(CLASSES) as ClassName[];

/** Runs one class and returns its findings. */
export const runClass = (name: ClassName) => runOf(CLASSES, name);

function countOf(world: World, prefix: string): number {
	return world.table.items().filter(({ pk }) => String(pk).startsWith(prefix)).length;
}

function callsOf({ table }: World): number {
	return Object.values(table.count.calls).reduce((sum, calls) => sum + calls, 0);
}

function arrivedAt({ arrivals }: World, target: string): number[] {
	return arrivals.filter((one) => one.target === target).map(({ endedAt }) => endedAt);
}
