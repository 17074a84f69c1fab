import { type Fields, type ParsedValues, type Rule, fieldSet } from '../fields/fieldSet';
import type { Output } from '../fields/outputs';
import type { EventHead } from './declare';

/** Columns by name. */
export type Columns = Readonly<Record<string, Output>>;

/** The form and the columns of an event, whatever its engine. */
export interface EventForm<F extends Fields, S extends Columns> extends EventHead {
	fields: F;
	rules?: Array<Rule<ParsedValues<F>>>;
	/** The event's own columns. */
	columns: S;
}

/** The field set of an event: its own fields and rules, then the options of its engine. */
export function withOptionFields<F extends Fields, O extends Fields>(
	{ fields, rules = [] }: Pick<EventForm<F, Columns>, 'fields' | 'rules'>,
	options: O,
) {
	return fieldSet({ ...fields, ...options }, ...(rules as unknown as Rule[]));
}
