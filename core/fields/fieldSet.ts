import * as z from 'zod/v4';
import { Failure } from '../failure';
import { wrongPartOf } from './culprit';
import type { Field, FieldInfo } from './field';
import { trimmed } from './loose';
import { preview, untilHost } from './preview';

/**
 * A named set of fields, for a form, an input check or an event. Operations, the trigger's events,
 * the custom call, verification and the Lambda events each have one.
 */

// A field of any value: its own types are kept by inference.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Fields = Readonly<Record<string, Field<any, any>>>;

type InOf<F> = F extends Field<infer _, infer In> ? In : never;
type OutOf<F> = F extends Field<infer Out, infer _> ? Out : never;
type Optional<F extends Fields> = {
	[K in keyof F]: undefined extends InOf<F[K]> ? K : never;
}[keyof F];

/** The values of fields as callers pass them. */
export type InputValues<F extends Fields> = {
	[K in Exclude<keyof F, Optional<F>>]: InOf<F[K]>;
} & { [K in Optional<F>]?: InOf<F[K]> };

/** The values of fields in the form that is sent. */
export type ParsedValues<F extends Fields> = {
	[K in Exclude<keyof F, Optional<F>>]: OutOf<F[K]>;
} & { [K in Optional<F>]?: OutOf<F[K]> };

/** A rule between fields. It runs once every field keeps its own rule, and calls `broken` (rules.ts). */
export type Rule<Values = Record<string, unknown>> = (
	input: Values,
	context: z.RefinementCtx,
) => void;

/** A set of fields, and the rules between them. */
export interface FieldSet<F extends Fields = Fields> {
	readonly fields: F;
	/** The keys in declaration order. */
	readonly keys: readonly string[];
	/** The schema that checks all values together. */
	schema(): z.ZodType<ParsedValues<F>>;
}

/** Declares a field set. */
export function fieldSet<F extends Fields>(
	fields: F,
	...rules: Array<Rule<ParsedValues<F>>>
): FieldSet<F> {
	let schema: z.ZodType<ParsedValues<F>> | undefined;
	return {
		fields,
		keys: Object.keys(fields),
		schema: () => (schema ??= schemaOf(fields, rules)),
	};
}

function schemaOf<F extends Fields>(fields: F, rules: ReadonlyArray<Rule<ParsedValues<F>>>) {
	const entries = Object.entries(fields).map(([key, { schema }]) => [key, schema] as const);
	const object = z.object(Object.fromEntries(entries)) as unknown as z.ZodType<ParsedValues<F>>;
	const all = [...requiredRules(fields), ...rules] as Array<Rule<ParsedValues<F>>>;
	return all.reduce((checked, rule) => checked.superRefine(rule), object);
}

/** The rules that fields are given if the value of another field requires them. */
function requiredRules(fields: Fields): Rule[] {
	const all = Object.entries(fields).filter(([, { info }]) => info.requiredFor);
	if (all.length === 0) return [];
	return [
		(values, context) => {
			for (const [key, { info }] of all) {
				const { shownFor, requiredFor = [], rule } = info;
				const chosen = String(values[shownFor?.field ?? '']);
				if (values[key] !== undefined || !requiredFor.includes(chosen)) continue;
				const message = `is required with ${shownFor?.field} ${chosen}: it ${rule}`;
				context.addIssue({ code: 'custom', path: [key], message });
			}
		},
	];
}

/** The declaration of a field. Throws if the set has no field of that name. */
export function infoOf(set: FieldSet, key: string): FieldInfo {
	const found = set.fields[key] as Field | undefined;
	if (!found) throw new Error(`There is no field "${key}"`);
	return found.info;
}

/**
 * Checks the values of a field set. Undefined fields count as absent; where the form always shows the
 * field with an initial value, an absent one takes it (`initialOf`). Returns the values in the form
 * that is sent; throws `Failure` of kind `invalid-input` that names field, value and rule.
 * `subject` is the owner of the fields, such as an operation's id.
 */
