import type { INodeParameters } from 'n8n-workflow';
import { createLedger } from './ledger';
import { type EventStream, type Plan, options } from './streams';

/** An event of one subject that crosses lines, and how to bring it about. */
export interface LevelScenario {
	event: string;
	parameters: INodeParameters;
	/** How many lines there are. */
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
		parameters: { ...parameters, options: { ...options, failedChecks: 0, repeatEvery: '0s' } },
		ledger,
		happen(share) {
			// Within the margin that a recovery needs: no news.
			set(level, level === 0 ? 0 : chance.next());
			if (made >= Math.floor(planned * share) || ledger.waits(keyOfCrossing())) return;
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

/** Uptimes in percent: as it should be, below the margin, below what rewards need. */
const UPTIMES = [99, 84, 79];

/** The uptime of a validator. */
export function uptimeScenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { nodeId } = world.node.primary.current()[5];
	return {
		event: 'Validator uptime low',
		parameters: { event: 'validatorUptime', observer: 'node', nodeIds: nodeId },
		lines: 2,
		set: (level, within) => control.setValidator({ nodeId, uptime: UPTIMES[level] + within * 0.4 }),
	};
}

const GWEI = 10n ** 9n;
/** nAVAX a unit of gas, on each side of the lines 30 and 100. */
const FEES = [25n, 60n, 120n];

/** The base fee of the C-Chain. */
export function feeScenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Fee level',
		parameters: { event: 'feeLevel', fee: 'baseFee', above: '30, 100' },
		lines: 2,
		set: (level, within) =>
			control.setFees({ baseFee: FEES[level] * GWEI - BigInt(Math.floor(within * 1000)) }),
	};
}

const RELAYER = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';
/** Thousandths of AVAX, on each side of the lines 1 and 0.1. */
const HOLDINGS = [5000n, 420n, 10n];

/** The balance of a relayer. */
export function balanceScenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Balance crossed',
		parameters: {
			event: 'balanceCrossed',
			asset: 'native',
			addresses: RELAYER,
			below: '1, 0.1',
		},
		lines: 2,
		set: (level, within) =>
			control.setEvmBalance({
				address: RELAYER,
				balance: HOLDINGS[level] * 10n ** 15n + BigInt(Math.floor(within * 1000)),
			}),
	};
}
