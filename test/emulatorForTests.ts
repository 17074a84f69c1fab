import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator';

/** Noon of 7 November 2026 (UTC), at which the clock of emulators stands until a test moves it. */
const NOON = 1_794_052_800_000;

/** The result of `start`, which runs during the tests of a file or of a `describe`: hooks and tests can use it. */
export function forTests<T extends { close(): Promise<void> }>(start: () => Promise<T>): T {
	let running: T;
	const keys = {} as T;
	beforeAll(async () => {
		running = await start();
		Object.defineProperties(keys, Object.getOwnPropertyDescriptors(running));
	});
	afterAll(async () => await running.close());
	return new Proxy(keys, {
		get: (_, name) => Reflect.get(running, name) as unknown,
		set: (_, name, value) => Reflect.set(running, name, value),
	});
}

/** An emulator that runs during the tests of a file or of a `describe`. */
export function emulatorForTests(options?: EmulatorOptions): Emulator {
	return forTests(async () => await startEmulator({ start: NOON, realTime: false, ...options }));
}
