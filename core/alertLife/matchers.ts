import { type LifeAlert, type Firing, isResolved } from './alert';

/** Selection of alerts by a rule: an alert matches if each given field has one of the values. */

export const MATCHED = ['alertKey', 'event', 'subject', 'severity', 'network', 'service'] as const;
export type Matched = (typeof MATCHED)[number];

/** `*` in a value stands for any characters, `\*` for itself. The severity of a resolved alert is that which it had. */
export type Matchers = Partial<Record<Matched, readonly string[]>>;

/** An alert with the severity that it has, or had before it was resolved. */
export interface Judged {
	alert: LifeAlert;
	severity: Firing;
}

/** The severity to judge an event by; `before` is that of its alert so far. */
export function judgedAlert(alert: LifeAlert, before: Firing = 'warning'): Judged {
	return { alert, severity: isResolved(alert) ? before : (alert.severity as Firing) };
}

/** The value of an alert's field that a matcher compares. */
export function valueIn({ alert, severity }: Judged, name: Matched): string {
	const value = name === 'severity' ? severity : (alert[name] ?? '');
	return folded(value);
}

/** EVM addresses in any case are equal. */
export const folded = (value: string) =>
	/^0x[\da-f*\\]*$/i.test(value) ? value.toLowerCase() : value;

const WILDCARD = /(?<!\\)\*/;
/** A pattern that matches this text only: each `*` in it is escaped. */
export const patternOf = (text: string) => text.replaceAll('*', '\\*');

/** True if the text fits the pattern; linear in the length of the text for each `*`. */
function fits(text: string, pattern: string): boolean {
	const parts = folded(pattern)
		.split(WILDCARD)
		.map((part) => part.replaceAll('\\*', '*'));
	if (parts.length === 1) return text === parts[0];
	const [first, last] = [parts[0], parts[parts.length - 1]];
	if (!text.startsWith(first)) return false;
	let at = first.length;
	for (const part of parts.slice(1, -1)) {
		const found = text.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return text.length - last.length >= at && text.endsWith(last);
}

/** True if each field that the matchers have fits; without matchers, all alerts do. */
export function matches(matchers: Matchers | undefined, given: Judged): boolean {
	return MATCHED.every((name) => {
		const patterns = matchers?.[name];
		return !patterns || patterns.some((pattern) => fits(valueIn(given, name), pattern));
	});
}

/** True if the matchers name critical alerts: by the severity, or this one alert by its key. */
export function namesCritical(matchers: Matchers | undefined): boolean {
	return (
		matchers?.severity?.includes('critical') === true ||
		matchers?.alertKey?.every((key) => !WILDCARD.test(key)) === true
	);
}

/** True if a rule that holds alerts applies: critical ones only if the rule names them. */
export function applies(matchers: Matchers | undefined, given: Judged): boolean {
	return (given.severity !== 'critical' || namesCritical(matchers)) && matches(matchers, given);
}
