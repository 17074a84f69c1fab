import { deathsAt, dyingEverywhere } from '../../core/testing/deaths';
import { emulatorForTests } from '../emulatorForTests';
import {
	type Setup,
	SECRET,
	type Table,
	type TestTarget,
	invoke,
	invokeUntil,
	startTable,
	startTarget,
	testClock,
} from '../../lab/kit/lambda/notifyKit';
import {
	SUBSCRIPTIONS,
	type SubscriptionsBench,
	startSubscriptionsBench,
} from '../../lab/kit/lambda/subscriptionKit';
import type { ChannelRequest } from '../../core';
import { dynamoReader } from '../../lambdas/subscriptions/dynamoReader';

const emulator = emulatorForTests({ transactions: 20, validators: 20 });
let table: Table;
let target: TestTarget;
let clock: ReturnType<typeof testClock>;

beforeEach(async () => {
	emulator.control.reset();
	[table, target] = [await startTable(), await startTarget()];
	clock = testClock();
});
afterEach(async () => {
	await Promise.all([table.close(), target.close()]);
});

const MINUTE = 60_000;
const staking = { name: 'staking', event: 'stakingTransaction' };
const targetNamed = (name: string, options: object) => ({
	...{ name, url: `${target.url}/${name}`, secrets: [SECRET], allowPrivateNetwork: true },
	...options,
});
const setup = (names = ['one', 'two'], options = {}): Setup => ({
	table,
	clock,
	urls: emulator,
	maxEvents: 3,
	settings: {
		sources: [staking, { name: 'validators', event: 'validator', source: 'primary', leaves: true }],
		targets: names.map((name) => targetNamed(name, options)),
	},
});
const LINK_URL = 'https://notify.example.org';
/** The alert of a node, which the target one has 30 minutes to acknowledge. */
const alerting = (): Setup => ({
	...setup(),
	settings: {
		sources: [staking, { name: 'node', event: 'health' }],
		linkUrl: LINK_URL,
		targets: [
			targetNamed('one', { escalateTo: 'two', escalateAfterMinutes: 30, applySilences: true }),
			targetNamed('two', { sources: ['staking'] }),
		],
	},
});

/** Checks that each event arrived at each target, every repeat under the id of the first. */
function expectAllOnce(
	ids: readonly string[],
	repeats: 'none' | 'allowed',
	paths = ['/one', '/two'],
): void {
	for (const path of paths) {
		const accepted = target
			.accepted()
			.filter((one) => one.path === path && !one.body.includes('"type":"alerts.summary"'));
		const byEvent = new Map<string, Set<string>>();
		for (const { body, headers } of accepted) {
			const { id } = JSON.parse(body) as { id: string };
			byEvent.set(id, (byEvent.get(id) ?? new Set()).add(String(headers['webhook-id'])));
		}
		expect([...byEvent.keys()].sort()).toEqual([...ids].sort());
		expect([...byEvent.values()].every((messageIds) => messageIds.size === 1)).toBe(true);
		if (repeats === 'none') expect(accepted).toHaveLength(ids.length);
	}
}

function somethingHappens(length = 4): string[] {
	const hashes = emulator.control.addTransactions({
		transactions: Array.from({ length }, () => ({})),
	});
	const { txId } = emulator.control.addValidator({});
	return [...hashes.map((hash) => `staking.transaction:${hash}`), `validator.joined:${txId}`];
}

/** Runs until everything is done: claims of dead runs have to end first. */
async function settle(given = setup(), runs = 4): Promise<void> {
	for (let i = 0; i < runs; i++) {
		clock.time += 10 * MINUTE;
		await invoke(given);
	}
}

/** The messages of a target; all attempts of each are equal. */
function messagesAt(path: string): string[] {
	const own = target.accepted().filter((one) => one.path === path);
	const ids = new Set(own.map(({ headers }) => headers['webhook-id']));
	const texts = [...new Set(own.map(({ headers, body }) => `${headers['webhook-id']} ${body}`))];
	expect(texts).toHaveLength(ids.size);
	return texts;
}

/** An invocation that dies, with the end of every history with it. */
interface Killed {
	given: () => Setup;
	/** Changes the network; the ids of its events. */
	happens?: () => string[];
	/** Comes before the first run. */
	start?: () => Promise<void>;
	/** Leads to the invocation. */
	first?: (given: Setup) => Promise<void>;
	/** The event of the invocation, whose caller repeats it; by default that of a run, which the next run continues. */
	asks?: () => object;
	/** Checks the end; `answer` is that of the repeated invocation. */
	check?: (ids: string[], answer: object | undefined) => Promise<void>;
}

