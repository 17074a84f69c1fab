import type { Emulator } from '../../../emulator';
import type { Kind } from './kinds';
import type { Wire } from './wire';

/** Accidents between two messages. */
export const ACCIDENTS = [
	'webhook deactivated',
	'webhook redirected',
	'secret rotated',
	'receiver restarted',
	'receiver killed',
] as const;
export type Accident = (typeof ACCIDENTS)[number];

/** An item that a receiver handed on. */
export interface HandedOn {
	kind: Kind;
	key: string;
	id: string;
}

/** A receiver of webhooks: the node in one of n8n's engine modes, or the function. */
export interface Receiver {
	name: string;
	emulator: Emulator;
	wire: Wire;
	kinds: readonly Kind[];
	/** Kills it: the node after its answer, the function while it writes. */
	kill(happen: () => Promise<void>): Promise<void>;
	/** Its URL without the network before it. */
	target(): string;
	/** Accidents that happen to it. */
	accidents: readonly Accident[];
	/** True if what it answered with 200 can be lost in a kill. */
	losesAnswered: boolean;
	/** One check, which heals. */
	check(): Promise<void>;
	/** Starts it again, after it was stopped between two messages. */
	restart(): Promise<void>;
	/** Everything that was handed on so far. */
	items(): Promise<HandedOn[]>;
	/** Resolves when nothing is being received. */
	settled(): Promise<void>;
	close(): Promise<void>;
}
