import { webhookMessageId } from '../../lambdas/notify/batchEvents';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { MAX_EVENT_BYTES, LATE_QUEUES } from '../../lambdas/notify/store';
import {
	type Setup,
	SECRET,
	TABLE,
	type Table,
	invoke,
	startTable,
	testClock,
} from '../../lab/kit/lambda/notifyKit';

/** The actions of an operator, over tables with more than one answer holds. */

/** Lambda returns at most 6 MB from an invocation. */
const LAMBDA_ANSWER_BYTES = 6 * 1024 * 1024;
const TOKEN = 'T0000-very-secret-token';

let table: Table;
let clock: ReturnType<typeof testClock>;
let given: Setup;

beforeEach(async () => {
	table = await startTable();
	clock = testClock();
	const to = (name: string) => ({
		name,
		url: `https://example.org/${TOKEN}/${name}`,
		secrets: [SECRET],
	});
	given = {
		table,
		clock,
		// Nothing is called: no action needs the services.
		urls: { dataUrl: 'http://127.0.0.1:9', nodeUrl: 'http://127.0.0.1:9' },
		settings: {
			sources: [{ name: 'staking', event: 'stakingTransaction' }],
			targets: ['a', 'b', 'c'].map(to),
		},
	};
});
afterEach(() => table.close());

const store = () => dynamoStore(table.client, TABLE);
const idOf = (number: number) => webhookMessageId('staking', `event:${number}`);

/** Puts one later attempt; as a dead letter where there is a reason. */
async function put(target: string, number: number, dead?: string, more: object = {}) {
	const event = { id: `event:${number}`, type: 'staking.transaction', timestamp: '', data: {} };
	const delivery = {
		target,
		id: idOf(number),
		source: 'staking',
		event: { ...event, ...more } as never,
		attempts: 0,
		// Many have the same moment, as those of one fan-out have.
		dueAt: clock.time + Math.floor(number / 50),
		createdAt: clock.time,
	};
	const { events, queued, addDead } = store();
	if (dead !== undefined) return void (await addDead(delivery, dead));
	await events.put(delivery.id, delivery.event, clock.time);
	const how = {
		to: 'pending',
		dueAt: delivery.dueAt,
		attempts: 3,
		lastError: 'it failed',
	} as const;
	await queued.failed(delivery, how, clock.time);
}

async function putMany(target: string, count: number, dead?: string, more?: object) {
	for (let at = 0; at < count; at += 25) {
		const some = Array.from({ length: Math.min(25, count - at) }, (_, i) => at + i);
		await Promise.all(some.map((number) => put(target, number, dead, more)));
	}
}

const NONE = { waiting: 0, delayed: 0, sending: 0 };

interface Answer {
	targets?: object[];
	deliveries?: Array<{ id: string; target: string }>;
	deadLetters?: Array<{ id: string; target: string }>;
	redriven?: string[];
	notFound?: string[];
	next?: string;
}

async function ask(event: object): Promise<Answer> {
	const answer = (await invoke(given, event)).result as Answer;
	expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThan(LAMBDA_ANSWER_BYTES);
	expect(JSON.stringify(answer)).not.toContain(TOKEN);
	return answer;
}

/** The answers of an action until there is no further one. */
async function askAll(event: object): Promise<Answer[]> {
	const answers: Answer[] = [];
	let after: string | undefined;
	do {
		const answer = await ask({ ...event, ...(after && { after }) });
		answers.push(answer);
		after = answer.next;
	} while (after && answers.length < 100);
	return answers;
}

const named = (list: ReadonlyArray<{ id: string; target: string }> = []) =>
	list.map(({ id, target }) => `${target} ${id}`);
const expected = (target: string, count: number) =>
	Array.from({ length: count }, (_, number) => `${target} ${idOf(number)}`);

