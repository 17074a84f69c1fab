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
} from './notifyKit';

jest.setTimeout(120_000);

let emulator: Emulator;
let table: Table;
let target: TestTarget;
let clock: ReturnType<typeof testClock>;

beforeAll(async () => {
	emulator = await startEmulator({ start: 1_794_052_800_000, realTime: false, transactions: 20, validators: 20 });
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
const setup = (): Setup => ({
	table,
	clock,
	urls: emulator,
	maxEvents: 3,
	settings: {
		sources: [
			{ name: 'staking', event: 'stakingTransaction' },
			{ name: 'validators', event: 'validator', source: 'node', leaves: true },
		],
		targets: ['one', 'two'].map((name) => ({
			name,
			url: `${target.url}/${name}`,
			secrets: [SECRET],
			allowPrivateNetwork: true,
		})),
	},
});

/** What must have arrived: each event at each target, every repeat under the id of the first. */
function expectAllOnce(ids: readonly string[], repeats: 'none' | 'allowed'): void {
	for (const path of ['/one', '/two']) {
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

function somethingHappens(): string[] {
	const hashes = emulator.control.addTransactions({ transactions: Array.from({ length: 4 }, () => ({})) });
	const { txId } = emulator.control.addValidator({});
	return [...hashes.map((hash) => `staking.transaction:${hash}`), `validator.joined:${txId}`];
}

/** Runs until everything is done: claims of dead runs have to end first. */
async function settle(): Promise<void> {
	for (let i = 0; i < 4; i++) {
		clock.time += 10 * MINUTE;
		await invoke(setup());
	}
}

test('a crash before or after any write loses nothing, and repeats have the same id', async () => {
	let crashes = 0;
	for (const when of ['before', 'after'] as const) {
		for (let write = 1; ; write++) {
			await table.close();
			table = await startTable();
			target.received.length = 0;
			await invoke(setup());
			const ids = somethingHappens();
			const died = await invokeUntil(setup(), { write, when });
			await settle();
			expectAllOnce(ids, 'allowed');
			const left = (await table.items()).filter(({ queue }) => queue !== undefined);
			expect(left).toEqual([]);
			if (!died) break;
			crashes++;
		}
	}
	// 5 events and 2 targets: 10 puts, 10 claims, 10 settlements, and the cursors.
	expect(crashes).toBeGreaterThan(2 * 33);
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

test('a run that dies again and again gets there, one write at a time', async () => {
	await invoke(setup());
	const ids = somethingHappens();
	let died = true;
	for (let runs = 0; died && runs < 200; runs++) {
		const point: CrashPoint = { write: 2, when: 'after' };
		died = await invokeUntil(setup(), point);
		clock.time += 2 * MINUTE;
	}
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

test('what only one of two runs has seen is told by the next, under the same id', async () => {
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
