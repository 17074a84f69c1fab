import type { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { batchOf, webhookMessageId } from '../../lambdas/notify/batchEvents';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { drain } from '../../lambdas/notify/drain';
import { type FanOutOptions, fanOut } from '../../lambdas/notify/fanOut';
import { configuredRecipients } from '../../lambdas/notify/recipients';
import { type Settings, settingsOf } from '../../lambdas/notify/settings';
import { type BatchEvent, LAG_MS, LATE_QUEUES } from '../../lambdas/notify/store';
import { createTally } from '../../lambdas/notify/tally';
import { memoryQueue } from '../../lab/kit/lambda/memoryQueue';
import { sqsQueue } from '../../lambdas/notify/sqsQueue';
import { type VirtualClock, virtualClock } from '../../core/testing/virtualClock';
import { type MemoryTable, memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, staking, targetNamed } from '../../lab/campaigns/notifyWorld/world';

let clock: VirtualClock;
let table: MemoryTable;
let queue: ReturnType<typeof memoryQueue>;
const setUp = () => {
	clock = virtualClock(NOON);
	table = memoryTable({ clock, latencyMs: 1 });
	queue = memoryQueue({ clock, name: 'deliveries', latencyMs: 1 });
};
beforeEach(setUp);

const store = () => dynamoStore(table as never, 'notify');
const event = (number: number): BatchEvent => ({
	id: `event:${number}`,
	type: 'staking.transaction',
	timestamp: '2026-11-07T12:00:00Z',
	data: {},
});
let sources: Settings['sources'];
let targets: Settings['targets'];
beforeAll(async () => {
	({ sources, targets } = await settingsOf(
		JSON.stringify({ sources: [staking], targets: [targetNamed('b'), targetNamed('a')] }),
	));
});

const optionsOf = (more: Partial<FanOutOptions> = {}): FanOutOptions => ({
	store: store(),
	queue: sqsQueue({ main: 'main', slow: 'slow' }, { clock, until: Infinity }, queue as never),
	recipients: configuredRecipients(targets),
	clock,
	deadline: Infinity,
	...more,
});
/** The deliveries in the queue, each once. */
const deliveries = () => {
	const all = queue.bodies().map((body) => JSON.parse(body) as { target: string; id: string });
	return [...new Map(all.map((one) => [`${one.target} ${one.id}`, one])).values()];
};

test('a batch that has an event twice is put, each event once, also when it is continued', async () => {
	const batch = [event(1), event(1), event(2)];
	for (const again of [false, true]) {
		const done = await clock.run(async () =>
			fanOut(sources[0], { version: 1, batch }, optionsOf(), again),
		);
		expect(done).toBe(true);
		expect(deliveries()).toHaveLength(4);
	}
});

test('an event that a service lists twice is in a batch once', () => {
	expect(batchOf('staking', [event(1), event(2), event(1)])).toEqual([event(1), event(2)]);
});

test('the id of a message is the same in every version: deliveries in the table and receivers know it', () => {
	const ids = ['a', 'b'].map((source) => webhookMessageId(source, 'event:1'));
	expect(ids).toEqual(['msg_jxY0CNmSoaHLM6T42Pns_kg30zS', 'msg_o6rT75WXclJv2zf_v6Vj2HmnTFn']);
});

test('the messages of each target are a group of their own', async () => {
	const groups: Array<[target: string, group: string]> = [];
	const send = async ({ input }: SendMessageBatchCommand) => {
		for (const { MessageBody = '', MessageGroupId = '' } of input.Entries ?? []) {
			groups.push([(JSON.parse(MessageBody) as { target: string }).target, MessageGroupId]);
		}
		return {};
	};
	const lanes = { main: 'main', slow: 'slow' };
	const apart = sqsQueue(lanes, { clock, until: Infinity }, { send } as never);
	const batch = [event(1), event(2)];
	await clock.run(async () =>
		fanOut(sources[0], { version: 1, batch }, optionsOf({ queue: apart }), false),
	);
	expect(groups).toHaveLength(4);
	for (const [target, group] of groups) expect(group).toBe(target);
});

test('messages that the queue did not accept are sent again, without their events if these are large', async () => {
	const calls: Array<Array<[id: string | undefined, delivery: unknown]>> = [];
	const send = async ({ input: { Entries = [] } }: SendMessageBatchCommand) => {
		calls.push(Entries.map(({ Id, MessageBody = '' }) => [Id, JSON.parse(MessageBody)]));
		return { Failed: calls.length === 1 ? [{ Id: '1', SenderFault: false, Code: 'Busy' }] : [] };
	};
	const lanes = { main: 'main', slow: 'slow' };
	const partly = sqsQueue(lanes, { clock, until: Infinity }, { send } as never);
	const given = { source: 's', attempts: 0, createdAt: NOON };
	const large = { ...event(1), data: { text: 'x'.repeat(6_000) } };
	const first = { ...given, target: 'a', id: 'msg_1', event: event(0) };
	const second = { ...given, target: 'b', id: 'msg_2', dueAt: NOON + 1, paced: true as const };
	const messages = [{ delivery: first }, { delivery: { ...second, event: large } }];
	await clock.run(() => partly.send(messages));
	const sent = [
		['0', first],
		['1', second],
	];
	expect(calls).toEqual([sent, [['0', second]]]);
});

test('a fan-out without time left continues after its last piece', async () => {
	const batch = Array.from({ length: 1000 }, (_, at) => event(at));
	const puts = () => queue.count.sent;
	const run = (deadline: number, again: boolean) =>
		clock.run(async () =>
			fanOut(sources[0], { version: 1, batch }, optionsOf({ deadline }), again),
		);
	expect(await run(clock.time + 100, false)).toBe(false);
	const first = deliveries().length;
	expect(first).toBeGreaterThanOrEqual(500);
	expect(first).toBeLessThan(2000);
	const before = puts();
	expect(await run(Infinity, true)).toBe(true);
	expect(deliveries()).toHaveLength(2000);
	// Only the piece that was interrupted is put again.
	expect(puts() - before).toBeLessThan(2000 - first + 500 + 10);
});

test('a batch counts as put if all of it is there, also what waits, whenever the time ends', async () => {
	const held = { ...targetNamed('b'), repeatHours: 1 };
	const given = { sources: [staking], targets: [targetNamed('a'), held] };
	const recipients = configuredRecipients((await settingsOf(JSON.stringify(given))).targets);
	const batch = Array.from({ length: 5 }, (_, at) => event(at));
	const outcomes = new Set<boolean>();
	const put = (again: boolean, more: Partial<FanOutOptions> = {}) =>
		clock.run(async () => {
			const options = optionsOf({ recipients, ...more });
			return await fanOut(sources[0], { version: 1, batch }, options, again);
		});
	const endsAt: Array<(ms: number) => Partial<FanOutOptions>> = [
		(ms) => ({ deadline: clock.time + ms }),
		// The clock is set back behind the deadline.
		(ms) => {
			let calls = 0;
			const deadline = clock.time + 60_000;
			return { deadline, clock: { now: () => (calls++ === ms ? deadline : clock.time) } };
		},
	];
	for (const end of endsAt) {
		for (let ms = 0; ms < 30; ms++) {
			setUp();
			const waiting = () => table.items().filter(({ queue: name }) => name === 'held#b');
			const ended = end(ms);
			const isDone = await put(false, ended);
			for (const { dueAt } of waiting()) expect(dueAt).toBeLessThan(Number(ended.deadline) + 1);
			if (!isDone) expect(await put(true)).toBe(true);
			expect([deliveries().length, waiting().length]).toEqual([5, 5]);
			outcomes.add(isDone);
		}
	}
	expect(outcomes.size).toBe(2);
});

test('runs that all die at their 50th write get to the end of a batch', async () => {
	const batch = Array.from({ length: 200 }, (_, at) => event(at));
	const dying = () => {
		let writes = 0;
		const send: MemoryTable['send'] = async (command) => {
			if (command.constructor.name !== 'GetCommand' && ++writes >= 50) throw new Error('died');
			return await table.send(command);
		};
		return dynamoStore({ send } as never, 'notify');
	};
	for (let run = 0; run < 20; run++) {
		await clock
			.run(async () =>
				fanOut(sources[0], { version: 1, batch }, optionsOf({ store: dying() }), run > 0),
			)
			.catch(() => undefined);
	}
	expect(deliveries()).toHaveLength(400);
});

test('a target that is new in between gets the rest of the batch, and the others miss nothing', async () => {
	const batch = Array.from({ length: 1000 }, (_, at) => event(at));
	await clock.run(async () =>
		fanOut(sources[0], { version: 1, batch }, optionsOf({ deadline: clock.time + 50 }), false),
	);
	const more = [...targets, { ...targets[0], name: 'aa' }];
	await clock.run(async () =>
		fanOut(
			sources[0],
			{ version: 1, batch },
			optionsOf({ recipients: configuredRecipients(more) }),
			true,
		),
	);
	const of = (name: string) => deliveries().filter(({ target }) => target === name).length;
	expect([of('a'), of('b')]).toEqual([1000, 1000]);
	expect(of('aa')).toBeGreaterThan(0);
});

test('of two that change what is known of a target neither loses what the other wrote', async () => {
	const change = (more: object) =>
		store().states.change('a', NOON, (state) => ({ ...state, ...more }));
	await clock.run(() => Promise.all([change({ quick: true }), change({ heartbeatAt: 7 })]));
	const states = await clock.run(() => store().states.read(['a', 'b']));
	expect([...states]).toEqual([['a', { quick: true, heartbeatAt: 7 }]]);
});

const letter = { target: 'a', id: 'msg_1', source: 'staking', attempts: 2, createdAt: NOON };
test.each<[string, put: number, dead: number, given?: object]>([
	['is put once', 1, 0],
	['is not due', 0, 0, { dueAt: NOON + 1 }],
	['has no time', 0, 0, { deadline: NOON }],
	['has lost its event', 0, 1, { isLost: true }],
	['may just be in the queue of another run', 0, 0, { holder: 'another' }],
])('a later attempt %s', async (_, put, dead, given = {}) => {
	const { dueAt, deadline, isLost, holder } = {
		...{ dueAt: NOON, deadline: NOON + 1000, isLost: false, holder: '', ...given },
	};
	table = memoryTable({ clock, latencyMs: 0 });
	const own = store();
	const drained = async () => {
		const tally = createTally();
		await drain({ ...optionsOf(), store: own, deadline: clock.time - NOON + deadline, tally });
		return [queue.count.sent, tally.counts().dead];
	};
	const rows = () => table.items().filter(({ pk }) => pk === 'delivery#a');
	await clock.run(async () => {
		const how = { to: 'pending', dueAt, attempts: 2, lastError: 'HTTP 500' } as const;
		await own.queued.failed(letter, how, NOON);
		if (!isLost) await own.events.put(letter.id, event(1), NOON);
		for (const name of holder ? LATE_QUEUES : []) {
			await own.lease(name, holder, NOON + 1000, NOON);
			await own.release(name, holder, NOON);
		}
		expect(await drained()).toEqual([put, dead]);
		const [row] = rows();
		if (dead) expect(row).toMatchObject({ queue: 'dead', attempts: 2 });
		else expect(row.queue === undefined).toBe(put === 1);
		// Once the index shows all that the other run has put.
		clock.time += LAG_MS + 1000;
		const later = put === 0 && dead === 0 && deadline > NOON;
		expect(await drained()).toEqual([put + Number(later), 0]);
	});
	const bodies = queue.bodies().map((body) => JSON.parse(body) as object);
	for (const body of bodies) expect(body).toMatchObject({ ...letter, event: event(1) });
});

test('an event that may come twice is put once, unless a run ended before that was noted', async () => {
	const put = () =>
		clock.run(async () => {
			const options = optionsOf({ mayRepeat: true });
			return await fanOut(sources[0], { version: 1, batch: [event(1)] }, options);
		});
	const { state } = table;
	state.refuse = (command) => (command === 'UpdateCommand' ? new Error('died') : undefined);
	await expect(put()).rejects.toThrow('died');
	state.refuse = undefined;
	for (const sent of [4, 4]) {
		expect(await put()).toBe(true);
		expect(queue.count.sent).toBe(sent);
	}
	expect(deliveries()).toHaveLength(2);
});

const late = { to: 'pending', dueAt: NOON, attempts: 2, lastError: 'HTTP 500' } as const;
test.each<[string, holder: string, pages: number[]]>([
	['are put in pages that grow, by one run at a time', '', [3, 6, 12, 24, 48, 96, 100]],
	['are left to the next run if another run may have put them', 'another', [3]],
])('many later attempts of one queue %s', async (_, holder, pages) => {
	table = memoryTable({ clock, latencyMs: 0 });
	const own = store();
	const tally = createTally();
	const sizes: number[] = [];
	let sent = 0;
	const options = {
		...{ ...optionsOf(), deadline: NOON + 1000, tally },
		store: {
			...own,
			async late(...query: Parameters<typeof own.late>) {
				if (query[0] === LATE_QUEUES[0]) sizes.push(query[1]);
				return await own.late(...query);
			},
		} as typeof own,
		queue: {
			async send(messages: readonly object[]) {
				sent += messages.length;
				// A run that begins now finds the queue in use.
				const send = async () => await Promise.reject(new Error('put twice'));
				await drain({ ...options, store: own, queue: { send } });
			},
		},
	};
	const count = 190;
	await clock.run(async () => {
		for (let at = 0; at < count; at++) {
			const id = `msg_${at}_0`;
			await own.queued.failed({ ...letter, id }, late, NOON);
			await own.events.put(id, event(at), NOON);
		}
		if (holder) {
			await own.lease(LATE_QUEUES[0], holder, NOON + 1000, NOON);
			await own.release(LATE_QUEUES[0], holder, NOON);
		}
		await drain(options);
	});
	expect(sizes).toEqual(pages);
	expect([sent, tally.counts().queued]).toEqual(holder ? [0, 0] : [count, count]);
	// A queue without any takes no write.
	expect(table.items().filter(({ sk }) => sk === 'lease')).toHaveLength(1);
});

/** Recipients of whose names each event goes to all, and a queue that notes its calls. */
const many = (count: number) => {
	const names = Array.from({ length: count }, (_, at) => `t${String(at).padStart(4, '0')}`);
	const recipients: FanOutOptions['recipients'] = {
		async *targetsFor(_, after = '') {
			yield await Promise.resolve(names.filter((name) => name > after));
		},
	};
	const pieces: number[] = [];
	const put: string[] = [];
	const sending: FanOutOptions['queue'] = {
		async send(messages) {
			if (pieces.push(messages.length) === 2 && endsAtSecond.now) throw new Error('died');
			put.push(...messages.map(({ delivery: { id, target } }) => `${id} ${target}`));
			return await Promise.resolve();
		},
	};
	const endsAtSecond = { now: false };
	const ids = [1, 2].map((number) => webhookMessageId('staking', `event:${number}`));
	const all = ids.flatMap((id) => names.map((name) => `${id} ${name}`));
	return { pieces, put, all, endsAtSecond, options: { recipients, queue: sending } };
};
const callsOf = () => {
	const { GetCommand = 0, PutCommand = 0 } = table.count.calls;
	return [GetCommand, PutCommand];
};

test('a run that continues puts exactly what is missing, and does not write stored events again', async () => {
	const { pieces, put, all, endsAtSecond, options } = many(570);
	const cursor = { version: 1, batch: [event(1), event(2)] };
	endsAtSecond.now = true;
	const first = clock.run(() => fanOut(sources[0], cursor, optionsOf(options)));
	await expect(first).rejects.toThrow('died');
	// Two events and a position.
	expect([pieces.splice(0), callsOf()]).toEqual([
		[500, 500],
		[0, 3],
	]);
	endsAtSecond.now = false;
	const next = clock.run(() => fanOut(sources[0], cursor, optionsOf(options), true));
	expect(await next).toBe(true);
	expect(pieces).toEqual([10, 20, 40, 80, 160, 320, 10]);
	expect(put).toEqual(all);
	// The position and the event of the first piece are read; the other event and six positions are written.
	expect(callsOf()).toEqual([2, 3 + 7]);
});

test.each<[count: number, mayRepeat: boolean, pieces: number[]]>([
	[570, false, [500, 500, 140]],
	[501, true, [500, 1, 500, 1]],
])('%i targets for each of two events that may come twice: %p', async (count, mayRepeat, sizes) => {
	const { pieces, put, all, options } = many(count);
	const cursor = { version: 1, batch: [event(1), event(2)] };
	const done = clock.run(() => fanOut(sources[0], cursor, optionsOf({ ...options, mayRepeat })));
	expect(await done).toBe(true);
	expect([pieces, put]).toEqual([sizes, all]);
});

test.each([
	[false, 1],
	[true, 1],
	[false, 0],
])('without time nothing is written (may repeat: %p, events: %i)', async (mayRepeat, count) => {
	const batch = [event(1)].slice(0, count);
	const options = optionsOf({ mayRepeat, deadline: clock.time });
	const done = clock.run(() => fanOut(sources[0], { version: 1, batch }, options));
	expect(await done).toBe(count === 0);
	expect([table.items(), queue.count.sent]).toEqual([[], 0]);
});

test.each<[string, names: string[], waiting: string[][]]>([
	['tells which targets wait', ['a', 'b'], [['b'], ['b']]],
	['tells none if none waits', ['a'], []],
])('a fan-out %s, what it queued, and each dead letter once', async (_, names, waiting) => {
	const told: string[][] = [];
	const dead: string[] = [];
	const queued: number[] = [];
	const options = optionsOf({
		recipients: {
			async *targetsFor() {
				yield await Promise.resolve(names);
			},
			holds: (name) => name === 'b',
			waits: async (some) => Promise.resolve(void told.push([...some])),
		},
		onDead: (target, reason) => void dead.push(`${target} ${reason.slice(0, 23)}`),
		onQueued: (number) => void queued.push(number),
	});
	const batch = [event(1), { ...event(2), cutFrom: 400_000 }];
	for (let run = 0; run < 2; run++) {
		expect(await clock.run(() => fanOut(sources[0], { version: 1, batch }, options))).toBe(true);
	}
	expect(told).toEqual(waiting);
	expect(dead).toEqual(names.map((name) => `${name} the event takes 400000 `));
	expect(queued).toEqual([1, 1]);
	const isHeld = ({ queue: name }: Record<string, unknown>) => name === 'held#b';
	expect(table.items().filter(isHeld)).toHaveLength(names.length - 1);
	// Nobody needs to be told.
	const cut = { version: 2, batch: [{ ...event(3), cutFrom: 400_000 }] };
	const untold = { ...options, onDead: undefined, onQueued: undefined };
	expect(await clock.run(() => fanOut(sources[0], cut, untold))).toBe(true);
});

test('messages that the queue never accepts are an error when the time has run out', async () => {
	let calls = 0;
	const send = async () => Promise.resolve((calls++, { Failed: [{ Id: '0', Code: 'Busy' }] }));
	const until = NOON + 60_000;
	const busy = sqsQueue({ main: 'main', slow: 'slow' }, { clock, until }, { send } as never);
	const sending = clock.run(() => busy.send([{ delivery: letter }]));
	await expect(sending).rejects.toMatchObject({ name: 'ThrottlingException' });
	expect(clock.time).toBeGreaterThan(until - 10_000);
	expect(clock.time).toBeLessThanOrEqual(until);
	expect(calls).toBeGreaterThan(10);
});