describe('listDeadLetters', () => {
	test.each([
		[undefined, 100],
		[7, 7],
		[1000, 1000],
	])('limit %s: every letter comes once, in pages', async (limit, size) => {
		await putMany('a', 130, 'it failed');
		await putMany('b', 120, 'it failed');
		for (const target of [undefined, 'b']) {
			const answers = await askAll({ action: 'listDeadLetters', limit, target });
			const lists = answers.map(({ deadLetters }) => deadLetters);
			for (const list of lists) expect(list?.length).toBeLessThanOrEqual(size);
			const all = [...expected('b', 120), ...(target ? [] : expected('a', 130))];
			expect(named(lists.flatMap((list) => list ?? [])).sort()).toEqual(all.sort());
		}
	});

	test('letters of another target in front of those that are asked for are passed over', async () => {
		await putMany('a', 130, 'it failed');
		clock.time += 1000;
		await putMany('b', 3, 'it failed');
		const { deadLetters, next } = await ask({ action: 'listDeadLetters', target: 'b' });
		expect(named(deadLetters).sort()).toEqual(expected('b', 3).sort());
		expect(next).toBeUndefined();
	});

	test('an answer is smaller than Lambda allows, also with the largest events', async () => {
		const data = { text: 'é"'.repeat((MAX_EVENT_BYTES - 1000) / 4) };
		await putMany('a', 25, 'it failed', { data });
		const answers = await askAll({ action: 'listDeadLetters', limit: 1000 });
		expect(answers.length).toBeGreaterThan(1);
		const found = answers.flatMap(({ deadLetters }) => deadLetters ?? []);
		expect(named(found).sort()).toEqual(expected('a', 25).sort());
	}, 30_000);
});

describe('redrive', () => {
	const pendingOf = async (target: string) => {
		const pages = LATE_QUEUES.map((queue) => store().late(queue, 1000, undefined, { target }));
		return named((await Promise.all(pages)).flatMap(({ deliveries }) => deliveries)).sort();
	};

	test('by ids looks at all dead letters, not at the oldest hundred', async () => {
		// More than one query returns.
		const data = { text: 'x'.repeat(10_000) };
		await putMany('a', 250, 'it failed', { data });
		await putMany('b', 250, 'it failed', { data });
		const ids = [idOf(3), idOf(249), webhookMessageId('staking', 'nothing')];
		expect(await ask({ action: 'redrive', target: 'b', ids })).toEqual({
			redriven: expect.arrayContaining(ids.slice(0, 2)),
			notFound: ids.slice(2),
		});
		expect(await pendingOf('b')).toEqual([`b ${ids[0]}`, `b ${ids[1]}`].sort());
		expect(await pendingOf('a')).toEqual([]);
		// Without a target: of every target that has them.
		const answers = await askAll({ action: 'redrive', ids: [idOf(3), idOf(249)] });
		const redriven = answers.flatMap((answer) => answer.redriven ?? []);
		expect(redriven.sort()).toEqual([idOf(3), idOf(249)].sort());
		expect(await pendingOf('a')).toEqual([`a ${ids[0]}`, `a ${ids[1]}`].sort());
	});

	test('without ids takes the oldest, and what is left by the next calls', async () => {
		await putMany('a', 130, 'it failed');
		await putMany('b', 30, 'it failed');
		const first = await ask({ action: 'redrive', target: 'a' });
		expect(first.redriven).toHaveLength(100);
		expect(first.next).toBeDefined();
		const rest = await askAll({ action: 'redrive', target: 'a', after: first.next });
		expect(rest.flatMap(({ redriven }) => redriven)).toHaveLength(30);
		expect(await pendingOf('a')).toEqual(expected('a', 130).sort());
		expect(await pendingOf('b')).toEqual([]);
	});
});

describe('listPending', () => {
	test('a pending delivery is shown without its data', async () => {
		await putMany('a', 2);
		await putMany('c', 1, 'it failed');
		const { deliveries } = await ask({ action: 'listPending', limit: 1 });
		const at = new Date(clock.time).toISOString();
		expect(deliveries).toEqual([
			{
				id: expect.stringMatching(/^msg_/),
				target: expect.any(String),
				source: 'staking',
				event: { id: expect.any(String), type: 'staking.transaction', timestamp: '' },
				createdAt: at,
				dueAt: expect.stringContaining(at.slice(0, -4)),
				attempts: 3,
				reason: 'it failed',
			},
		]);
	});

	test('targets that fail or are disabled are named, with status and reason', async () => {
		await put('a', 1);
		const failing = { since: clock.time, status: 503, reason: 'status 503' };
		const disabled = { at: clock.time, reason: 'it is gone', urlMark: 'x' };
		const { states } = store();
		await states.change('a', clock.time, () => ({ failing }));
		await states.change('b', clock.time, () => ({ quick: true }));
		await states.change('c', clock.time, () => ({ disabled }));
		const at = new Date(clock.time).toISOString();
		const { targets } = await ask({ action: 'listPending' });
		expect(targets).toEqual([
			{ name: 'a', failingSince: at, status: 503, reason: 'status 503' },
			{ name: 'c', disabled: { at, reason: 'it is gone' } },
		]);
		expect((await ask({ action: 'listPending', target: 'b' })).targets).toEqual([]);
	});
});