export function parseFields<F extends Fields>(
	set: FieldSet<F>,
	input: unknown,
	subject: string,
): ParsedValues<F> {
	if (typeof input !== 'object' || input === null || Array.isArray(input)) {
		throw invalid(subject, undefined, `The input of ${subject} must be an object of fields`);
	}
	const given = Object.entries(input).filter(([, each]) => each !== undefined);
	const stray = given.find(([key]) => !set.keys.includes(key));
	if (stray) {
		const fields =
			set.keys.length > 0 ? `its fields are ${set.keys.join(', ')}` : 'it takes no fields';
		const message = `${subject} has no field ${preview(stray[0])}: ${fields}`;
		throw invalid(subject, stray[0], message);
	}
	const result = checked(set, [...initialsOf(set, input), ...given], subject);
	if (result.success) return result.data;
	throw described(set, input as Record<string, unknown>, result.error.issues[0], subject);
}

/** The values that a form shows at first, of the fields that it always shows and that are absent. */
export function initialsOf(set: FieldSet, input: object): Array<[string, unknown]> {
	const values = { ...input } as Record<string, unknown>;
	return set.keys.flatMap((key): Array<[string, unknown]> => {
		const info = infoOf(set, key);
		if (values[key] !== undefined || info.show !== 'main') return [];
		const initial = initialOf(info, values);
		if (initial === undefined) return [];
		// A later field may be shown for this value.
		values[key] = initial;
		return [[key, initial]];
	});
}

/** An expression may return objects whose getters throw. */
function checked<F extends Fields>(
	set: FieldSet<F>,
	given: Array<[string, unknown]>,
	subject: string,
) {
	try {
		return set.schema().safeParse(Object.fromEntries(given));
	} catch {
		const [key] = given.find(([name, each]) => throwsIn(set.fields[name], each)) ?? given[0];
		const { label, rule } = infoOf(set, key);
		const message = `"${label}" (${key}) ${rule}; given: a value that cannot be read`;
		throw invalid(subject, key, message);
	}
}

function throwsIn({ schema }: Field, given: unknown): boolean {
	try {
		schema.safeParse(given);
		return false;
	} catch {
		return true;
	}
}

function described(
	set: FieldSet,
	input: Record<string, unknown>,
	issue: z.core.$ZodIssue,
	subject: string,
): Failure {
	const key = String(issue.path[0] ?? '');
	if (!set.keys.includes(key)) return invalid(subject, undefined, issue.message);
	const { label, rule, hidesPath } = infoOf(set, key);
	const given = input[key];
	const inside = issue.path.slice(1);
	// The path within an object: `thresholds.NodeID-….below`.
	const keys = inside.filter((at) => typeof at === 'string').map(trimmed);
	const named = `"${label}" (${[key, ...keys].join('.')})`;
	if (given === undefined && issue.code !== 'custom') {
		return invalid(subject, key, `${named} is required: it ${rule}`);
	}
	const wrong = wrongPartOf(given, inside);
	const givenText =
		wrong === undefined ? '' : `; given: ${preview(hidesPath ? untilHost(wrong) : wrong)}`;
	return invalid(subject, key, `${named} ${issue.message}${givenText}`);
}

function invalid(subject: string, field: string | undefined, message: string): Failure {
	return new Failure({ kind: 'invalid-input', message, field, operation: subject });
}

/** True if a form with these values shows a field. */
export function isShown(
	{ shownFor }: FieldInfo,
	values: Readonly<Record<string, unknown>>,
): boolean {
	if (!shownFor) return true;
	const value = values[shownFor.field];
	return typeof value === 'string' && shownFor.values.includes(value);
}

/**
 * The initial value of a field that the form always shows (`main`), given the values of the other fields:
 * its default, or the first of its choices. Undefined if the form does not show the field or has no
 * initial value for it, or if the initial value is the service's own default.
 */
export function initialOf(info: FieldInfo, values: Readonly<Record<string, unknown>>): unknown {
	const { shownFor, choicesFor, choices, control, required, default: initial } = info;
	// The event has the same default, and its saved state belongs to settings without the field.
	if (info.wasOption) return undefined;
	if (!required && info.in !== 'form' && initial !== undefined) return undefined;
	if (!isShown(info, values)) return undefined;
	if (shownFor && choicesFor) return choicesFor[values[shownFor.field] as string][0];
	return initial ?? (control === 'options' ? choices?.[0]?.value : undefined);
}
