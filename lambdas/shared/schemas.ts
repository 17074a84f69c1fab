import * as z from 'zod/v4';

/** Values of variables, events and requests. */

/** A text with a whole number from 1 to `most`, in decimal digits. */
export function wholeNumber(most: number) {
	const rule = `must be a whole number from 1 to ${most}`;
	const isOne = (text: string) => /^[1-9]\d*$/.test(text) && Number(text) <= most;
	return z.string(rule).refine(isOne, rule).transform(Number);
}

/** A time with its zone, as Unix milliseconds. */
export const momentSchema = () =>
	z.iso
		.datetime({ offset: true, error: 'must be a time such as 2026-11-23T12:00:00Z' })
		.transform((text) => Date.parse(text));

const SEVERITIES = ['info', 'warning', 'critical', 'resolved'] as const;
export const severitySchema = () => z.enum(SEVERITIES, `must be one of ${SEVERITIES.join(', ')}`);
