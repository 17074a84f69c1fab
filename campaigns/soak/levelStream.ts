import type { INodeParameters } from 'n8n-workflow';
import { createLedger } from './ledger';
import { type EventStream, type Plan, options } from './streams';

/** An event of one subject that crosses lines, and how to bring it about. */
export interface LevelScenario {
	event: string;
	parameters: INodeParameters;
	/** Number of lines. */
	lines: number;
	/** Brings the subject to a level, within the margin that a recovery needs by a share (0 to 1). */
	set(level: number, within: number): void;
}

/**
 * A subject that crosses one line or two at once, to and fro, each crossing after the one before it was
 * told. Checks that fail are failed polls, so that every fault meets the trigger.
 */
export function levelStream(
	{ chance, planned, round }: Plan,
	{ event, parameters, lines, set }: LevelScenario,
): EventStream {
	const ledger = createLedger(round);
	let made = 0;
	let level = 0;
	const keyOfCrossing = () => `crossing ${made} to ${level}`;
	set(level, 0);

	return {
		event,
		parameters: {
			...parameters,
			options: {
				...options,
				failedChecks: 0,
				repeatEvery: '0s',
				...(parameters.options as INodeParameters | undefined),
			},
		},
		ledger,
		happen(share) {
			const isUntold = ledger.waits(keyOfCrossing());
			// Within the margin of a recovery: no further event of a reported crossing.
			set(level, level === 0 || isUntold ? 0 : chance.next());
			if (made >= Math.floor(planned * share) || isUntold) return;
			made += 1;
			level = (level + chance.whole(1, lines)) % (lines + 1);
			set(level, 0);
			ledger.expect(keyOfCrossing());
		},
		keyOf: ({ level: told }) =>
			told === level ? keyOfCrossing() : `wrong: ${String(told)} after ${keyOfCrossing()}`,
		done: () => made >= planned,
		perPoll: 1,
		now: keyOfCrossing,
	};
}
