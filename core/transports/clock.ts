import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../protocol/ports';

/** Real time and chance. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep: async (ms, signal) => {
		await wait(ms, undefined, { signal });
	},
	random: () => Math.random(),
};
