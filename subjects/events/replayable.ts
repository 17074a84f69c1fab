import { eventDeclarations } from './all';
import type { EventDeclaration } from '../../core/events/declare';
import { canReplay } from '../../core/events/replay';

/** Every event that can be replayed. */
export const replayableEvents: readonly EventDeclaration[] = eventDeclarations.filter(canReplay);
