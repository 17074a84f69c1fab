import { Failure } from '../failure';
import { preview } from '../fields/preview';
import type { ListPositions } from './bounds';

/** The number of parallel readers of a list. */
export interface ReaderOptions {
	/**
	 * Number of simultaneous requests, 1 to 16, in lists with bounds of time, block or index.
	 * `auto`: 4 if the end of the list is known, otherwise 1. Default 1.
	 */
	readers?: number | 'auto';
}

export const MOST_READERS = 16;
const AUTO_READERS = 4;

/** The number of readers for the option. Throws `invalid-input` for an invalid option. */
export function readersOf(
	readers: ReaderOptions['readers'] = 1,
	positions?: ListPositions,
): number {
	if (readers === 'auto') return positions?.isEndKnown ? AUTO_READERS : 1;
	if (Number.isInteger(readers) && readers >= 1 && readers <= MOST_READERS) return readers;
	const rule = `must be a whole number from 1 to ${MOST_READERS}, or auto`;
	const message = `"Readers" (readers) ${rule}; given: ${preview(readers)}`;
	throw new Failure({ kind: 'invalid-input', message, field: 'readers' });
}
