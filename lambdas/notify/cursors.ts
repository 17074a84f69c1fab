import {
	DeleteCommand,
	type DynamoDBDocumentClient,
	PutCommand,
	QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { HandlerError } from '../shared/errors';
import { type CursorContent, packedCursor } from './cursorContent';
import { packBytes, unpack, unpackBytes } from './packed';
import { inParallel } from './parallel';
import { fromParts } from './stateParts';
import type { Cursor, NextCursor } from './store';
import { type TableItem, happened, tableItems } from './tableItems';

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

const sourcePk = (source: string) => `source#${source}`;
const cursorKey = (source: string) => ({ pk: sourcePk(source), sk: 'cursor' });
const PART = 'part#';
const partKey = (source: string, name: string) => ({ pk: sourcePk(source), sk: PART + name });

export function cursors(client: Pick<DynamoDBDocumentClient, 'send'>, TableName: string) {
	const { get, move } = tableItems(client, TableName);

	/** All parts of a source in the table. */
	async function partsIn(source: string): Promise<TableItem[]> {
		const items: TableItem[] = [];
		let ExclusiveStartKey: TableItem | undefined;
		do {
			const page = await client.send(
				new QueryCommand({
					TableName,
					ConsistentRead: true,
					KeyConditionExpression: 'pk = :pk AND begins_with(sk, :part)',
					ExpressionAttributeValues: { ':pk': sourcePk(source), ':part': PART },
					ExclusiveStartKey,
				}),
			);
			items.push(...(page.Items ?? []));
			ExclusiveStartKey = page.LastEvaluatedKey;
		} while (ExclusiveStartKey);
		return items;
	}

	/** Puts a part for a version, unless it is there for this version or a later one. */
	async function putPart(source: string, name: string, bytes: Uint8Array, version: number) {
		await happened(
			client.send(
				new PutCommand({
					TableName,
					Item: { ...partKey(source, name), version, data: packBytes(bytes) },
					ConditionExpression: 'attribute_not_exists(pk) OR version < :version',
					ExpressionAttributeValues: { ':version': version },
				}),
			),
		);
	}

	/** Removes a part that was not put for a later version. */
	async function removePart(source: string, name: string, version: number) {
		await happened(
			client.send(
				new DeleteCommand({
					TableName,
					Key: partKey(source, name),
					ConditionExpression: 'version <= :version',
					ExpressionAttributeValues: { ':version': version },
				}),
			),
		);
	}

	async function read(source: string, previous?: TableItem): Promise<Cursor> {
		const item = await get(cursorKey(source));
		if (!item) return { version: 0 };
		const version = item.version as number;
		const { parts: names, ...content } = unpack<CursorContent>(item.data as Uint8Array);
		if (!names) return { version, ...content };
		const found = await partsIn(source);
		const nameOf = ({ sk }: TableItem) => String(sk).slice(PART.length);
		const parts = new Map(
			found.map((part) => [nameOf(part), unpackBytes(part.data as Uint8Array)]),
		);
		const state = fromParts(names, parts);
		if (state) {
			const named = new Set(names.flat());
			const old = found.filter((part) => Number(part.version) <= version).map(nameOf);
			const stray = old.filter((name) => !named.has(name));
			return { version, ...content, state, stored: { named: [...named], stray } };
		}
		// Another run has moved the cursor and removed parts in the meantime, or parts are lost.
		if (previous?.version === version) throw incomplete(source);
		return await read(source, item);
	}

	return {
		cursor: async (source: string): Promise<Cursor> => await read(source),

		async moveCursor(source: string, from: Cursor, next: NextCursor): Promise<Cursor | undefined> {
			const version = from.version + 1;
			const { data, parts } = packedCursor(next);
			const { named = [], stray = [] } = from.stored ?? {};
			const known = new Set(named);
			const fresh = [...parts].filter(([name]) => !known.has(name));
			await inParallel(fresh, PARALLEL_CALLS, ([name, bytes]) =>
				putPart(source, name, bytes, version),
			);
			const item = { ...cursorKey(source), version, data };
			if (!(await move(item, from.version))) return undefined;
			const unused = [...named, ...stray].filter((name) => !parts.has(name));
			await inParallel(unused, PARALLEL_CALLS, (name) => removePart(source, name, from.version));
			const stored = { named: [...parts.keys()], stray: [] };
			return { version, ...next, ...(parts.size > 0 && { stored }) };
		},
	};
}

function incomplete(source: string): HandlerError {
	return new HandlerError(
		'SourceIncomplete',
		`Source ${source}: the table does not have all parts of its state. Restore the table from a backup; or remove the item with pk ${sourcePk(source)} and sk cursor, and the source starts with the events from then on`,
	);
}
