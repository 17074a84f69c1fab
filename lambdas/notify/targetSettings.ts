import * as z from 'zod/v4';
import { type HoldOptions, holdFields } from '../../core/alertLife/holdFields';
import { channelNamed, channelOf, channels } from '../../core/channels/all';
import type { Channel, ChannelDestination } from '../../core/channels/channel';
import { channelMistakes } from '../../core/channels/destination';
import { isPublicUrl } from '../shared/addresses';
import { lazily } from '../shared/remembered';
import { nameSchema } from './sourceSettings';

/** The settings of a target: destination, format, and sending. */

const FORMATS = channels.map(({ value }) => value);

/** Headers of the request itself. */
const RESERVED =
	/^(content-type|content-length|host|user-agent|connection|transfer-encoding|webhook-.*)$/i;

/** Settings that only the user's own receivers have. */
const OF_OWN = ['secrets', 'unsigned', 'headers'] as const;

/** The channels that send acknowledgements. */
const ACKNOWLEDGES = new Set(['pagerDuty', 'slack']);

/** Default time without success after which a target is disabled (hours). */
const DISABLE_HOURS = 120;

const { returnHeld: _, ...HELD_BY } = holdFields.fields;
/** The options of the trigger that hold events, by the same names and rules. */
const HOLD_FIELDS = Object.fromEntries(
	Object.entries(HELD_BY).map(([name, { schema }]) => [name, schema]),
) as Record<'applySilences', z.ZodOptional<z.ZodBoolean>> &
	Record<'holdZone', z.ZodOptional<z.ZodString>> & {
		[Name in keyof HoldOptions]-?: z.ZodOptional<z.ZodType<NonNullable<HoldOptions[Name]>>>;
	};

const { applySilences: __, ...OF_ALERT_LIFE } = HOLD_FIELDS;
/** The same options of a subscription, all of whose silences apply. */
export const alertLifeSchema = lazily(() => z.strictObject(OF_ALERT_LIFE, 'must be an object'));
export type AlertLife = z.output<ReturnType<typeof alertLifeSchema>>;

const text = () => z.string('must be text').min(1, 'must not be empty').max(2_000);

/** A secret of Standard Webhooks. */
export const secretSchema = () =>
	z
		.string('must be text')
		.max(400, 'must have at most 400 characters')
		.regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and 24 bytes or more in base64');

function fields() {
	const name = nameSchema();
	const headerName = z
		.string()
		.regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header')
		.refine((header) => !RESERVED.test(header), 'is a header that the request sets itself');
	const headerValue = z.string().regex(/^[\t -~]{1,4000}$/, 'must be printable ASCII in one line');
	return {
		name,
		/** Absent if the format does not need a URL. */
		url: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
		/** Default: the channel of the URL's host, or `event`. */
		format: z.enum(FORMATS, `must be one of ${FORMATS.join(', ')}`).optional(),
		template: z.string().min(1, 'must not be empty').max(3_000).optional(),
		routingKey: text().optional(),
		chat: z.union([text(), z.number().int().transform(String)], 'must be text').optional(),
		thread: z.union([text(), z.number().int().transform(String)], 'must be text').optional(),
		token: text().optional(),
		room: text().optional(),
		topic: text().optional(),
		from: text().optional(),
		to: z
			.union([text().transform((one) => [one]), z.array(text()).min(1).max(50)], 'must be a list')
			.optional(),
		/** Newest first; two or more during the rotation of a secret. */
		secrets: z.array(secretSchema()).min(1).max(5).optional(),
		/** Sends without a signature: receivers cannot verify the sender. */
		unsigned: z.boolean().optional(),
		/** Sent with every request, such as `authorization`. */
		headers: z.record(headerName, headerValue).optional(),
		/** Names of sources; all by default. */
		sources: z.array(name).min(1, 'needs at least one').optional(),
		/** Event types, such as validator.joined; all by default. */
		types: z.array(z.string()).min(1, 'needs at least one').optional(),
		/** Allows a target in a private network, and without TLS. */
		allowPrivateNetwork: z.boolean().default(false),
		timeoutSeconds: z.number().int().min(1).max(30).default(15),
		/** Maximum number of simultaneous requests. */
		concurrency: z.number().int().min(1).max(20).default(10),
		/**
		 * Maximum number of requests per minute that one run starts; by default that of the
		 * channel.
		 */
		perMinute: z.number().int().min(1).max(60_000).optional(),
		/** The target is disabled when no message has succeeded for so long. */
		disableAfterHours: z.number().int().min(1).max(2_160).default(DISABLE_HOURS),
		/** The name of another target, which gets a message when this one is disabled. */
		reportTo: name.optional(),
		/** Interval of heartbeat messages, which are sent with or without events. */
		heartbeatHours: z.number().int().min(1).max(720).optional(),
		...HOLD_FIELDS,
		/** The name of another target, which gets what nobody acknowledged in time, or what this one does not accept. */
		escalateTo: name.optional(),
		escalateAfterMinutes: z.number().int().min(1).max(43_200).optional(),
		/** Verifies acknowledgements: of PagerDuty's webhook subscription, or the signing secret of the Slack app. */
		actionSecret: z.string('must be text').min(16, 'is too short').max(300).optional(),
	};
}

