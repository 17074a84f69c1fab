import { type Answer, type Verdict, usualVerdict } from '../../core/channels/verdict';
import { HOUR_MS, MINUTE_MS } from '../../core/formats/timeUnits';
import { type DisableOptions, disable } from './disable';
import type { Send } from './send';
import type { Target } from './settings';
import { type Delivery, LOST, type Settlement } from './store';
import type { FailingTarget } from './targetStates';
import { channelOfTarget, webhookRequest } from './webhook';

export interface AttemptOptions extends DisableOptions {
	send: Send;
}

/** The result of one delivery. `ms`: duration of the request; absent if nothing was sent. */
export interface Attempted {
	settlement: Settlement;
	ms?: number;
	/** HTTP status of the response; absent if there was none. */
	status?: number;
	/** True after a timeout. */
	silent?: boolean;
}

/** Sends one delivery and returns the result, which is to be stored. */
export async function attempt(
	delivery: Delivery,
	target: Target | undefined,
	options: AttemptOptions,
): Promise<Attempted> {
	const { send, clock, disabled } = options;
	const { attempts } = delivery;
	const why = target ? disabled.get(target.name) : 'the target is no longer configured';
	if (!target || why !== undefined || delivery.lost) {
		return { settlement: { to: 'dead', dueAt: clock.now(), attempts, lastError: why ?? LOST } };
	}
	const begun = clock.now();
	const result = await send(target, webhookRequest(target, delivery.id, delivery.event, begun));
	const now = clock.now();
	const { status = 0, silent } = result;
	const took = { ms: now - begun, ...(status > 0 && { status }), ...(silent && { silent }) };
	const verdict = verdictOf(target, result);
	if (verdict.kind === 'delivered') return { ...took, settlement: { to: 'delivered' } };
	const lastError = verdict.reason;
	const tooLong = failedTooLong(target, delivery.id, options.failing, now);
	if (verdict.kind === 'disable') await disable(target, lastError, options);
	else if (tooLong !== undefined)
		await disable(target, `${tooLong}, at last with: ${lastError}`, options);
	const failed = { attempts: attempts + 1, lastError };
	const dueAt =
		verdict.kind === 'retry' && tooLong === undefined
			? nextAttempt(failed.attempts, now, verdict.afterMs)
			: undefined;
	if (dueAt === undefined) return { ...took, settlement: { to: 'dead', dueAt: now, ...failed } };
	return { ...took, settlement: { to: 'pending', dueAt, ...failed } };
}

/** The verdict of a target's channel on a response. */
export function verdictOf(target: Pick<Target, 'format'>, answer: Answer): Verdict {
	const usual = usualVerdict(answer);
	return channelOfTarget(target).verdict?.(answer, usual) ?? usual;
}

/**
 * The reason to disable a target that has failed for too long, or undefined. At least two messages
 * must have failed: retries of a single one do not disable a target.
 */
function failedTooLong(
	{ disableAfterHours }: Target,
	id: string,
	failing: FailingTarget | undefined,
	now: number,
): string | undefined {
	if (!failing || failing.first === id) return undefined;
	const hours = Math.floor((now - failing.since) / HOUR_MS);
	return hours < disableAfterHours ? undefined : `every attempt has failed for ${hours} hours`;
}

/** Standard Webhooks' schedule: the delay of each attempt after the last failure (ms), 76 hours in total. */
export const SCHEDULE: readonly number[] = [
	...[0, 5_000, 5 * MINUTE_MS, 30 * MINUTE_MS],
	...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** A target may request a longer pause than the schedule has, up to this limit. */
const LONGEST_PAUSE = 24 * HOUR_MS;

/**
 * Time of the next attempt (Unix ms), or undefined if the schedule has ended.
 *
 * @param attempts attempts that failed so far, this one included
 * @param retryAfterMs the wait that the target requested
 */
export function nextAttempt(attempts: number, now: number, retryAfterMs = 0): number | undefined {
	const pause: number | undefined = SCHEDULE[attempts];
	if (pause === undefined) return undefined;
	return now + Math.max(pause, Math.min(retryAfterMs, LONGEST_PAUSE));
}
