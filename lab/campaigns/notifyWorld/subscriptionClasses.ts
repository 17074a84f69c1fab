import type { Check } from '../lambdas/classes';
import { fanOutToTheEnd } from './fanOutOfOne';
import { delaysOfOthers } from './slowOfThousand';
import { subscribedCrashes } from './subscribedCrashes';

/** Faults around subscriptions, and fan-outs to many. `npm run campaign -- notify` runs them at full size, too. */

const SMALL = { events: 60, failing: 0.2, crash: 50, seed: 'class' };

export const SUBSCRIPTION_CLASSES = {
	/** Processes die at every 50th call; subscriptions end by 410, and others are made meanwhile. */
	async 'crashes with subscriptions'(check: Check) {
		await subscribedCrashes(check, SMALL);
	},

	/** One event for 500 subscriptions, of which 50 new ones are slow and 50 dead. */
	async 'fan-out to subscriptions'(check: Check) {
		await fanOutToTheEnd(check, 500);
	},

	/** One target of 300 responds after 14 seconds, and is not known to. */
	async 'one slow target'(check: Check) {
		const [without] = await delaysOfOthers(check, undefined, 300);
		for (const round of await delaysOfOthers(check, 14_000, 300)) {
			const later = round.last - without.last;
			check(later < 2, `the others waited ${later.toFixed(1)} s longer`);
		}
	},
} as const;
