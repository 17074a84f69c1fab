import { type EventDeclaration, eventTypesOf } from '../events/declare';
import type { NetworkEvent, PollContext } from '../events/event';
import type { Field } from '../fields/field';
import {
	type Fields,
	type FieldSet,
	type ParsedValues,
	type Rule,
	fieldSet,
	parseFields,
} from '../fields/fieldSet';
import type { Output } from '../fields/outputs';
import type { WebhookMessage } from './message';

/** Events that webhooks report at once, with the items of polling events where there are some. */

export type Values = Readonly<Record<string, unknown>>;

/** A webhook that an event needs: the input of `webhook.create` without its URL. */
export type WantedWebhook = Readonly<{ eventType: string } & Record<string, unknown>>;

/** The checked settings of an instant event. */
export interface InstantSettings {
	/** The settings of the polling event with the same items. */
	polled: Values;
	/** The settings that only the instant event has. */
	own: Values;
}

/** The events of a message. */
export interface FromMessage {
	events: NetworkEvent[];
	/** The record that the message names and that the service does not have yet. A poll finds it. */
	missing?: string;
}

/** An event that webhooks report. */
export interface InstantEvent {
	/** As workflows save it: that of the polling event with the same items, if there is one. */
	value: string;
	name: string;
	description: string;
	/** The types that its items can have. */
	types: readonly string[];
	/** Output and columns of the items. */
	items: { output: Output; columns?: EventDeclaration['columns'] };
	/** The polling event that finds lost messages; absent if no list contains them. */
	polled?: EventDeclaration;
	/** The fields of the form. */
	fields: FieldSet;
	/** Checks the values of the form. Throws `Failure`. */
	settings(input: Values): InstantSettings;
	/** The webhooks to register. */
	webhooks(settings: InstantSettings): WantedWebhook[];
	/** The events of a message of one of these webhooks. Throws `Failure`. */
	eventsOf(
		message: WebhookMessage,
		settings: InstantSettings,
		context: PollContext,
	): Promise<FromMessage>;
}

interface Instant extends Pick<InstantEvent, 'webhooks' | 'eventsOf'> {
	event: EventDeclaration;
	description: string;
	/** The fields of the polling event that the form has. */
	keys: readonly string[];
	/** The values of other fields of the polling event. */
	fixed?: Values;
	/** Further fields. */
	own?: Fields;
	rules?: readonly Rule[];
}

/** The field as one that is always shown: the field that it depended on is not in the form. */
function shownAlways({ info, schema }: Field): Field {
	const { shownFor: _, ...rest } = info;
	return { info: rest, schema };
}

/** The fields of the polling event without those that the form does not have. */
function pickedOf({ fields }: EventDeclaration, keys: readonly string[]): Fields {
	const all = fields.fields as Record<string, Field>;
	return Object.fromEntries(keys.map((key) => [key, shownAlways(all[key])]));
}

/** An instant event with the items, settings and list of a polling event. */
export function instantOf(given: Instant): InstantEvent {
	const { event, description, keys, fixed = {}, own = {}, rules = [], webhooks, eventsOf } = given;
	const { value, name, output, columns } = event;
	const fields = fieldSet({ ...pickedOf(event, keys), ...own }, ...rules);
	const only = (input: Values, names: readonly string[]) =>
		Object.fromEntries(Object.entries(input).filter(([key]) => names.includes(key)));
	return {
		...{ value, name, description, fields, webhooks, eventsOf },
		types: eventTypesOf(event),
		items: { output, ...(columns && { columns }) },
		polled: event,
		settings(input) {
			const checked: Values = parseFields(fields, input, value);
			const polled: Values = parseFields(event.fields, { ...fixed, ...only(input, keys) }, value);
			return { polled, own: only(checked, Object.keys(own)) };
		},
	};
}

interface Unlisted<F extends Fields>
	extends Omit<InstantEvent, 'settings' | 'polled' | 'items' | 'fields'> {
	fields: F;
	rules: ReadonlyArray<Rule<ParsedValues<F>>>;
	output: Output;
}

/** An instant event without a list of the service behind it. */
export function unlistedOf<F extends Fields>(given: Unlisted<F>): InstantEvent {
	const { output, rules, fields: declared, ...rest } = given;
	const fields = fieldSet(declared, ...rules) as unknown as FieldSet;
	return {
		...rest,
		fields,
		items: { output },
		settings: (input) => ({ polled: {}, own: parseFields(fields, input, given.value) }),
	};
}
