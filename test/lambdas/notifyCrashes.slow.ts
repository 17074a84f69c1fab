import { emulatorForTests } from '../emulatorForTests';
import {
	type CrashPoint,
	type Setup,
	SECRET,
	type Table,
	type TestTarget,
	invoke,
	invokeUntil,
	startTable,
	startTarget,
	testClock,
} from '../../kit/lambda/notifyKit';

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
const setup = (names = ['one', 'two'], options = {}): Setup => ({
	table,
	clock,
	urls: emulator,
	maxEvents: 3,
	settings: {
		sources: [
			{ name: 'staking', event: 'stakingTransaction' },
			{ name: 'validators', event: 'validator', source: 'primary', leaves: true },
		],
		targets: names.map((name) => ({
			name,
			url: `${target.url}/${name}`,
			secrets: [SECRET],
			allowPrivateNetwork: true,
			...options,
		})),
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

/** Lets a run die before and after each of its writes; the number of crashes. */
async function crashEverywhere(
	given: () => Setup,
	first: (given: Setup) => Promise<void> = async () => undefined,
): Promise<number> {
	let crashes = 0;
	for (const when of ['before', 'after'] as const) {
		for (let write = 1; ; write++) {
			await table.close();
			[table, clock] = [await startTable(), testClock()];
			target.received.length = 0;
			await invoke(given());
			const ids = somethingHappens(2);
			await first(given());
			const died = await invokeUntil(given(), { write, when });
			await settle(given(), 2);
			expectAllOnce(ids, 'allowed', ['/one']);
			const left = (await table.items()).filter(({ queue }) => queue !== undefined);
			expect(left.filter(({ state }) => state === undefined)).toEqual([]);
			if (!died) break;
			crashes++;
		}
	}
	return crashes;
}

test('a crash before or after any write loses nothing, and repeats have the same id', async () => {
	const crashes = await crashEverywhere(() => setup(['one']));
	// For 2 sources 2 moves of the cursor and a message for the queue each, and 3 events; the messages move to the
	// queue of new targets; the first is sent, and its target found quick; the others move back and are sent.
	expect(crashes).toBe(2 * (2 * 3 + 3 + 1 + 2 + 2 + 1));
});

test.each([
	['when it is held', async () => undefined],
	[
		'at the end of quiet hours',
		async (given: Setup) => {
			await invoke(given);
			expect(target.received).toEqual([]);
			clock.time += 10 * MINUTE;
		},
	],
])('a crash before or after any write loses nothing of what is held: %s', async (_, first) => {
	const crashes = await crashEverywhere(() => setup(['one'], { quietHours: '11:00-12:05' }), first);
	expect(crashes).toBeGreaterThan(2 * 12);
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
	for (const when of ['before', 'after'] as const) {
		for (const write of [1, 2]) {
			await table.close();
			table = await startTable();
			target.received.length = 0;
			expect(await invokeUntil(setup(), { write, when })).toBe(true);
			await invoke(setup());
			const ids = somethingHappens();
			await settle();
			expectAllOnce(ids, 'none');
		}
	}
});

test('a run that crashes repeatedly makes progress, ten writes at a time', async () => {
	await invoke(setup());
	const ids = somethingHappens();
	let died = true;
	for (let runs = 0; died && runs < 200; runs++) {
		const point: CrashPoint = { write: 10, when: 'after' };
		died = await invokeUntil(setup(), point);
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
