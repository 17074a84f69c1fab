import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../protocol/ports';

/** The system's time and randomness. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep: async (ms, signal) => {
		await wait(ms, undefined, { signal });
	},
	random: () => Math.random(),
};
