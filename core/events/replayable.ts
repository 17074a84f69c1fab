import { eventDeclarations } from './all';
import type { EventDeclaration } from './declare';
import { canReplay } from './replay';
import { stakingTransaction } from './stakingTransaction';

/** Every event that can be replayed. */
export const replayableEvents: readonly EventDeclaration[] = [
	...eventDeclarations.filter(canReplay),
	stakingTransaction,
];
