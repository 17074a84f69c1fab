import * as z from 'zod/v4';
import { serviceUrl, SIGNATURE_SCHEMES } from '../../core';
import { keyArnProblem, secretSource } from './secretSource';
import { timeZoneProblem } from './timeZone';

/** The functions of `lambdas/`. */
export const FUNCTIONS = [
	'exportTransactions',
	'startExport',
	'aggregateSignatures',
	'notify',
	'receive',
	'sender',
	'subscriptions',
	'topUp',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** The periods that CloudWatch Logs knows. */
const LOG_RETENTION_DAYS = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731] as const;

type Shape = Readonly<Record<string, z.ZodType>>;

/** Options of one part of the stack, of which some may be required. */
const group = <Fields extends Shape, Required extends Shape = Record<never, never>>(
	fields: Fields,
	required = {} as Required,
) => z.strictObject({ ...required, ...z.object(fields).partial().shape });

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
const listOf = (each: z.ZodType<string, string>, what: string) =>
	z.array(each, `must be a list of ${what}`).min(1, 'must not be empty');

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
	/** Interval, or `cron`. */
	everyHours: whole(1, 24 * 365, 'hours').optional(),
	/**
	 * CDK's options of a cron expression, of EventBridge Scheduler's form: a field that is left out
	 * is every one.
	 */
	cron: group(
		{
			day: cronField,
			month: cronField,
			/** Such as `MON-FRI`; not beside `day`. */
			weekDay: cronField,
			year: cronField,
		},
		{ minute: cronField, hour: cronField },
	).optional(),
	/** Default UTC. */
	timeZone: text(timeZoneProblem).optional(),
	/**
	 * The event without its time: rule, chains, addresses (docs/lambdas.md), by the rules of the
	 * function. While its list of addresses is empty, the schedule is off: it is not created.
	 */
	event: z.record(z.string(), z.unknown(), 'must be an object'),
});

/** Lambda's limit of one invocation; the function needs some seconds for the response itself. */
const TIMEOUT_SECONDS = [10, 900] as const;
const MOST_CONCURRENT = 10_000;

