import type { Target } from './settings';
import { channelOfTarget } from './webhook';

/** Formats whose service knows a repeated message by its id or key, and ignores it. */
const KNOWN_BY_KEY: ReadonlySet<string> = new Set(['pagerDuty', 'alertmanager', 'matrix']);

/**
 * True if a repeated message has no effect: the receiver knows its id. The others would show it twice:
 * their attempts are claimed first.
 */
export function isRepeatable(target: Pick<Target, 'format'>): boolean {
	return channelOfTarget(target).signed === true || KNOWN_BY_KEY.has(target.format);
}
