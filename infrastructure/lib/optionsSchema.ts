import * as z from 'zod/v4';
import { serviceUrl, SIGNATURE_SCHEMES } from '../../core';
import { type AvalancheOptions, FUNCTIONS, LOG_RETENTION_DAYS } from './options';
import { keyArnProblem, secretPlace } from './secretPlace';
import { timeZoneProblem } from './timeZone';

/** Text that a function finds nothing wrong with; it returns the rule that the text breaks. */
const text = (problem: (value: string) => string | undefined) =>
	z.string('must be text').superRefine((value, context) => {
		const message = problem(value);
		if (message) context.addIssue({ code: 'custom', message });
	});

const matching = (pattern: RegExp, rule: string) =>
	text((value) => (pattern.test(value) ? undefined : rule));

/** A whole number with both bounds. */
const whole = (least: number, most: number, unit = '') => {
	const rule = `must be a whole number${unit && ` of ${unit}`} from ${least} to ${most}`;
	return z.number(rule).int(rule).min(least, rule).max(most, rule);
};

const oneOf = <const Values extends readonly string[]>(values: Values) =>
	z.enum(values, `must be ${values.map((one) => JSON.stringify(one)).join(' or ')}`);

const url = text((value) => {
	try {
		serviceUrl(value, '');
		return undefined;
	} catch {
		return 'must be an http:// or https:// URL without user name, query or fragment';
	}
});

