import { createLedger } from '../../../campaigns/soak/ledger';
import type { Soak } from '../../../campaigns/soak/soak';
import { type EventStream, type Plan, options } from '../../../campaigns/soak/streams';

/** Health that flips, each flip after the one before it was reported; some 503 without a body. */
function stream(given: Plan): EventStream {
	const { emulator, chance, planned } = given;
	const { control } = emulator;
	const ledger = createLedger(given.round);
	let flips = 0;
	const state = () => (flips % 2 === 0 ? 'healthy' : 'unhealthy');
	const keyOfFlip = () => `flip ${flips} to ${state()}`;

	return {
		event: 'Node health changed',
		parameters: { event: 'health', path: 'health', options: { ...options, unreachableAfter: 0 } },
		ledger,
		happen(share) {
			if (flips >= Math.floor(planned * share)) return;
			if (ledger.waits(keyOfFlip())) return;
			flips += 1;
			control.setHealth({ healthy: state() === 'healthy', withoutBody: chance.next() < 0.2 });
			ledger.expect(keyOfFlip());
		},
		keyOf: ({ to }) => (to === state() ? keyOfFlip() : `wrong: ${String(to)} after ${keyOfFlip()}`),
		done: () => flips >= planned,
		perPoll: 1,
		now: keyOfFlip,
	};
}

export const soak: Soak = { stream, perPoll: 0.1, withoutBacklog: true };
