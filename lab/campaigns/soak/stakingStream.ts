import { createLedger } from './ledger';
import { type EventStream, type Plan, ROUND_MS, options } from './streams';

const OVERLAP = 900;

/**
 * Staking transactions: some late by nearly the overlap, some with the time of another, and bursts
 * that take several polls.
 */
export function stakingStream(given: Plan): EventStream {
	const { emulator, chance, planned } = given;
	const perPoll = given.overload ? 10 : 120;
	const { control, world } = emulator;
	const ledger = createLedger(given.round);
	let made = 0;
	let last = 0;
	let quietRounds = 0;
	let rounds = 1;

	/** Inside the overlap before now: as late as the trigger promises to find. */
	function timeOfNext(same: boolean): number {
		const now = world.clock.seconds();
		const kind = chance.next();
		if ((same || kind < 0.3) && last > now - OVERLAP) return last;
		if (kind < 0.5) return now - chance.whole(0, OVERLAP - 1);
		return now - chance.whole(0, Math.min(OVERLAP, (ROUND_MS / 1000) * rounds) - 1);
	}

	return {
		event: 'New staking transaction',
		parameters: {
			event: 'stakingTransaction',
			network: 'mainnet',
			options: { ...options, maxEvents: perPoll, maxPages: 5 },
		},
		ledger,
		happen(share) {
			// Nothing for half an hour at times, then all of it at once.
			if (quietRounds > 0) quietRounds -= 1;
			else if (chance.next() < 0.02) quietRounds = chance.whole(20, 40);
			if (share < 1 && quietRounds > 0) {
				rounds += 1;
				return;
			}
			const same = rounds > 1 && chance.next() < 0.3;
			for (; made < Math.floor(planned * share); made++) {
				last = timeOfNext(same);
				const [hash] = control.addTransactions({ transactions: [{ timestamp: last }] });
				ledger.expect(hash);
			}
			rounds = 1;
		},
		occurrenceKey: ({ txHash }) => String(txHash),
		done: () => made >= planned,
		perPoll,
		readsAgain: true,
	};
}
