import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator';

/** Noon of 7 November 2026 (UTC), at which the clock of emulators stands until a test moves it. */
const NOON = 1_794_052_800_000;

/** An emulator that runs during the tests of a file or of a `describe`; in hooks and tests it can be used. */
export function emulatorForTests(options?: EmulatorOptions): Emulator {
	const emulator = {} as Emulator;
	beforeAll(async () => {
		const started = await startEmulator({ start: NOON, realTime: false, ...options });
		Object.defineProperties(emulator, Object.getOwnPropertyDescriptors(started));
	});
	afterAll(async () => await emulator.close());
	return emulator;
}
