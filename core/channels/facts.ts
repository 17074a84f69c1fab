import type { Alert } from './alert';

/** A labelled value of a message. */
export interface Fact {
	label: string;
	value: string;
}

const HEADLINE_FACTS = { Severity: 'severity', Subject: 'subject', Time: 'occurredAt' } as const;

/**
 * The labelled values of an alert, at most `most`: those of its headline that the message does not
 * show elsewhere, by their labels, then the event's own columns.
 */
export function factsOf(
	alert: Alert,
	labels: ReadonlyArray<keyof typeof HEADLINE_FACTS>,
	most: number,
): Fact[] {
	const headline = labels.map((label) => ({ label, value: alert[HEADLINE_FACTS[label]] }));
	return [...headline, ...alert.columns].slice(0, most);
}
