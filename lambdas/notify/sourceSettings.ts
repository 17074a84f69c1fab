import * as z from 'zod/v4';
import { isFailure } from '../../core/failure';
import type { EventDeclaration } from '../../core/events/declare';
import { type FieldSet, infoOf, initialsOf, isShown } from '../../core/fields/fieldSet';
import { SOURCE_VALUES } from './events';
import { WATCH_VALUES } from './watches';

/** The settings of a source, by its event. */

/** A name of a source or of a target. */
export const nameSchema = () =>
	z
		.string('must be text')
		.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, dashes or underscores')
		// The states of all targets are stored in one object by name, which cannot have this
		// property.
		.refine((text) => text !== '__proto__', 'must not be __proto__');

type Given = Readonly<Record<string, unknown>>;

/** The checked settings of a source: its name, and those of its event. */
interface Source {
	name: string;
	event: string;
	[setting: string]: unknown;
}

/** The given settings, completed by the initial values of the form. */
function completed(fields: FieldSet, given: Given): Given {
	return { ...given, ...Object.fromEntries(initialsOf(fields, given)) };
}

/** Checks settings by the rules of the event's form, so that a mistake is found before a poll. */
export function checkedBy(fields: FieldSet, given: Given, context: z.RefinementCtx): void {
	const all = completed(fields, given);
	const input = Object.fromEntries(fields.keys.map((key) => [key, all[key]]));
	const { error } = fields.schema().safeParse(input);
	const broken = (error?.issues ?? []).map(({ path, message }) => ({ path, message }));
	// It would have no effect.
	const hidden = fields.keys.flatMap((key) => {
		const { shownFor } = infoOf(fields, key);
		if (given[key] === undefined || !shownFor || isShown(infoOf(fields, key), all)) return [];
		const { field } = shownFor;
		return [{ path: [key], message: `is not a setting with ${field} ${String(all[field])}` }];
	});
	for (const { path, message } of [...broken, ...hidden])
		context.addIssue({ code: 'custom', path: [...path], message });
}

/** A value of the core. Its failures are issues without the value, which is not shown; paths begin behind `field`. */
export function madeBy<Value>(make: () => Value, context: z.RefinementCtx, field = ''): Value {
	try {
		return make();
	} catch (error) {
		if (!isFailure(error)) throw error;
		const inside = (error.field ?? field).slice(field.length);
		const message = error.message.replace(/^"[^"]*" (\([^)]*\) )?/, '').split('; given: ')[0];
		context.addIssue({ code: 'custom', path: inside.split(/[.[\]]+/).filter(Boolean), message });
		return z.NEVER;
	}
}

/** The schema of a source, with the given events: each has the fields of its form, by the same names. */
export function sourceSchema(declarations: readonly EventDeclaration[]) {
	const name = nameSchema();
	const declared = declarations.map(({ value, fields }) => {
		const own = fields.keys.map((key) => {
			const { schema, info } = fields.fields[key];
			const isDefault = info.required && info.default !== undefined;
			return [key, isDefault ? schema.prefault(info.default) : schema] as const;
		});
		return z
			.strictObject({ name, event: z.literal(value), ...Object.fromEntries(own) })
			.superRefine((given, context) => checkedBy(fields, given, context));
	});
	const union = z.discriminatedUnion(
		'event',
		declared as unknown as [(typeof declared)[number]],
		`must be one of ${SOURCE_VALUES.join(', ')}; or set watch to one of ${WATCH_VALUES.join(', ')}`,
	);
	return union.transform((given): Source => {
		const fields = declarations.find(({ value }) => value === given.event)?.fields;
		return (fields ? completed(fields, given) : given) as Source;
	});
}
