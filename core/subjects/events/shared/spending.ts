import { DAY } from '../../../formats/timeUnits';
import { type Points, roomFor } from './points';

/** The time that a balance lasts at what was spent in the last day. */

const LONGEST = 1.1 * DAY;

/** The stored state of a balance. v: the balance, p: what was spent since the first point, in base units. */
interface StoredBalance {
	v: string;
	p: Points<string>;
}

/** Balances from poll to poll, by subject. */
export type Spending = Record<string, StoredBalance>;

/** An amount that was spent in about a day, without what came in; undefined before a day is over. */
export interface Spent {
	/** Base units. */
	amount: string;
	/** Seconds in which it was spent: a day, or up to a tenth more. */
	over: number;
	/** Seconds that the balance lasts; undefined if nothing was spent. */
	secondsLeft?: number;
}

/** Adds a balance (base units) of now (Unix seconds), and returns what was spent. */
export function spentWith(
	before: StoredBalance | undefined,
	balance: string,
	now: number,
): { stored: StoredBalance; spent?: Spent } {
	const { v = balance, p = [] } = before ?? {};
	const fell = BigInt(v) - BigInt(balance);
	const total = BigInt(p.at(-1)?.[1] ?? 0) + (fell > 0n ? fell : 0n);
	const points: Points<string> = [...roomFor(p, now, DAY).earlier, [now, String(total)]];
	const stored = { v: balance, p: points };
	const [[time, first]] = points;
	if (now - time < DAY) return { stored };
	const [amount, since] = [total - BigInt(first), now - time];
	// After days without a poll, the average of a day.
	const spent: Spent =
		since > LONGEST
			? { amount: String((amount * BigInt(DAY)) / BigInt(since)), over: DAY }
			: { amount: String(amount), over: since };
	const secondsLeft = lastsFor(balance, spent);
	return { stored, spent: { ...spent, ...(secondsLeft !== undefined && { secondsLeft }) } };
}

/** The seconds that a balance (base units) lasts at what was spent; undefined if nothing was. */
export function lastsFor(balance: string, { amount, over }: Spent): number | undefined {
	if (BigInt(amount) === 0n) return undefined;
	return Number((BigInt(balance) * BigInt(over)) / BigInt(amount));
}
