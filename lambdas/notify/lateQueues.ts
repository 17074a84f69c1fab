import type { Delivery } from './store';

/** The queues of the index with later attempts: several, because one takes 1,000 writes a second. */
export const LATE_QUEUES: readonly string[] = ['late#0', 'late#1', 'late#2', 'late#3'];

/** The queue of a delivery's later attempts. */
export function lateQueueOf({ id }: Pick<Delivery, 'id'>): string {
	return LATE_QUEUES[id.charCodeAt(id.length - 1) % LATE_QUEUES.length];
}
