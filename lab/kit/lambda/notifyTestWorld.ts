import { type Emulator, type EmulatorOptions, startEmulator } from '../../../emulator';
import {
	SECRET,
	type Setup,
	type Table,
	type TestTarget,
	startTable,
	startTarget,
	testClock,
} from './notifyKit';

/** The services, the table, the target and the clock of a test of notify. */
export interface NotifyTestWorld {
	emulator: Emulator;
	table: Table;
	target: TestTarget;
	clock: ReturnType<typeof testClock>;
	/** Adds staking transactions; gives their hashes. */
	add(count: number): string[];
	/** Settings of a target with this path on the local receiver. */
	to(name: string, rest?: object): object;
	setup(sources: object[], targets: object[], more?: Partial<Setup>): Setup;
}

/**
 * A world for each test of a file, of one emulator: registers the hooks of Jest that make and end it. `pathOf`
 * gives the path and query of a target's URL.
 */
export function notifyTestWorld(
	pathOf: (name: string) => string = (name) => name,
	options: EmulatorOptions = {},
): NotifyTestWorld {
	const world = {
		add: (count: number) =>
			world.emulator.control.addTransactions({
				transactions: Array.from({ length: count }, () => ({})),
			}),
		to: (name: string, rest: object = {}) => ({
			name,
			url: `${world.target.url}/${pathOf(name)}`,
			secrets: [SECRET],
			allowPrivateNetwork: true,
			...rest,
		}),
		setup: (sources: object[], targets: object[], more: Partial<Setup> = {}): Setup => ({
			...{ table: world.table, clock: world.clock, urls: world.emulator },
			...{ settings: { sources, targets }, ...more },
		}),
	} as NotifyTestWorld;
	beforeAll(async () => {
		world.emulator = await startEmulator({
			...{ start: 1_794_052_800_000, realTime: false, transactions: 20, validators: 16 },
			...options,
		});
	});
	beforeEach(async () => {
		world.emulator.control.reset();
		[world.table, world.target] = [await startTable(), await startTarget()];
		world.clock = testClock();
	});
	afterEach(async () => {
		await Promise.all([world.table.close(), world.target.close()]);
	});
	afterAll(() => world.emulator.close());
	return world;
}