type Given = z.output<z.ZodObject<ReturnType<typeof fields>>>;

/** The destination in the settings of a target. */
export function targetDestination(given: Partial<Given>): ChannelDestination {
	const { url, routingKey, chat, thread, token, room, topic, from, to, template } = given;
	return { url, routingKey, chat, thread, token, room, topic, from, to, template };
}

/** Settings by which events for a target wait, or may: they go through its state in the table. */
const HOLDING = [
	...(['quietHours', 'maintenance', 'groupMinutes', 'digestAt', 'repeatHours'] as const),
	...(['applySilences', 'escalateTo'] as const),
];
const isHolding = (given: Partial<Given>) => HOLDING.some((setting) => given[setting]);

/** The channel of a target: as selected, or by the host of its URL. */
function channelFor({ format, url }: Pick<Given, 'format' | 'url'>): Channel {
	const known = format === undefined && url !== undefined ? channelOf(url) : undefined;
	return known ?? (channelNamed(format ?? 'event') as Channel);
}

function checkTarget(given: Given, context: z.RefinementCtx): void {
	const channel = channelFor(given);
	const wrong = (field: string, message: string) =>
		context.addIssue({ code: 'custom', path: [field], message });
	const { url, secrets, unsigned, allowPrivateNetwork, reportTo, name, heartbeatHours } = given;
	for (const [field, message] of channelMistakes(channel, targetDestination(given)))
		wrong(field, message);
	if (url !== undefined && !allowPrivateNetwork && !isPublicUrl(url)) {
		wrong('url', 'must be https and public (or set allowPrivateNetwork)');
	}
	if (channel.value === 'event' && !secrets && !unsigned) {
		wrong('secrets', 'are required: receivers check them (or set unsigned)');
	}
	for (const field of OF_OWN) {
		if (channel.signed || given[field] === undefined) continue;
		wrong(field, `has no effect: ${channel.name} does not check it`);
	}
	if (reportTo === name) wrong('reportTo', 'must be another target');
	if (given.escalateTo === name) wrong('escalateTo', 'must be another target');
	for (const field of ['groupMinutes', 'digestAt'] as const) {
		if (!channel.incidents || given[field] === undefined) continue;
		wrong(field, `must not be set for ${channel.name}, which has an incident for each alert`);
	}
	if (given.actionSecret !== undefined && !ACKNOWLEDGES.has(channel.value))
		wrong('actionSecret', 'is of PagerDuty and Slack only');
	if (given.actionSecret !== undefined && channel.value === 'slack' && !given.applySilences)
		wrong('actionSecret', 'has no effect without applySilences: its messages have no button');
	if (given.escalateAfterMinutes !== undefined && given.escalateTo === undefined)
		wrong('escalateAfterMinutes', 'has no effect without escalateTo');
	for (const field of ['holdZone', 'holdCritical'] as const) {
		if (given[field] === undefined || isHolding(given)) continue;
		wrong(field, 'has no effect without an option that holds events');
	}
	if (heartbeatHours !== undefined && channel.value === 'pagerDuty') {
		wrong('heartbeatHours', 'must not be set for PagerDuty: each message would open an incident');
	}
}

/** The schema of a target, with its format and its rate. */
export const targetSchema = lazily(() =>
	z
		.strictObject(fields())
		.superRefine(checkTarget)
		.transform((given) => {
			const { value: format, paceMs } = channelFor(given);
			const pace = paceMs === undefined ? {} : { perMinute: 60_000 / paceMs };
			return { ...pace, ...given, format, holds: isHolding(given) };
		}),
);

export type Target = z.output<ReturnType<typeof targetSchema>>;
