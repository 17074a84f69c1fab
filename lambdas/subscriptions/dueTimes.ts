import { createHash } from 'node:crypto';
import type { TableItem, TableItems } from '../notify/tableItems';
import { randomId } from './tokens';

/**
 * The times at which subscriptions that hold events need a step, as rows in the order of time: runs read those that
 * are due, and no others.
 */

/** Lists of rows: several, because one takes 1,000 writes a second. */
export const DUE_LISTS: readonly string[] = ['due#0', 'due#1', 'due#2', 'due#3'];

const PAGE = 100;
const timeKey = (at: number) => String(Math.max(0, Math.ceil(at))).padStart(13, '0');

export type DueRow = ReturnType<typeof rowOf>;

/**
 * A row: the name of the target and the time (Unix milliseconds). `isNews`: events came, or the subscription was
 * changed, at this time.
 */
function rowOf(item: TableItem) {
	const { pk, sk } = item as { pk: string; sk: string };
	const [at, name, ...tail] = sk.split('#');
	return { pk, sk, name, at: Number(at), isNews: tail.length > 0 };
}

function listOf(name: string): string {
	return DUE_LISTS[createHash('sha256').update(name).digest()[0] % DUE_LISTS.length];
}

/** The rows in a table. */
export function dueTimes({ pageAfter, putAll, remove }: TableItems) {
	return {
		/** Tells that something has happened to these subscriptions. Each call has rows of its own: none takes another's away. */
		async addNews(names: readonly string[], now: number): Promise<void> {
			const tail = randomId(6);
			await putAll(
				names.map((name) => ({ pk: listOf(name), sk: `${timeKey(now)}#${name}#${tail}` })),
			);
		},

		/** Sets times of later steps. */
		async addDue(name: string, times: readonly number[]): Promise<void> {
			const keys = new Set(times.map((at) => `${timeKey(at)}#${name}`));
			await putAll([...keys].map((sk) => ({ pk: listOf(name), sk })));
		},

		/** A page of the rows of a list that are due, the earliest first, after one of them. */
		due: (list: string, now: number, after?: string) =>
			pageAfter(
				rowOf,
				[
					'pk = :pk AND sk BETWEEN :from AND :to',
					{ ':pk': list, ':from': '0', ':to': `${timeKey(now)}$` },
				],
				{ Limit: PAGE, after },
			),

		async removeDue(rows: readonly DueRow[]): Promise<void> {
			for (const { pk, sk } of rows) await remove({ pk, sk });
		},
	};
}
