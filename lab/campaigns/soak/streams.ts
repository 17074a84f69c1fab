import type { INodeParameters } from 'n8n-workflow';
import type { Emulator } from '../../../emulator';
import type { Stream as Chance } from '../../../core/testing/random';
import type { Item } from '../../kit/pollHost';
import { TIMEOUT_MS } from './faults';
import type { Ledger } from './ledger';

/** One of the trigger's events, and the part of the world that it watches. */
export interface EventStream {
	event: string;
	parameters: INodeParameters;
	ledger: Ledger;
	/** Lets things happen until `share` (0 to 1) of all that is planned has happened. */
	happen(share: number): void;
	/** The key of an item in the ledger. */
	occurrenceKey(item: Item): string;
	/** True when all that is planned has happened. */
	done(): boolean;
	/** Events that one poll can tell at most. */
	perPoll: number;
	/** True if events that happened without a state are found later. */
	readsAgain?: boolean;
	/** Key of the present level, which a trigger without a state may report again. */
	now?(): string;
}

/** Parameters of a stream. */
export interface Plan {
	emulator: Emulator;
	chance: Chance;
	/** Number of events to make. */
	planned: number;
	/** Number of the present round. */
	round(): number;
	/** True if more events happen than the polls can deliver. */
	overload: boolean;
}

export const options = { retries: 0, timeoutSeconds: TIMEOUT_MS / 1000 };

/**
 * Time between two rounds. A day of the main campaign has fewer transactions than n8n's record of
 * processed data has places: what is read again after a lost state is dropped (docs/triggers.md).
 */
export const ROUND_MS = 180_000;
