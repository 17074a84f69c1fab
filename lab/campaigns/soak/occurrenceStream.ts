import type { INodeParameters } from 'n8n-workflow';
import { type EventCase, nameOf, type Occurrence, parametersOf } from '../../kit/events/case';
import type { Item } from '../../kit/pollHost';
import { createLedger } from './ledger';
import { type EventStream, type Plan, options } from './streams';

/** Items of a list that one poll tells; bursts take several polls. */
const PER_POLL = 40;
const BURSTS = 0.05;

/**
 * An event as its cases let it happen again and again: items of a list at once and in bursts, with none for a
 * while at times; other changes each after the one before it was told. Checks that fail are failed polls, so
 * that every fault meets the trigger.
 */
export function occurrenceStream(
	{ emulator: { control, world }, chance, planned, round }: Plan,
	event: EventCase['event'],
	{ item: isItem = false, note, settings, prepare, happen }: Occurrence,
): EventStream {
	const ledger = createLedger(round);
	let made = 0;
	let quietRounds = 0;
	/** Items of a list by their ids: the service has as many as happened. */
	const items = new Map<unknown, string>();
	/** Reports of the good changes, and of the bad ones. */
	const changes: string[] = [];
	prepare?.(control, world);
	const parameters = parametersOf(event, settings(world));
	const timeKey = () => `time ${made}`;

	function itemKey({ id }: Item): string {
		if (!items.has(id)) items.set(id, `time ${items.size + 1}`);
		return items.get(id) as string;
	}
	function changeKey({ change, level, to }: Item): string {
		const text = [change, level, to].join(' ');
		return text === (changes[made % 2] ??= text) ? timeKey() : `wrong: ${text} at ${timeKey()}`;
	}
	function makeNext(): void {
		made += 1;
		happen(control, world, made);
		ledger.expect(timeKey());
	}
	return {
		event: nameOf({ event, note }),
		parameters: {
			event: event.value,
			...parameters,
			options: {
				...options,
				...(isItem
					? { maxEvents: PER_POLL }
					: { failedChecks: 0, repeatEvery: '0s', unreachableAfter: 0 }),
				...(parameters.options as INodeParameters),
			},
		},
		ledger,
		happen(share) {
			const due = Math.floor(planned * share);
			if (!isItem) {
				if (made < due && !ledger.waits(timeKey())) makeNext();
				return;
			}
			if (quietRounds > 0) quietRounds -= 1;
			else if (chance.next() < BURSTS) quietRounds = chance.whole(5, 15);
			if (share === 1 || quietRounds === 0) while (made < due) makeNext();
		},
		occurrenceKey: isItem ? itemKey : changeKey,
		done: () => made >= planned,
		perPoll: isItem ? PER_POLL : 1,
		readsAgain: isItem,
		now: isItem ? undefined : timeKey,
	};
}
