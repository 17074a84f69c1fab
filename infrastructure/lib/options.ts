import type { SIGNATURE_SCHEMES } from '../../core';

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

/**
 * Reference to a secret: the name of a SecureString of Parameter Store, or the name or ARN of a
 * secret of Secrets Manager.
 */
export type SecretPlace =
	| { parameter: string; kmsKeyArn?: string }
	| { secret: string; field?: string; kmsKeyArn?: string };

/** One schedule of startExport. */
export interface ExportSchedule {
	name: string;
	/** Interval, or `cron`. */
	everyHours?: number;
	/** CDK's options of a cron expression, of EventBridge Scheduler's form: a field that is left out is every one. */
	cron?: {
		minute: string;
		hour: string;
		day?: string;
		month?: string;
		/** Such as `MON-FRI`; not beside `day`. */
		weekDay?: string;
		year?: string;
	};
	/** Default UTC. */
	timeZone?: string;
	/**
	 * The event without its time: rule, chains, addresses (docs/lambdas.md). While its list of
	 * addresses is empty, the schedule is off: it is not created.
	 */
	event: Record<string, unknown>;
}

/** Queues, topics and senders of yours that targets of notify send to or by. */
export interface SendTo {
	/** ARNs of queues of SQS. */
	queues?: readonly string[];
	/** ARNs of topics of SNS. */
	topics?: readonly string[];
	/** Addresses that SES sends from in the stack's region: verified themselves, or by their domain. */
	senders?: readonly string[];
	/** ARNs of KMS keys of yours that encrypt these queues and topics. */
	kmsKeyArns?: readonly string[];
}

/** Options of the stack. Plain values: the build reads them as well. */
export interface AvalancheOptions {
	/**
	 * Such as `staging`: a dimension of all metrics and alarms, and a part of the stack's id. Default
	 * `production`.
	 */
	stage?: string;
	/** Id of the stack. Default `Avalanche`, with another stage than the default `Avalanche-<stage>`. */
	stackId?: string;
	/**
	 * Default: aggregateSignatures, and those whose own options are given. startExport is left out if
	 * `exports.schedules` are given and all of them are off.
	 */
	functions?: readonly FunctionName[];
	/** Default `x64`. */
	architecture?: 'x64' | 'arm64';
	/** Left out: the public services, and no node. */
	services?: { dataUrl?: string; metricsUrl?: string; nodeUrl?: string; apiKeyHeader?: string };
	/** Left out, the data service is called without a key. */
	apiKey?: SecretPlace;
	/** A header that the node requires. */
	nodeHeader?: { name: string; value: SecretPlace };
	exports?: {
		/** An existing bucket; left out, the stack makes one and keeps it when it is deleted. */
		bucketName?: string;
		/** Prefix for events that name none. Default `exports/`. */
		prefix?: string;
		/** More prefixes that events may name in `destination.prefix`: the role may write there, too. */
		prefixes?: readonly string[];
		/** Days after which the stack's own bucket deletes exports. Default: never. */
		expireDays?: number;
		/** Days that one execution may take, 1 to 365. Default 2. */
		executionDays?: number;
		schedules?: readonly ExportSchedule[];
		/** Events may have a `callback`, a URL that is called at the end (docs/lambdas.md). */
		callback?: {
			/** `whsec_` and base64, or several separated by spaces while one is replaced. */
			secret: SecretPlace;
		};
	};
	aggregate?: {
		/** A function URL, for callers with AWS signatures (`iam`) or anybody (`public`). */
		url?: 'iam' | 'public';
		/** Origins of web pages whose scripts may call the URL (CORS). Default: none. */
		allowedOrigins?: readonly string[];
		verification?: 'required' | 'report' | 'off';
		/** 10 to 900. Default 120. */
		timeoutSeconds?: number;
		/** Most invocations at once, reserved from the account's. Default: no limit. */
		concurrency?: number;
		/** A queue for messages, and one for their results. */
		queue?: {
			/** Most messages of one invocation, 1 to 10. Default 10. */
			batchSize?: number;
			/** Most invocations for the queue at once, 2 to 1000. Default: as many as SQS starts. */
			concurrency?: number;
		};
	};
	notify?: {
		/** Sources and targets as JSON (docs/lambdas.md). */
		settings: SecretPlace;
		/** 1 to 1440. Default 1. */
		everyMinutes?: number;
		/**
		 * Most runs at once, reserved from the account's. Default: no limit; runs do not disturb each other.
		 * With more than 500 sources, each 500 need one more.
		 */
		concurrency?: number;
		/** Most invocations of sender at once for each of its two queues, 2 to 1,000. Default 10. */
		sendersAtOnce?: number;
		/** A public URL for acknowledgements: of links of messages, PagerDuty and Slack (`linkUrl` of the settings). */
		alertLinks?: boolean;
		/** Permissions for targets in AWS (docs/channels.md). */
		sendTo?: SendTo;
	};
	/** Webhooks of the data service, which the settings of notify name. */
	receive?: {
		/** Interval of the checks, 1 to 1440. Default 10. */
		everyMinutes?: number;
		/** Another URL that leads to the function, such as of a domain of yours. Default: its own. */
		url?: string;
		/** The scheme of the signatures. Default: the documented one. */
		signatureScheme?: (typeof SIGNATURE_SCHEMES)[number];
		/** Most invocations at once, reserved from the account's. Default: no limit. */
		concurrency?: number;
	};
	/** The API by which others subscribe to the events of notify and receive. */
	subscriptions?: {
		/** Callers of its URL: holders of tokens (`token`, the default), or of AWS signatures (`iam`). */
		url?: 'token' | 'iam';
		/** Subscriptions of each caller with AWS signatures. Default 100; tokens have limits of their own. */
		limit?: number;
		/** Most invocations at once, reserved from the account's. Default: no limit. */
		concurrency?: number;
	};
	/** Payments to L1 validations before their balance ends (docs/topUp.md). */
	topUp?: {
		/** Limits and validations as JSON: dry until they say otherwise. */
		settings: SecretPlace;
		/** 1 to 1440. Default 5. */
		everyMinutes?: number;
		/** A public URL for the links of questions (`approval` in the settings). Default: none. */
		approvalUrl?: boolean;
	};
	/**
	 * Recipient of alarms: an e-mail address, which must confirm the subscription, or an SNS topic
	 * of yours. Without both, alarms publish to a topic of the stack that has no subscription.
	 */
	alarmEmail?: string;
	alarmTopicArn?: string;
	/** Default 30. */
	logRetentionDays?: LogRetentionDays;
	/** X-Ray. Default false. */
	tracing?: boolean;
}

