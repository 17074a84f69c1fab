import type { SourceState } from '../../core/events/event';
import { pack } from './packed';
import { type PartNames, type Parts, inParts } from './stateParts';
import type { NextCursor } from './store';

/** The content of the item of a cursor, with its state or the names of the parts of its state. */

/** DynamoDB accepts 400 KB an item; the rest of the item is small. */
const MAX_CURSOR_BYTES = 380 * 1024;
/** A state that is larger than this (bytes, compressed) is in parts: a change then writes a part of it. */
const LARGE_STATE = 64 * 1024;

/** The content of the item of a cursor. */
export interface CursorContent extends NextCursor {
	/** The parts of the state, if it is in parts. */
	parts?: PartNames;
}

function isLarge(state: SourceState): boolean {
	// No text becomes much longer by compression.
	return JSON.stringify(state).length > LARGE_STATE && pack(state).length > LARGE_STATE;
}

/** The data of a cursor's item, and the parts of a state that is not in it. */
export function packedCursor({ state, batch }: NextCursor): { data: Uint8Array; parts: Parts } {
	if (!state || !isLarge(state)) {
		const whole = pack({ state, batch });
		if (!state || whole.length <= MAX_CURSOR_BYTES) return { data: whole, parts: new Map() };
	}
	const { names, parts } = inParts(state);
	return { data: pack({ batch, parts: names } satisfies CursorContent), parts };
}

/** True if the item of a cursor can have these events. States always fit. */
export function cursorFits(next: NextCursor): boolean {
	return packedCursor(next).data.length <= MAX_CURSOR_BYTES;
}
