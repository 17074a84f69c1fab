import { eventDeclarations } from './all';
import type { EventDeclaration } from '../../events/declare';
import { canReplay } from '../../events/replay';

/** Every event that can be replayed. */
export const replayableEvents: readonly EventDeclaration[] = eventDeclarations.filter(canReplay);