/** The periods that CloudWatch Logs knows. */
export const LOG_RETENTION_DAYS = [
	1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731,
] as const;
export type LogRetentionDays = (typeof LOG_RETENTION_DAYS)[number];

/** The stage of options that name none, as the functions' code has it. */
const DEFAULT_STAGE = 'production';

export const stageOf = ({ stage = DEFAULT_STAGE }: AvalancheOptions) => stage;

/** The id of the stack of some options: one for each stage. */
export function stackIdOf(options: AvalancheOptions): string {
	const stage = stageOf(options);
	return options.stackId ?? (stage === DEFAULT_STAGE ? 'Avalanche' : `Avalanche-${stage}`);
}

/** The functions that options ask for, which have been checked (checkOptions.ts). */
export function functionsOf(options: AvalancheOptions): FunctionName[] {
	const { functions, exports: exporting, notify, receive, subscriptions, topUp } = options;
	const startsNothing = exporting?.schedules?.length && activeSchedules(options).length === 0;
	const wanted = new Set<FunctionName>(
		functions ?? [
			'aggregateSignatures',
			...(exporting ? (['exportTransactions'] as const) : []),
			...(exporting && !startsNothing ? (['startExport'] as const) : []),
			...(notify ? (['notify'] as const) : []),
			...(receive ? (['receive'] as const) : []),
			...(subscriptions ? (['subscriptions'] as const) : []),
			...(topUp ? (['topUp'] as const) : []),
		],
	);
	// It is a part of notify.
	if (wanted.has('notify')) wanted.add('sender');
	return FUNCTIONS.filter((name) => wanted.has(name));
}

/** Minutes of an execution after the deadline of its exports, to copy the last files. */
const REST_MINUTES = 60;
/** The retries of a callback, all of them. */
const CALLBACK_MINUTES = 13 * 60;

/** The longest deadline of exports (minutes) after which an execution has the time to copy files and to call back. */
export function deadlineMinutes({ exports: given = {} }: AvalancheOptions): number {
	const { executionDays = EXECUTION_DAYS, callback } = given;
	return executionDays * 24 * 60 - REST_MINUTES - (callback ? CALLBACK_MINUTES : 0);
}

/** True if a schedule has a list for addresses, and no address in any. */
export function isOff({ event }: ExportSchedule): boolean {
	const lists = [event.addresses, event.cChainEvmAddresses].filter(Array.isArray);
	return lists.length > 0 && lists.every((list) => list.length === 0);
}

/** The schedules that are created. */
export function activeSchedules({ exports: { schedules = [] } = {} }: AvalancheOptions) {
	return schedules.filter((one) => !isOff(one));
}

/** Default days of one execution. */
export const EXECUTION_DAYS = 2;
const DEFAULT_PREFIX = 'exports/';

/** Prefixes that exports may be written under; the first is that of events that name none. */
export function prefixesOf({
	exports: { prefix = DEFAULT_PREFIX, prefixes = [] } = {},
}: AvalancheOptions): [string, ...string[]] {
	return [prefix, ...prefixes];
}

/** A prefix as exportTransactions writes it: `a/b/`, or empty for the whole bucket. */
export function folderOf(prefix: string): string {
	const bare = prefix.replace(/^\/+|\/+$/g, '');
	return bare === '' ? '' : `${bare}/`;
}