/** All options, plain values that the build reads as well: a key that is not here is an error. */
export const OPTIONS = group({
	/**
	 * Such as `staging`: a dimension of all metrics and alarms, and a part of the stack's id.
	 * Default `production`.
	 */
	stage: matching(
		/^[a-z][a-z0-9-]{0,19}$/,
		'must be 1 to 20 lower-case letters, digits and -, the first a letter',
	),
	/**
	 * Id of the stack. Default `Avalanche`, with another stage than the default
	 * `Avalanche-<stage>`.
	 */
	stackId: matching(
		/^[A-Za-z][A-Za-z0-9-]{0,127}$/,
		'must be 1 to 128 letters, digits and -, the first a letter',
	),
	/**
	 * Default: aggregateSignatures, and those whose own options are given. startExport is left out
	 * if `exports.schedules` are given and all of them are off.
	 */
	functions: z.array(oneOf(FUNCTIONS), 'must be a list of functions').min(1, 'must not be empty'),
	/** Default `x64`. */
	architecture: oneOf(['x64', 'arm64']),
	/** Left out: the public services, and no node. */
	services: group({
		dataUrl: url,
		metricsUrl: url,
		nodeUrl: url,
		apiKeyHeader: headerName,
	}),
	/** Left out, the data service is called without a key. */
	apiKey: secretSource,
	/** A header that the node requires. */
	nodeHeader: group({}, { name: headerName, value: secretSource }),
	exports: group({
		/** An existing bucket; left out, the stack makes one and keeps it when it is deleted. */
		bucketName: bucketName,
		/** Prefix for events that name none. Default `exports/`. */
		prefix: prefix,
		/**
		 * More prefixes that events may name in `destination.prefix`: the role may write there,
		 * too.
		 */
		prefixes: z.array(prefix, 'must be a list of prefixes'),
		/** Days after which the stack's own bucket deletes exports. Default: never. */
		expireDays: whole(1, 36_500, 'days'),
		/** Days that one execution may take, at most a year. Default 2. */
		executionDays: whole(1, 365, 'days'),
		schedules: z.array(schedule, 'must be a list of schedules'),
		/**
		 * Events may have a `callback`, a URL that is called at the end (docs/lambdas.md). Its
		 * secret: `whsec_` and base64, or several separated by spaces while one is replaced.
		 */
		callback: group({}, { secret: secretSource }),
	}),
	aggregate: group({
		/** A function URL, for callers with AWS signatures (`iam`) or anybody (`public`). */
		url: oneOf(['iam', 'public']),
		/** Origins of web pages whose scripts may call the URL (CORS). Default: none. */
		allowedOrigins: z.array(origin, 'must be a list of origins').min(1, 'must not be empty'),
		verification: oneOf(['required', 'report', 'off']),
		/** Default 120. */
		timeoutSeconds: whole(...TIMEOUT_SECONDS, 'seconds'),
		/** Most invocations at once, reserved from the account's. Default: no limit. */
		concurrency: whole(1, MOST_CONCURRENT),
		/** A queue for messages, and one for their results. */
		queue: group({
			/** Most messages of one invocation. Default 10. */
			batchSize: whole(1, 10, 'messages'),
			/** Most invocations for the queue at once. Default: as many as SQS starts. */
			concurrency: whole(2, 1000),
		}),
	}),
	notify: group(
		{
			/** Default 1. */
			everyMinutes: whole(1, 24 * 60, 'minutes'),
			/**
			 * Most runs at once, reserved from the account's. Default: no limit; runs do not disturb
			 * each other. With more than 500 sources, each 500 need one more.
			 */
			concurrency: whole(1, MOST_CONCURRENT),
			/** Most invocations of sender at once for each of its two queues. Default 10. */
			sendersAtOnce: whole(2, 1_000),
			/**
			 * A public URL for acknowledgements: of links of messages, PagerDuty and Slack (`linkUrl`
			 * of the settings).
			 */
			alertLinks: z.boolean('must be true or false'),
			/** Queues, topics and senders of yours that targets send to or by (docs/channels.md). */
			sendTo: group({
				queues: listOf(queueArn, 'ARNs of queues'),
				topics: listOf(anyTopicArn, 'ARNs of topics'),
				/**
				 * Addresses that SES sends from in the stack's region: verified themselves, or by their
				 * domain.
				 */
				senders: listOf(z.email('must be an e-mail address'), 'e-mail addresses'),
				/** Keys of yours that encrypt these queues and topics. */
				kmsKeyArns: listOf(text(keyArnProblem), 'ARNs of keys'),
			}),
		},
		{
			/** Sources and targets as JSON (docs/lambdas.md). */
			settings: secretSource,
		},
	),
	/** Webhooks of the data service, which the settings of notify name. */
	receive: group({
		/** Interval of the checks. Default 10. */
		everyMinutes: whole(1, 24 * 60, 'minutes'),
		/** Another URL that leads to the function, such as of a domain of yours. Default: its own. */
		url: publicUrl,
		/** The scheme of the signatures. Default: the documented one. */
		signatureScheme: oneOf(SIGNATURE_SCHEMES),
		/** Most invocations at once, reserved from the account's. Default: no limit. */
		concurrency: whole(1, MOST_CONCURRENT),
	}),
	/** The API by which others subscribe to the events of notify and receive. */
	subscriptions: group({
		/**
		 * Callers of its URL: holders of tokens (`token`, the default), or of AWS signatures
		 * (`iam`).
		 */
		url: oneOf(['token', 'iam']),
		/**
		 * Subscriptions of each caller with AWS signatures. Default 100; tokens have limits of
		 * their own.
		 */
		limit: whole(1, 1_000_000),
		/** Most invocations at once, reserved from the account's. Default: no limit. */
		concurrency: whole(1, MOST_CONCURRENT),
	}),
	/** Payments to L1 validations before their balance ends (docs/topUp.md). */
	topUp: group(
		{
			/** Default 5. */
			everyMinutes: whole(1, 24 * 60, 'minutes'),
			/** A public URL for the links of questions (`approval` in the settings). Default: none. */
			approvalUrl: z.boolean('must be true or false'),
		},
		{
			/** Limits and validations as JSON: dry until they say otherwise. */
			settings: secretSource,
		},
	),
	/**
	 * Recipient of alarms: an e-mail address, which must confirm the subscription, or an SNS topic
	 * of yours. Without both, alarms publish to a topic of the stack that has no subscription.
	 */
	alarmEmail: z.email('must be an e-mail address'),
	alarmTopicArn: topicArn,
	/** Default 30. */
	logRetentionDays: z.literal(
		LOG_RETENTION_DAYS,
		`must be one of ${LOG_RETENTION_DAYS.join(', ')}`,
	),
	/** X-Ray. Default false. */
	tracing: z.boolean('must be true or false'),
});

type Optional<Fields extends Shape> = {
	[Key in keyof Fields]: Fields[Key] extends z.ZodOptional ? Key : never;
}[keyof Fields];

/** The input of a schema, as an editor shows it: zod's own types lose the descriptions of the fields. */
type Given<Schema> =
	Schema extends z.ZodOptional<infer Inner>
		? Given<Inner>
		: Schema extends z.ZodArray<infer Item>
			? ReadonlyArray<Given<Item>>
			: Schema extends z.ZodObject<infer Fields extends Shape>
				? { [Key in keyof Fields]?: Given<Fields[Key]> } & {
						[Key in Exclude<keyof Fields, Optional<Fields>>]: Given<Fields[Key]>;
					}
				: z.input<Schema>;

export type AvalancheOptions = Given<typeof OPTIONS>;
/** One schedule of startExport. */
export type ExportSchedule = Given<typeof schedule>;
/** Queues, topics and senders that targets of notify send to or by. */
export type SendTo = NonNullable<NonNullable<AvalancheOptions['notify']>['sendTo']>;
