import { isResolved } from './alert';
import { minuteText } from './reasons';
import type { Rules } from './rules';
import { type AlertLifeState, MOST_HELD, heldIn } from './state';

/** Stops the repetitions and the escalation of one incident. */
export interface Acknowledgement {
	alertKey: string;
	by: string;
	/** The start of the incident (ms), if only that one is meant. */
	since?: number;
	/** Only an incident that began by then is meant (ms). */
	begunBy?: number;
}

/** The result of an acknowledgement, with a sentence for the person. */
export interface AckAnswer {
	alertKey: string;
	result: 'acknowledged' | 'already' | 'ended';
	text: string;
}

/** Acknowledges the incident in the state. A second time changes nothing. */
export function acknowledge(
	state: AlertLifeState,
	{ acknowledgedMs }: Rules,
	{ alertKey, by, since, begunBy = Infinity }: Acknowledgement,
	now: number,
): AckAnswer {
	const stored = Object.hasOwn(state.alerts, alertKey) ? state.alerts[alertKey] : undefined;
	const name = JSON.stringify(alertKey);
	const isOther = (begun: number) => (since !== undefined && since !== begun) || begun > begunBy;
	if (!stored || isResolved(stored.latest) || isOther(stored.since)) {
		const text = `There is nothing to acknowledge: the alert ${name} does not fire, or not since that time.`;
		return { alertKey, result: 'ended', text };
	}
	const { acked, severity } = stored;
	if (acked && now < acked.until) {
		const text = `The alert ${name} is already acknowledged by ${JSON.stringify(acked.by)} at ${minuteText(acked.at)}.`;
		return { alertKey, result: 'already', text };
	}
	const until = now + acknowledgedMs;
	stored.acked = { by, at: now, until, severity };
	// The end of the acknowledgement is then said once, if the alert still fires.
	if (!stored.held && heldIn(state).count < MOST_HELD) {
		const because = `acknowledged by ${JSON.stringify(by)} at ${minuteText(now)}, until ${minuteText(until)}`;
		stored.held = { kind: 'acknowledged', rule: by, because, count: 0, since: now };
	}
	const text = `The alert ${name} is acknowledged until ${minuteText(until)}, or until it is worse or resolved.`;
	return { alertKey, result: 'acknowledged', text };
}
