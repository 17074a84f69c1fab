import { type FieldSet, infoOf } from '../../core/fields/fieldSet';
import { preview } from '../../core/fields/preview';
import { Failure } from '../../core/protocol/failure';
import type { Run } from './action';

function isGiven(value: unknown): boolean {
	return (
		value !== undefined &&
		value !== null &&
		value !== '' &&
		!(Array.isArray(value) && value.length === 0)
	);
}

/** The value inside a resource locator, or the value itself. */
function located(value: unknown): unknown {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator ? (value as { value?: unknown }).value : value;
}

/** A number from a parameter; NaN if it is not a number, also if the conversion would throw. */
export function numberOf(value: unknown): number {
	return typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
}

/** A text from a parameter; empty if it is not a text. */
export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** A collection of fields; an expression may return any other value. */
export function collectionOf(value: unknown): Record<string, unknown> {
	const isCollection = typeof value === 'object' && value !== null && !Array.isArray(value);
	return isCollection ? (value as Record<string, unknown>) : {};
}

/**
 * The values of a field set from the parameters of one item. Empty optional fields are omitted;
 * required ones are kept, so that the check names them.
 */
export function inputFromParameters(
	set: FieldSet,
	run: Pick<Run, 'parameter'>,
): Record<string, unknown> {
	const filters = run.parameter('filters', {}) as Record<string, unknown>;
	const options = run.parameter('options', {}) as Record<string, unknown>;
	const input: Record<string, unknown> = {};
	for (const key of set.keys) {
		const { show } = infoOf(set, key);
		const value = located(
			show === 'main' ? run.parameter(key, '') : show === 'filter' ? filters[key] : options[key],
		);
		if (isGiven(value)) input[key] = value;
	}
	return input;
}

/** The parameter Limit: a whole number from 1 on. Throws `Failure`. */
export function limitOf(run: Pick<Run, 'parameter'>): number {
	const limit = run.parameter('limit', 50);
	const count = numberOf(limit);
	if (Number.isSafeInteger(count) && count >= 1) return count;
	const message = `"Limit" (limit) must be a whole number, 1 or more; given: ${preview(limit)}`;
	throw new Failure({ kind: 'invalid-input', message, field: 'limit' });
}
