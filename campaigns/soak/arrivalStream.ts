import type { INodeParameters } from 'n8n-workflow';
import type { Item } from '../../kit/pollHost';
import { createLedger } from './ledger';
import { type EventStream, type Plan, options } from './streams';

/** An event of a list that grows, and how to bring one item about. */
export interface ArrivalScenario {
	event: string;
	parameters: INodeParameters;
	/** Makes one item, late by a share (0 to 1) of what is still found. Gives its key. */
	make(late: number): string;
	/** The key of an item that the trigger returned. */
	keyOf(item: Item): string;
}

const PER_POLL = 40;
/** Bursts take several polls. */
const BURSTS = 0.05;

/** Items of a list that grows: most are new, some late, and at times none for a while. */
export function arrivalStream(
	{ chance, planned, round }: Plan,
	{ event, parameters, make, keyOf }: ArrivalScenario,
): EventStream {
	const ledger = createLedger(round);
	let made = 0;
	let quietRounds = 0;
	return {
		event,
		parameters: { ...parameters, options: { ...options, maxEvents: PER_POLL } },
		ledger,
		happen(share) {
			if (quietRounds > 0) quietRounds -= 1;
			else if (chance.next() < BURSTS) quietRounds = chance.whole(5, 15);
			if (share < 1 && quietRounds > 0) return;
			for (; made < Math.floor(planned * share); made++) {
				ledger.expect(make(chance.next() < 0.3 ? chance.next() : 0));
			}
		},
		keyOf,
		done: () => made >= planned,
		perPoll: PER_POLL,
		readsAgain: true,
	};
}
