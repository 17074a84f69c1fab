import * as z from 'zod/v4';
import type { InstantEvent } from '../../core/webhooks/instantEvent';
import { REPAIRED } from '../../core/webhooks/repairs';
import { INSTANT_VALUES } from './events';
import { checkedBy, madeBy, nameSchema } from './sourceSettings';

/** The settings of webhooks, which the function receive registers and receives. */

/** A webhook of the settings: one event, for which the data service may need several webhooks. */
export type WebhookSettings = z.output<ReturnType<typeof webhookSchema>>;

/** The schema of a webhook, with the given events: each has the fields of its form, by the same names. */
export function webhookSchema(instants: readonly InstantEvent[]) {
	const declared = instants.map(({ value, fields }) => {
		// The rules of the form check the values as they are given.
		const own = fields.keys.map((key) => [key, z.unknown().optional()] as const);
		return z
			.strictObject({
				name: nameSchema(),
				event: z.literal(value),
				/** True: all repairs are events, and not only what somebody else has done. */
				reportRepairs: z.boolean('must be true or false').default(false),
				/** True: webhooks of an earlier URL of receive are redirected. */
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
	return union.transform((given, context) => {
		const { name, event, reportRepairs, takeOver, ...input } = given;
		const instant = instants.find(({ value }) => value === event) as InstantEvent;
		// By the rules of the polling event, too.
		const settings = madeBy(() => instant.settings(input), context);
		return { name, event, reportRepairs, takeOver, settings };
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