test('an answer without time left is short and says where it continues', async () => {
	await putMany('a', 250, 'it failed');
	clock.time += 1000;
	await putMany('b', 3, 'it failed');
	const short = { ...given, seconds: 1 };
	for (const [event, all] of [
		// Pages of a hundred, with nothing for b before the third.
		[{ action: 'listDeadLetters', target: 'b' }, expected('b', 3)],
		[
			{ action: 'redrive', target: 'a', limit: 1000 },
			expected('a', 250).map((one) => one.slice(2)),
		],
	] as const) {
		let [found, calls, after]: [string[], number, string | undefined] = [[], 0, undefined];
		do {
			const answer = (await invoke(short, { ...event, ...(after && { after }) })).result as Answer;
			found = [...found, ...(answer.redriven ?? []), ...named(answer.deadLetters)];
			after = answer.next;
			calls++;
		} while (after && calls < 100);
		expect(calls).toBeGreaterThan(2);
		expect(found.sort()).toEqual([...all].sort());
	}
});

describe('a target that there is not', () => {
	test.each(['enableTarget', 'listPending', 'listDeadLetters', 'redrive'])(
		'%s fails, naming it and those that there are',
		async (action) => {
			for (const target of ['nosuch', 'constructor']) {
				await expect(invoke(given, { action, target })).rejects.toMatchObject({
					name: 'UnknownTarget',
					message: `There is no target "${target}"; the settings have a, b, c`,
				});
			}
		},
	);

	test('redrive by ids fails, too', async () => {
		const event = { action: 'redrive', target: 'nosuch', ids: [idOf(1)] };
		await expect(invoke(given, event)).rejects.toMatchObject({ name: 'UnknownTarget' });
		expect(await table.items()).toEqual([]);
	});

	test('a configured target is not an error where it has nothing', async () => {
		expect(await ask({ action: 'enableTarget', target: 'a' })).toEqual({
			enabled: 'a',
			wasDisabled: false,
		});
		expect(await ask({ action: 'listPending', target: 'a' })).toEqual({
			targets: [],
			deliveries: [],
			queued: { main: NONE, slow: NONE },
		});
		expect(await ask({ action: 'listDeadLetters', target: 'a' })).toEqual({ deadLetters: [] });
		expect(await ask({ action: 'redrive', target: 'a' })).toEqual({ redriven: [] });
	});

	test('a target that is configured no more still has its dead letters', async () => {
		await put('old', 1, 'the target is no longer configured');
		const { deadLetters } = await ask({ action: 'listDeadLetters', target: 'old' });
		expect(named(deadLetters)).toEqual(expected('old', 2).slice(1));
		expect(await ask({ action: 'redrive', target: 'old' })).toEqual({ redriven: [idOf(1)] });
	});
});

const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

test.each([
	['listPending', ''],
	['listPending', 'x'],
	['listPending', forged('a')],
	['listPending', Buffer.from('{}').toString('base64')],
	// Those that the table would refuse.
	['listPending', forged('a', 'msg_0', 1e300, 'late#0')],
	['listPending', forged('a', 'msg_0', -1, 'late#0')],
	['listPending', forged('a', 'x'.repeat(2_000), 1, 'late#0')],
	['listDeadLetters', forged('x'.repeat(3_000), 'msg_0', 1)],
	['redrive', forged('a', 'msg_0', 1.5)],
	// Of another list, and of another queue than that of the delivery.
	['listPending', forged('a', 'msg_0', 1)],
	['listPending', forged('a', 'msg_0', 1, 'late#3')],
	['listDeadLetters', forged('a', 'msg_0', 1, 'late#0')],
])('%s refuses forged position %#, naming the field', async (action, after) => {
	await expect(invoke(given, { action, after })).rejects.toMatchObject({
		name: 'InvalidEvent',
		message: expect.stringMatching(/after: must be "next" of an earlier answer/),
	});
});

test('next of one target is not taken for another', async () => {
	await putMany('a', 3);
	const { next } = await ask({ action: 'listPending', target: 'a', limit: 1 });
	const wrong = invoke(given, { action: 'listPending', target: 'b', after: next });
	await expect(wrong).rejects.toMatchObject({
		name: 'InvalidEvent',
		message: expect.stringContaining('for the target b'),
	});
});