/** Lets an invocation die before and after each of its writes; the number of crashes. */
async function crashEverywhere({ given, ...killed }: Killed): Promise<number> {
	const { happens = () => somethingHappens(2), first = async () => undefined, asks } = killed;
	return await dyingEverywhere(async (death) => {
		await table.close();
		[table, clock] = [await startTable(), testClock()];
		target.received.length = 0;
		emulator.control.setHealth({ healthy: true });
		await killed.start?.();
		await invoke(given());
		const ids = happens();
		await first(given());
		const died = await invokeUntil(given(), death, asks?.());
		const answer = asks && (await invoke(given(), asks())).result;
		await settle(given(), 2);
		await killed.check?.(ids, answer);
		if (!killed.check) expectAllOnce(ids, 'allowed', ['/one']);
		const left = (await table.items()).filter(({ queue }) => queue !== undefined);
		expect(left.filter(({ state }) => state === undefined)).toEqual([]);
		return died;
	});
}

test('a crash before or after any write loses nothing, and repeats have the same id', async () => {
	const crashes = await crashEverywhere({ given: () => setup(['one']) });
	// For 2 sources 2 moves of the cursor and a message for the queue each, and 3 events; the messages move to the
	// queue of new targets; the first is sent, and its target found quick; the others move back and are sent.
	expect(crashes).toBe(2 * (2 * 3 + 3 + 1 + 2 + 2 + 1));
});

const held: Killed = { given: () => setup(['one'], { quietHours: '11:00-12:05' }) };
/** A subscription in place of the target one, with the same quiet hours. */
let bench: SubscriptionsBench | undefined;
afterEach(async () => await bench?.close());
const subscribed: Killed = {
	async start() {
		await bench?.close();
		bench = await startSubscriptionsBench();
		const alertLife = { quietHours: '11:00-12:05' };
		const url = 'https://receiver.example.org/one';
		await bench.subscribe(await bench.token(), url, { alertLife });
	},
	given() {
		const own = bench as SubscriptionsBench;
		const { settings, ...rest } = setup([]);
		return {
			...{
				...rest,
				settings: { ...settings, targets: [targetNamed('none', { types: ['validator.left'] })] },
			},
			async send(_, request) {
				const { url, headers, body } = request as ChannelRequest;
				target.received.push({ path: new URL(url).pathname, headers, body, status: 200 });
				return { status: 200 };
			},
			subscribersBy: (dying) => async (_, parts) => {
				const reader = dynamoReader(dying(own.table.client) as never, SUBSCRIPTIONS);
				return own.recipients({ reader, ...parts });
			},
		};
	},
};
const alert = {
	given: alerting,
	happens: () => (emulator.control.setHealth({ healthy: false }), []),
};
const delivered = { ...alert, first: async (given: Setup) => void (await invoke(given)) };
const linkOf = (message: string) => new URL(/https:[^"\s]+/.exec(message)?.[0] ?? '');
/** A request for the link of the message. */
const visit = (method: string, body = '') => {
	const queryStringParameters = Object.fromEntries(linkOf(messagesAt('/one')[0]).searchParams);
	return { requestContext: { http: { method } }, queryStringParameters, body };
};
/** Nobody else is told, however long it takes. */
const isAcknowledged = async () => {
	await settle(alerting());
	expect([messagesAt('/one'), messagesAt('/two')].map(({ length }) => length)).toEqual([1, 0]);
};

test.each<[string, number, Killed]>([
	['what is held', 12, held],
	[
		'what is held, at the end of quiet hours',
		12,
		{
			...held,
			async first(given) {
				await invoke(given);
				expect(target.received).toEqual([]);
				clock.time += 10 * MINUTE;
			},
		},
	],
	['what is held for a subscription', 12, subscribed],
	[
		'what is held for a subscription, at the end of quiet hours',
		12,
		{
			...subscribed,
			async first(given) {
				await invoke(given);
				expect(target.received).toEqual([]);
				clock.time += 10 * MINUTE;
			},
		},
	],
	[
		'an attempt at a service that shows repeats, which is claimed first',
		15,
		{
			given: () => setup(['one'], { format: 'slack', secrets: undefined }),
			async check(ids) {
				const bodies = target.accepted().map(({ body }) => body);
				const lost = ids.filter((id) => !bodies.some((one) => one.includes(id.split(':')[1])));
				expect(lost).toEqual([]);
			},
		},
	],
	[
		'the link of a message',
		10,
		{
			...alert,
			async check() {
				expect(messagesAt('/one')).toHaveLength(1);
				const { result } = await invoke(alerting(), visit('GET'));
				expect(result).toMatchObject({ statusCode: 200, body: expect.stringMatching('<form') });
			},
		},
	],
	[
		'an escalation',
		6,
		{
			...delivered,
			async first(given) {
				await invoke(given);
				clock.time += 30 * MINUTE;
			},
			async check() {
				expect(messagesAt('/one')).toHaveLength(1);
				expect(messagesAt('/two')).toEqual([expect.stringMatching(/Nobody acknowledged it/)]);
			},
		},
	],
	[
		'an acknowledgement',
		1,
		{
			...delivered,
			asks() {
				const [, alertKey] = /"alertKey":"([^"]+)"/.exec(messagesAt('/one')[0]) ?? [];
				return { action: 'acknowledge', alertKey, by: 'me' };
			},
			async check(_, answer) {
				expect(answer).toMatchObject({ acknowledged: true });
				await isAcknowledged();
			},
		},
	],
	[
		'an acknowledgement by a link',
		2,
		{
			...delivered,
			asks: () => visit('POST', 'acknowledge=1'),
			async check() {
				const { result } = await invoke(alerting(), visit('POST', 'silence=60'));
				expect(result).toMatchObject({ body: expect.stringMatching(/this link was used/) });
				await isAcknowledged();
			},
		},
	],
	[
		'a silence by a link, whose end says once what still fires',
		2,
		{
			...delivered,
			asks: () => visit('POST', 'silence=60'),
			async check() {
				await settle(alerting(), 2);
				expect(messagesAt('/two')).toEqual([]);
				await settle(alerting(), 2);
				const [, again, ...rest] = messagesAt('/one');
				expect([again, rest]).toEqual([expect.stringMatching(/still firing: silence/), []]);
			},
		},
	],
])('a crash before or after any write loses nothing: %s', async (_, writes, killed) => {
	expect(await crashEverywhere(killed)).toBeGreaterThanOrEqual(2 * writes);
});