/** A URL that the data service can send messages to. */
const publicUrl = text((value) =>
	URL.canParse(value) && /^https:$/.test(new URL(value).protocol) && !/[?#]/.test(value)
		? undefined
		: 'must be an https:// URL without query or fragment',
);

/** RFC 9110: the characters of a field name. */
const headerName = matching(/^[\w!#$%&'*+.^`|~-]{1,128}$/, 'must be the name of an HTTP header');

const bucketName = text((value) => {
	if (value.startsWith('arn:')) return "must be the bucket's name, not its ARN";
	return /^(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)
		? undefined
		: 'must be the name of an S3 bucket: 3 to 63 lower-case letters, digits, dots and dashes';
});

const prefix = matching(
	/^[\w!.*'()/=-]{0,512}$/,
	"must be a key prefix of letters, digits and !-_.*'()/=",
);

const topicArn = matching(
	/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}$/,
	'must be the ARN of an SNS standard topic: arn:aws:sns:<region>:<account>:<name>',
);

const queueArn = matching(
	/^arn:aws[a-z-]*:sqs:[a-z0-9-]+:\d{12}:[\w-]{1,80}(\.fifo)?$/,
	'must be the ARN of a queue: arn:aws:sqs:<region>:<account>:<name>',
);

const anyTopicArn = matching(
	/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/,
	'must be the ARN of a topic: arn:aws:sns:<region>:<account>:<name>',
);

/** A list of ARNs or addresses: an empty one would allow nothing. */
const listOf = (each: z.ZodType<string>, what: string) =>
	z.array(each, `must be a list of ${what}`).min(1, 'must not be empty').optional();

const origin = text((value) => {
	if (value === '*') return undefined;
	const isOrigin = URL.canParse(value) && new URL(value).origin === value;
	return isOrigin && /^https?:/.test(value)
		? undefined
		: 'must be an origin without path, such as "https://app.example.org", or "*"';
});

/** CDK joins the fields; AWS checks their numbers. */
const cronField = matching(
	/^[\dA-Z*,/#-]{1,40}$/,
	'must be numbers, names such as MON, lists, ranges or steps, such as "0" or "MON-FRI"',
);

const schedule = z.strictObject({
	name: matching(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, - and _'),
	everyHours: whole(1, 24 * 365, 'hours').optional(),
	cron: z
		.strictObject({
			minute: cronField,
			hour: cronField,
			day: cronField.optional(),
			month: cronField.optional(),
			weekDay: cronField.optional(),
			year: cronField.optional(),
		})
		.optional(),
	timeZone: text(timeZoneProblem).optional(),
	// The function's own rules are applied to it (schedules.ts).
	event: z.record(z.string(), z.unknown(), 'must be an object'),
});

/** Lambda's limit of one invocation; the function needs some seconds for the response itself. */
const TIMEOUT_SECONDS = [10, 900] as const;
const MOST_CONCURRENT = 10_000;

/** The schema of all options: a key that it does not have is an error. */
export const OPTIONS = z.strictObject({
	stage: matching(
		/^[a-z][a-z0-9-]{0,19}$/,
		'must be 1 to 20 lower-case letters, digits and -, the first a letter',
	).optional(),
	stackId: matching(
		/^[A-Za-z][A-Za-z0-9-]{0,127}$/,
		'must be 1 to 128 letters, digits and -, the first a letter',
	).optional(),
	functions: z
		.array(oneOf(FUNCTIONS), 'must be a list of functions')
		.min(1, 'must not be empty')
		.optional(),
	architecture: oneOf(['x64', 'arm64']).optional(),
	services: z
		.strictObject({
			dataUrl: url.optional(),
			metricsUrl: url.optional(),
			nodeUrl: url.optional(),
			apiKeyHeader: headerName.optional(),
		})
		.optional(),
	apiKey: secretPlace.optional(),
	nodeHeader: z.strictObject({ name: headerName, value: secretPlace }).optional(),
	exports: z
		.strictObject({
			bucketName: bucketName.optional(),
			prefix: prefix.optional(),
			prefixes: z.array(prefix, 'must be a list of prefixes').optional(),
			expireDays: whole(1, 36_500, 'days').optional(),
			// Durable executions take a year at most.
			executionDays: whole(1, 365, 'days').optional(),
			schedules: z.array(schedule, 'must be a list of schedules').optional(),
			callback: z.strictObject({ secret: secretPlace }).optional(),
		})
		.optional(),
	aggregate: z
		.strictObject({
			url: oneOf(['iam', 'public']).optional(),
			allowedOrigins: z
				.array(origin, 'must be a list of origins')
				.min(1, 'must not be empty')
				.optional(),
			verification: oneOf(['required', 'report', 'off']).optional(),
			timeoutSeconds: whole(...TIMEOUT_SECONDS, 'seconds').optional(),
			concurrency: whole(1, MOST_CONCURRENT).optional(),
			queue: z
				.strictObject({
					batchSize: whole(1, 10, 'messages').optional(),
					concurrency: whole(2, 1000).optional(),
				})
				.optional(),
		})
		.optional(),
	notify: z
		.strictObject({
			settings: secretPlace,
			everyMinutes: whole(1, 24 * 60, 'minutes').optional(),
			concurrency: whole(1, MOST_CONCURRENT).optional(),
			sendersAtOnce: whole(2, 1_000).optional(),
			alertLinks: z.boolean('must be true or false').optional(),
			sendTo: z
				.strictObject({
					queues: listOf(queueArn, 'ARNs of queues'),
					topics: listOf(anyTopicArn, 'ARNs of topics'),
					senders: listOf(z.email('must be an e-mail address'), 'e-mail addresses'),
					kmsKeyArns: listOf(text(keyArnProblem), 'ARNs of keys'),
				})
				.optional(),
		})
		.optional(),
	receive: z
		.strictObject({
			everyMinutes: whole(1, 24 * 60, 'minutes').optional(),
			url: publicUrl.optional(),
			signatureScheme: oneOf(SIGNATURE_SCHEMES).optional(),
			concurrency: whole(1, MOST_CONCURRENT).optional(),
		})
		.optional(),
	subscriptions: z
		.strictObject({
			url: oneOf(['token', 'iam']).optional(),
			limit: whole(1, 1_000_000).optional(),
			concurrency: whole(1, MOST_CONCURRENT).optional(),
		})
		.optional(),
	topUp: z
		.strictObject({
			settings: secretPlace,
			everyMinutes: whole(1, 24 * 60, 'minutes').optional(),
			approvalUrl: z.boolean('must be true or false').optional(),
		})
		.optional(),
	alarmEmail: z.email('must be an e-mail address').optional(),
	alarmTopicArn: topicArn.optional(),
	logRetentionDays: z
		.literal(LOG_RETENTION_DAYS, `must be one of ${LOG_RETENTION_DAYS.join(', ')}`)
		.optional(),
	tracing: z.boolean('must be true or false').optional(),
}) satisfies z.ZodType<AvalancheOptions>;
