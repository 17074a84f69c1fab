import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../core/protocol/ports';

/** Real time and chance. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep: async (ms) => {
		await wait(ms);
	},
	random: () => Math.random(),
};