test('two runs at once deliver what is held once, under one id', async () => {
	const given = () => setup(['one'], { repeatHours: 1 });
	await invoke(given());
	for (let round = 0; round < 8; round++) {
		target.received.length = 0;
		const ids = somethingHappens();
		clock.time += MINUTE;
		await Promise.all([invoke(given()), invoke(given()), invoke(given())]);
		await settle(given());
		expectAllOnce(ids, 'none', ['/one']);
	}
});

test('a crash in the very first run takes the baseline again', async () => {
	for (const death of deathsAt(1, 2)) {
		await table.close();
		table = await startTable();
		target.received.length = 0;
		expect(await invokeUntil(setup(), death)).toBe(true);
		await invoke(setup());
		const ids = somethingHappens();
		await settle();
		expectAllOnce(ids, 'none');
	}
});

test('a run that crashes repeatedly makes progress, ten writes at a time', async () => {
	await invoke(setup());
	const ids = somethingHappens();
	let died = true;
	for (let runs = 0; died && runs < 200; runs++) {
		died = await invokeUntil(setup(), { at: 10, side: 'after' });
		clock.time += 2 * MINUTE;
	}
	expect(died).toBe(false);
	await settle();
	expectAllOnce(ids, 'allowed');
});

/** The table, whose moves of cursors wait: `before` is given the source and how many moves of it this one follows. */
function slowTable(before: (source: string, moves: number) => Promise<void>): Table {
	const moves = new Map<string, number>();
	const send = async (command: { input: { Item?: Record<string, unknown> } }) => {
		const { pk, sk } = command.input.Item ?? {};
		if (sk === 'cursor') {
			const source = String(pk);
			const count = moves.get(source) ?? 0;
			moves.set(source, count + 1);
			await before(source, count);
		}
		return await table.client.send(command as never);
	};
	return { ...table, client: { send } as unknown as Table['client'] };
}

test('runs at once, which have all read the position before one moves it, deliver each event once', async () => {
	await invoke(setup());
	for (let round = 0; round < 8; round++) {
		target.received.length = 0;
		const ids = somethingHappens();
		clock.time += MINUTE;
		// Of three runs and two sources.
		let reading = 6;
		const read = Promise.withResolvers<void>();
		const together = () =>
			slowTable(async (_, moves) => {
				if (moves === 0 && --reading === 0) read.resolve();
				await read.promise;
			});
		await Promise.all([1, 2, 3].map(() => invoke({ ...setup(), table: together() })));
		await settle();
		expectAllOnce(ids, 'none');
	}
});

test('a run that begins before another has ended repeats its events under their ids', async () => {
	await invoke(setup());
	const ids = somethingHappens();
	const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let left = 2;
	// Its events are in the queue, and still in the position.
	const slow = slowTable(async (_, moves) => {
		if (moves === 0) return;
		if (--left === 0) reached.resolve();
		await held.promise;
	});
	const late = invoke({ ...setup(), table: slow });
	await reached.promise;
	await invoke(setup());
	held.resolve();
	await late;
	await settle();
	expect(target.accepted().length).toBeGreaterThan(2 * ids.length);
	expectAllOnce(ids, 'allowed');
});

test('an event that only one of two runs has seen is delivered by the next, under the same id', async () => {
	await invoke(setup());
	const first = somethingHappens();
	// The first run is held at its first move until another, which saw the same, has ended.
	const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const slow = slowTable(async () => {
		reached.resolve();
		await held.promise;
	});
	const late = invoke({ ...setup(), table: slow });
	await reached.promise;
	const second = somethingHappens();
	await invoke(setup());
	held.resolve();
	await late;
	await settle();
	expectAllOnce([...first, ...second], 'none');
});
