import type { z } from 'zod/v4';
import { type Operation, fieldsOf, infoOf } from '../operations/declare';
import { valuesIn } from '../operations/kinds';
import { Failure } from './failure';

const PREVIEW = 80;
/** Values beyond it are not written out to be shown: a list from an expression may have billions. */
const SHOWN_VALUES = 1000;

/** A value as an error shows it: short, on one line, whatever it is. */
export function preview(value: unknown): string {
	let shown: string;
	let values = 0;
	const bounded = (_: string, inner: unknown) => {
		if (++values > SHOWN_VALUES) throw new RangeError();
		return inner;
	};
	try {
		shown =
			typeof value === 'string'
				? JSON.stringify(value.slice(0, PREVIEW + 1))
				: (JSON.stringify(value, bounded) ?? String(value));
	} catch {
		shown = Array.isArray(value) ? 'a list' : typeof value;
	}
	return shown.length > PREVIEW ? `${shown.slice(0, PREVIEW)}…` : shown;
}

/**
 * Checks an operation's input before anything is sent. Fields that are undefined count as left out.
 * Gives the values in the form that is sent; throws `Failure` of kind `invalid-input` naming field,
 * value and rule.
 */
export function parseInput<O extends Operation>(
	operation: O,
	input: unknown,
): z.output<O['input']> {
	if (typeof input !== 'object' || input === null || Array.isArray(input)) {
		throw invalid(operation, undefined, `The input of ${operation.id} must be an object of fields`);
	}
	const known = fieldsOf(operation);
	const given = Object.entries(input).filter(([, value]) => value !== undefined);
	const stray = given.find(([key]) => !known.includes(key));
	if (stray) {
		const fields = known.length > 0 ? `its fields are ${known.join(', ')}` : 'it takes no fields';
		throw invalid(
			operation,
			stray[0],
			`${operation.id} has no field ${preview(stray[0])}: ${fields}`,
		);
	}
	const result = checkedBy(operation, given);
	if (result.success) return result.data as z.output<O['input']>;
	throw describe(operation, input as Record<string, unknown>, result.error.issues[0]);
}

/** An expression may give objects whose own code throws when they are looked at. */
function checkedBy(operation: Operation, given: Array<[string, unknown]>) {
	try {
		return operation.input.safeParse(Object.fromEntries(given));
	} catch {
		const [key] = given.find(([name, value]) => throwsIn(operation, name, value)) ?? given[0];
		const { label, rule } = infoOf(operation, key);
		throw invalid(
			operation,
			key,
			`"${label}" (${key}) ${rule}; given: a value that cannot be read`,
		);
	}
}

function throwsIn(operation: Operation, key: string, value: unknown): boolean {
	try {
		(operation.input.shape[key] as z.ZodType).safeParse(value);
		return false;
	} catch {
		return true;
	}
}

function describe(operation: Operation, input: Record<string, unknown>, issue: z.core.$ZodIssue) {
	const key = String(issue.path[0] ?? '');
	if (!fieldsOf(operation).includes(key)) return invalid(operation, undefined, issue.message);
	const { label, rule } = infoOf(operation, key);
	const value = input[key];
	const named = `"${label}" (${key})`;
	if (value === undefined && issue.code !== 'custom') {
		return invalid(operation, key, `${named} is required: it ${rule}`);
	}
	// A list says which of its values breaks the rule.
	const list = typeof value === 'string' ? valuesIn(value) : value;
	const at = issue.path[1];
	const culprit = typeof at === 'number' && Array.isArray(list) ? (list[at] as unknown) : value;
	const given = culprit === undefined ? '' : `; given: ${preview(culprit)}`;
	return invalid(operation, key, `${named} ${issue.message}${given}`);
}

function invalid(operation: Operation, field: string | undefined, message: string): Failure {
	return new Failure({ kind: 'invalid-input', message, field, operation: operation.id });
}
