import type { z } from 'zod/v4';

/**
 * Rules between fields. Each completes "<field> …" for the field it points at, and runs only once
 * every field keeps its own rule.
 */

type Context = z.RefinementCtx;
type Values = Record<string, unknown>;

/** Reports that a field, or one value of its list or object, breaks a rule. */
export function broken(context: Context, key: string, rule: string, at?: number | string): void {
	context.addIssue({
		code: 'custom',
		path: at === undefined ? [key] : [key, at],
		message: rule,
	});
}

/** Checks that at least one of two fields is given. The error is at the first. */
export function eitherOf(one: [key: string, label: string], other: [key: string, label: string]) {
	return (input: Values, context: Context): void => {
		if (input[one[0]] !== undefined || input[other[0]] !== undefined) return;
		broken(context, one[0], `is required unless "${other[1]}" (${other[0]}) is given`);
	};
}

/**
 * Checks that the start of a range is not after its end: services return nothing for such a range.
 * Both are numbers, or both days (YYYY-MM-DD, which compare as text). `show` formats the first one
 * for the user. The error is at the last field.
 */
export function startNotAfterEnd(
	first: [key: string, label: string],
	last: [key: string, label: string],
	show: (value: number | string) => string = String,
) {
	return (input: Values, context: Context): void => {
		const from = input[first[0]] as number | string | undefined;
		const to = input[last[0]] as number | string | undefined;
		if (from === undefined || to === undefined || from <= to) return;
		broken(context, last[0], `must not be before "${first[1]}" (${first[0]}), ${show(from)}`);
	};
}

/**
 * Checks that the first of two numbers, or of two amounts in decimal digits, is not larger. The error is at
 * the last field.
 */
export function inOrderOfSize(
	first: [key: string, label: string],
	last: [key: string, label: string],
) {
	return (input: Values, context: Context): void => {
		const from = input[first[0]] as number | string | undefined;
		const to = input[last[0]] as number | string | undefined;
		if (from === undefined || to === undefined) return;
		const inOrder = typeof from === 'number' ? from <= Number(to) : BigInt(from) <= BigInt(to);
		if (inOrder) return;
		broken(context, last[0], `must not be less than "${first[1]}" (${first[0]}), ${from}`);
	};
}

/** Several rules as one. */
export function all(...rules: Array<(input: Values, context: Context) => void>) {
	return (input: Values, context: Context): void => {
		for (const rule of rules) rule(input, context);
	};
}
