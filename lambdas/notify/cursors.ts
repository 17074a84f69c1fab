import type { SourceState } from '../../core/events/event';
import { gunzipSync, gzipSync } from 'node:zlib';
import { HandlerError } from '../shared/errors';
import { inParallel } from '../shared/parallel';
import { type PartNames, type Parts, fromParts, inParts } from './stateParts';
import type { Cursor, NextCursor } from './store';
import { ABSENT, type TableItem, type TableItems, pack, unpack } from './tableItems';

/**
 * The cursors of sources in a table. A small state is in the item of the cursor. A large one is in parts,
 * items of their own, which the cursor names: new parts are put first, then the cursor moves to them in
 * its one conditional write, then those that it does not name any more are removed. The next run that
 * changes the state removes what a run that ended in between has left.
 *
 * A part has the version of the cursor that it was put for. Nothing removes a part that a later version
 * was put for: a part of the cursor stays, however late another run removes what it has dropped.
 */

const PARALLEL_CALLS = 16;

const cursorKey = (source: string) => ({ pk: `source#${source}`, sk: 'cursor' });
const PART = 'part#';
const partKey = (source: string, name: string) => ({ pk: `source#${source}`, sk: PART + name });

/** DynamoDB accepts 400 KB an item; the rest of the item is small. */
const MAX_CURSOR_BYTES = 380 * 1024;

/** A state that is larger than this (bytes, compressed) is in parts: a change then writes a part of it. */
const LARGE_STATE = 64 * 1024;

/** The content of the item of a cursor. */
interface CursorContent extends NextCursor {
	/** The parts of the state, if it is in parts. */
	parts?: PartNames;
}

function isLarge(state: SourceState): boolean {
	// No text becomes much longer by compression.
	return JSON.stringify(state).length > LARGE_STATE && pack(state).length > LARGE_STATE;
}

/** The data of a cursor's item, and the parts of a state that is not in it. */
function packedCursor({ state, batch }: NextCursor): { data: Uint8Array; parts: Parts } {
	if (!state || !isLarge(state)) {
		const whole = pack({ state, batch });
		if (!state || whole.length <= MAX_CURSOR_BYTES) return { data: whole, parts: new Map() };
	}
	const { names, parts } = inParts(state);
	return { data: pack({ batch, parts: names } satisfies CursorContent), parts };
}

export function cursors({ get, put, move: moveItem, remove, all }: TableItems) {
	async function read(source: string, previous?: TableItem): Promise<Cursor> {
		const item = await get(cursorKey(source));
		if (!item) return { version: 0 };
		const version = item.version as number;
		const { parts: names, ...content } = unpack<CursorContent>(item.data as Uint8Array);
		if (!names) return { version, ...content };
		const found = await all(
			'pk = :pk AND begins_with(sk, :part)',
			{ ':pk': item.pk, ':part': PART },
			{ ConsistentRead: true },
		);
		const nameOf = ({ sk }: TableItem) => String(sk).slice(PART.length);
		const parts = new Map(found.map((part) => [nameOf(part), gunzipSync(part.data as Uint8Array)]));
		const state = fromParts(names, parts);
		if (state) {
			const named = new Set(names.flat());
			const old = found.filter((part) => Number(part.version) <= version).map(nameOf);
			const stray = old.filter((name) => !named.has(name));
			return { version, ...content, state, stored: { named: [...named], stray } };
		}
		// Another run has moved the cursor and removed parts in the meantime, or parts are lost.
		if (previous?.version === version) {
			const remedy = `Restore the table from a backup; or remove the item with pk source#${source} and sk cursor, and the source starts with the events from then on`;
			const message = `Source ${source}: the table does not have all parts of its state. ${remedy}`;
			throw new HandlerError('SourceIncomplete', message);
		}
		return await read(source, item);
	}

	return {
		/** True if the item of a cursor can have these events. States always fit. */
		fits: (next: NextCursor) => packedCursor(next).data.length <= MAX_CURSOR_BYTES,

		/** Reads a cursor. `previous`: the item that was read before, some of whose parts were missing. */
		read,

		/** Moves a cursor; undefined if another run was faster. */
		async move(source: string, from: Cursor, next: NextCursor): Promise<Cursor | undefined> {
			const version = from.version + 1;
			const { data, parts } = packedCursor(next);
			const { named = [], stray = [] } = from.stored ?? {};
			const known = new Set(named);
			const fresh = [...parts].filter(([name]) => !known.has(name));
			// Unless it is there for this version or a later one.
			await inParallel(fresh, PARALLEL_CALLS, async ([name, bytes]) => {
				const part = { ...partKey(source, name), version, data: gzipSync(bytes) };
				await put(part, `${ABSENT} OR version < :version`, { ':version': version });
			});
			const item = { ...cursorKey(source), version, data };
			if (!(await moveItem(item, from.version))) return undefined;
			const unused = [...named, ...stray].filter((name) => !parts.has(name));
			await inParallel(unused, PARALLEL_CALLS, async (name) => {
				const upTo = { ':version': from.version };
				await remove(partKey(source, name), 'version <= :version', upTo);
			});
			const stored = { named: [...parts.keys()], stray: [] };
			return { version, ...next, ...(parts.size > 0 && { stored }) };
		},
	};
}
