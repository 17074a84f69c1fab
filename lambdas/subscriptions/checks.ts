import { invalid } from './apiError';
import { destinationMistakes } from './destination';
import { type SubscriptionChange, type New, knownTypes } from './input';
import { beyondAllowed, rowCount } from './matching';
import type { Allowed, Destination, Filters, Subscription } from './subscription';

/** The rules of a subscription that need more than one field, or the time. */

const MOST_ROWS = 200;
const MOST_DAYS = 366;
const DAY = 24 * 60 * 60_000;

/** The filters of a subscription, and its options. */
export type Chosen = Pick<Subscription, keyof Filters | 'alertLife' | 'expiration'>;

/** A subscription as it would be. */
interface Wish extends Chosen {
	format: string;
	destination: Destination;
}

/** Throws `ApiError` with all mistakes. `given`: the body, for its values; `allowed`: by the token. */
export async function checkWish(
	wish: Wish,
	given: New | SubscriptionChange,
	now: number,
	allowed?: Allowed,
): Promise<void> {
	const { format, destination, alertLife, expiration, ...filters } = wish;
	const types = filters.events ? await knownTypes() : new Set<string>();
	const strange = (filters.events ?? []).flatMap(
		(type, at): Array<[string, string]> =>
			types.has(type) ? [] : [[`events.${at}`, `must be one of ${[...types].sort().join(', ')}`]],
	);
	const mistakes: Array<[string, string]> = [
		...destinationMistakes(format, destination, alertLife),
		...strange,
		...beyondAllowed(filters, allowed),
	];
	const rows = rowCount(filters);
	if (rows > MOST_ROWS) {
		mistakes.push([
			'subjects',
			`times events times severities must be at most ${MOST_ROWS}; they are ${rows}`,
		]);
	}
	if (alertLife && filters.severities?.includes('resolved') === false) {
		const rule = 'must have resolved with alertLife, or alerts that end would be held as firing';
		mistakes.push(['severities', rule]);
	}
	const isGiven = typeof given.expiration === 'number';
	if (expiration !== undefined && isGiven) {
		if (expiration <= now) mistakes.push(['expiration', 'must be in the future']);
		if (expiration > now + MOST_DAYS * DAY) {
			mistakes.push(['expiration', `must be at most ${MOST_DAYS} days from now`]);
		}
	}
	if (mistakes.length === 0) return;
	const readable = isGiven ? { expiration: new Date(Number(given.expiration)) } : {};
	throw invalid(mistakes, { ...given, format, ...readable });
}
