import * as z from 'zod/v4';
import { type EventDeclaration, eventTypesOf } from '../../core/events/declare';
import { eventLoaders } from '../../core/subjects/events/loaders';
import { alertLifeSchema, secretSchema } from '../notify/targetSettings';
import { lazily, once } from '../shared/remembered';
import { momentSchema, severitySchema, wholeNumber } from '../shared/schemas';

/** The bodies and parameters of requests. */

/** The types of all events. */
export const knownTypes = once(async () => {
	const loaders: ReadonlyArray<() => Promise<EventDeclaration>> = Object.values(eventLoaders);
	const declarations = await Promise.all(loaders.map((load) => load()));
	return new Set(declarations.flatMap(eventTypesOf));
});

const LONGEST_URL = 2_000;
const LONGEST_SUBJECT = 256;
const MOST = 50;

const listOf = <Item extends z.ZodType>(item: Item) =>
	z
		.array(item, 'must be a list')
		.min(1, 'must not be empty: leave it out to select all')
		.max(MOST, `must have at most ${MOST} entries`)
		.refine((list) => new Set(list).size === list.length, 'must not have an entry twice');

/** A body with these fields and no others. */
export const jsonBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.strictObject(shape, 'must be a JSON object');

const fields = () => ({
	url: z
		.url({ protocol: /^https$/, error: 'must be an https URL' })
		.max(LONGEST_URL, `must have at most ${LONGEST_URL} characters`),
	format: z.string('must be text').max(40, 'must have at most 40 characters'),
	events: listOf(z.string('must be text').max(100, 'must have at most 100 characters')),
	severities: listOf(severitySchema()),
	subjects: listOf(
		z
			.string('must be text')
			.regex(
				new RegExp(`^[\\x21-\\x7e]{1,${LONGEST_SUBJECT}}$`),
				`must be 1 to ${LONGEST_SUBJECT} characters without spaces`,
			),
	),
	secret: secretSchema(),
	expiration: momentSchema(),
	alertLife: alertLifeSchema(),
});

/** The body of `POST /subscriptions`. */
export const NEW = lazily(() => {
	const { url, ...rest } = fields();
	return jsonBody({ url, ...z.object(rest).partial().shape });
});
export type New = z.output<ReturnType<typeof NEW>>;

/** The body of `PATCH /subscriptions/{id}`: `null` removes a filter or the expiration. */
export const CHANGE = lazily(() => {
	const { events, severities, subjects, expiration, alertLife, ...rest } = fields();
	const change = z.object({
		...rest,
		events: events.nullable(),
		severities: severities.nullable(),
		subjects: subjects.nullable(),
		expiration: expiration.nullable(),
		alertLife: alertLife.nullable(),
		/** Starts one that has ended, or sends the challenge of a pending one again. */
		status: z.literal('active', 'must be "active"'),
	});
	return jsonBody(change.partial().shape);
});
export type SubscriptionChange = z.output<ReturnType<typeof CHANGE>>;

/** The body of `POST /subscriptions/{id}/confirm`. */
export const CONFIRMATION = lazily(() =>
	jsonBody({ challenge: z.string('must be text').max(200, 'must have at most 200 characters') }),
);

/** The body of `POST /subscriptions/{id}/test`. */
export const TEST = lazily(() => jsonBody({ severity: severitySchema().default('warning') }));

const limit = (usual: number) => wholeNumber(100).default(usual);

/** The parameters of a list whose positions have a form: the table accepts no other. */
const pageOf = (position: RegExp) =>
	lazily(() => {
		const rule = 'must be "next" of an earlier response';
		return z.strictObject({
			limit: limit(50),
			after: z
				.string()
				.regex(/^[A-Za-z0-9_-]{1,400}$/, rule)
				.transform((text) => Buffer.from(text, 'base64url').toString('utf8'))
				.refine((text) => position.test(text), rule)
				.optional(),
		});
	});

/** The parameters of the list of subscriptions, and of that of attempts. */
export const PAGE = pageOf(/^sub#[a-z0-9]{20}$/);
export const ATTEMPTS_PAGE = pageOf(/^\d{13}#[\x21-\x7e]{1,200}$/);

/** The parameters of the list of what was held. */
export const HELD = lazily(() => z.strictObject({ limit: limit(50) }));

/** The parameters of `GET /events`. */
export const SAMPLES = lazily(() => z.strictObject({ limit: limit(3) }));

/** The parameters of all other requests. */
export const NOTHING = lazily(() => z.strictObject({}));
