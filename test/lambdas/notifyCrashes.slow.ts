import { type Emulator, startEmulator } from '../../emulator';
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

let emulator: Emulator;
let table: Table;
let target: TestTarget;
let clock: ReturnType<typeof testClock>;

beforeAll(async () => {
	emulator = await startEmulator({
		start: 1_794_052_800_000,
		realTime: false,
		transactions: 20,
		validators: 20,
	});
});
beforeEach(async () => {
	emulator.control.reset();
	[table, target] = [await startTable(), await startTarget()];
	clock = testClock();
});
afterEach(async () => {
	await Promise.all([table.close(), target.close()]);
});
afterAll(() => emulator.close());

const MINUTE = 60_000;
const setup = (names = ['one', 'two']): Setup => ({
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
		const accepted = target.accepted().filter((one) => one.path === path);
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

test('a crash before or after any write loses nothing, and repeats have the same id', async () => {
	let crashes = 0;
	for (const when of ['before', 'after'] as const) {
		for (let write = 1; ; write++) {
			await table.close();
			table = await startTable();
			target.received.length = 0;
			await invoke(setup(['one']));
			const ids = somethingHappens(2);
			const died = await invokeUntil(setup(['one']), { write, when });
			await settle(setup(['one']), 2);
			expectAllOnce(ids, 'allowed', ['/one']);
			const left = (await table.items()).filter(({ queue }) => queue !== undefined);
			expect(left).toEqual([]);
			if (!died) break;
			crashes++;
		}
	}
	// For 2 sources 2 moves of the cursor and a message for the queue each, and 3 events; the messages move to the
	// queue of new targets; the first is sent, and its target found quick; the others move back and are sent.
	expect(crashes).toBe(2 * (2 * 3 + 3 + 1 + 2 + 2 + 1));
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

test('two runs at once deliver each event once, under one id', async () => {
	await invoke(setup());
	for (let round = 0; round < 8; round++) {
		target.received.length = 0;
		const ids = somethingHappens();
		clock.time += MINUTE;
		await Promise.all([invoke(setup()), invoke(setup()), invoke(setup())]);
		await settle();
		expectAllOnce(ids, 'none');
	}
});

test('an event that only one of two runs has seen is delivered by the next, under the same id', async () => {
	await invoke(setup());
	const first = somethingHappens();
	// The first run is held at its first write until another, which saw the same, has ended.
	const held = Promise.withResolvers<void>();
	const reached = Promise.withResolvers<void>();
	const slow: Table = {
		...table,
		client: {
			send: async (command: object) => {
				if (/^Put/.test(command.constructor.name)) {
					reached.resolve();
					await held.promise;
				}
				return await table.client.send(command as never);
			},
		} as unknown as Table['client'],
	};
	const late = invoke({ ...setup(), table: slow });
	await reached.promise;
	const second = somethingHappens();
	await invoke(setup());
	held.resolve();
	await late;
	await settle();
	expectAllOnce([...first, ...second], 'none');
});
