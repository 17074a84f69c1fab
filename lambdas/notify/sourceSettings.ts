import * as z from 'zod/v4';
import { isFailure } from '../../core/failure';
import type { InstantEvent, InstantSettings } from '../../core/webhooks/instantEvent';
import { REPAIRED } from '../../core/webhooks/repairs';
import { INSTANT_VALUES, SOURCE_VALUES, WATCH_VALUES } from './events';
import type { EventDeclaration } from '../../core/events/declare';
import { type FieldSet, infoOf, initialsOf, isShown } from '../../core/fields/fieldSet';

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
function checkedBy(fields: FieldSet, given: Given, context: z.RefinementCtx): void {
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

/** The settings of webhooks, which the function receive registers and receives. */

/** A webhook of the settings: one event, for which the data service may need several webhooks. */
export interface WebhookSettings {
	name: string;
	/** The value of an instant event. */
	event: string;
	/** True: all repairs are events, and not only what somebody else has done. */
	reportRepairs: boolean;
	/** True: webhooks of an earlier URL of receive are redirected. */
	takeOver: boolean;
	settings: InstantSettings;
}

/** The schema of a webhook, with the given events: each has the fields of its form, by the same names. */
export function webhookSchema(instants: readonly InstantEvent[]) {
	const declared = instants.map(({ value, fields }) => {
		// The rules of the form check the values as they are given.
		const own = fields.keys.map((key) => [key, z.unknown().optional()] as const);
		return z
			.strictObject({
				name: nameSchema(),
				event: z.literal(value),
				reportRepairs: z.boolean('must be true or false').default(false),
				takeOver: z.boolean('must be true or false').default(false),
				...Object.fromEntries(own),
			})
			.superRefine((given, context) => checkedBy(fields, given, context));
	});
	const union = z.discriminatedUnion(
		'event',
		declared as unknown as [(typeof declared)[number]],
		`must be one of ${INSTANT_VALUES.join(', ')}`,
	);
	return union.transform((given, context): WebhookSettings => {
		const { name, event, reportRepairs, takeOver, ...input } = given;
		const instant = instants.find(({ value }) => value === event) as InstantEvent;
		try {
			return { name, event, reportRepairs, takeOver, settings: instant.settings(input) };
		} catch (error) {
			if (!isFailure(error)) throw error;
			// A rule of the polling event. Its message has the value, which is not shown.
			const [message] = error.message.replace(/^"[^"]*" \([^)]*\) /, '').split('; given: ');
			context.addIssue({ code: 'custom', path: error.field ? [error.field] : [], message });
			return z.NEVER;
		}
	});
}

/** The types that the events of a webhook can have. */
export function typesOfWebhook(
	{ event }: WebhookSettings,
	instants: readonly InstantEvent[],
): readonly string[] {
	const types = instants.find(({ value }) => value === event)?.types ?? [];
	return [...types, REPAIRED];
}
