/** The functions of `lambdas/`. */
export const FUNCTIONS = [
	'exportTransactions',
	'startExport',
	'aggregateSignatures',
	'notify',
] as const;
export type FunctionName = (typeof FUNCTIONS)[number];

/** Where a secret is kept: a SecureString of Parameter Store, or a secret of Secrets Manager. */
export type SecretPlace =
	| { parameter: string; kmsKeyArn?: string }
	| { secret: string; field?: string; kmsKeyArn?: string };

/** One schedule of startExport. */
export interface ExportSchedule {
	name: string;
	/** Such as `cron(0 6 * * ? *)` or `rate(1 day)`. */
	expression: string;
	/** Default UTC. */
	timeZone?: string;
	/** The event without its time: rule, chains, addresses (docs/lambdas.md). */
	event: Record<string, unknown>;
}

/** What the stack is made of. Plain values: they are read by the build as well. */
export interface AvalancheOptions {
	/** Default: those whose own options are given, and aggregateSignatures. */
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
		/** Where events that name no prefix write. Default `exports/`. */
		prefix?: string;
		/** More prefixes that events may name in `destination.prefix`: the role may write there, too. */
		prefixes?: readonly string[];
		/** Days after which the stack's own bucket deletes exports. Default: never. */
		expireDays?: number;
		/** Days that one execution may take. Default 2. */
		executionDays?: number;
		schedules?: readonly ExportSchedule[];
	};
	aggregate?: {
		/** A function URL, for callers with AWS signatures (`iam`) or anybody (`public`). */
		url?: 'iam' | 'public';
		verification?: 'required' | 'report' | 'off';
		/** Default 120. */
		timeoutSeconds?: number;
		/** Most invocations at once, reserved from the account's. Default: no limit. */
		concurrency?: number;
	};
	notify?: {
		/** Sources and targets as JSON (docs/lambdas.md). */
		settings: SecretPlace;
		/** Default 1. */
		everyMinutes?: number;
		/** Most runs at once, reserved from the account's. Default: no limit; runs do not disturb each other. */
		concurrency?: number;
	};
	/** Who is told by alarms; left out, alarms are made and tell nobody. */
	alarmEmail?: string;
	/** Default 30. */
	logRetentionDays?: LogRetentionDays;
	/** X-Ray. Default false. */
	tracing?: boolean;
}

/** The periods that CloudWatch Logs knows. */
export type LogRetentionDays =
	| 1
	| 3
	| 5
	| 7
	| 14
	| 30
	| 60
	| 90
	| 120
	| 150
	| 180
	| 365
	| 400
	| 545
	| 731;

const SCHEDULE = /^(rate|cron|at)\(.+\)$/;
const NAME = /^[A-Za-z0-9_-]{1,40}$/;

/** The functions that the options ask for. Throws an Error that lists everything that does not fit. */
export function functionsOf(options: AvalancheOptions): FunctionName[] {
	const wanted = new Set<FunctionName>(
		options.functions ?? [
			'aggregateSignatures',
			...(options.exports ? (['exportTransactions', 'startExport'] as const) : []),
			...(options.notify ? (['notify'] as const) : []),
		],
	);
	const problems: string[] = [];
	if (wanted.size === 0) problems.push('functions must not be empty');
	if (wanted.has('startExport') && !wanted.has('exportTransactions')) {
		problems.push('startExport starts exportTransactions: functions must name both');
	}
	if (wanted.has('notify') && !options.notify)
		problems.push('notify.settings is required for notify');
	const { everyMinutes = 1 } = options.notify ?? {};
	if (!Number.isInteger(everyMinutes) || everyMinutes < 1) {
		problems.push(`notify.everyMinutes must be a whole number from 1; given: ${everyMinutes}`);
	}
	if (options.aggregate?.verification === 'required' && !options.services?.nodeUrl) {
		problems.push('services.nodeUrl is required where aggregate.verification is "required"');
	}
	for (const name of ['aggregate', 'notify'] as const) {
		const concurrency = options[name]?.concurrency;
		if (concurrency !== undefined && (!Number.isInteger(concurrency) || concurrency < 1)) {
			problems.push(`${name}.concurrency must be a whole number from 1; given: ${concurrency}`);
		}
	}
	const schedules = options.exports?.schedules ?? [];
	for (const { name, expression, event } of schedules) {
		problems.push(...destinationProblems(options, name, event.destination));
		if (!NAME.test(name))
			problems.push(
				`exports.schedules: name ${JSON.stringify(name)} must be letters, digits, - and _`,
			);
		if (!SCHEDULE.test(expression))
			problems.push(`exports.schedules: ${name} must be rate(…), cron(…) or at(…)`);
	}
	if (new Set(schedules.map(({ name }) => name)).size < schedules.length) {
		problems.push('exports.schedules must have unique names');
	}
	if (schedules.length > 0 && !wanted.has('startExport')) {
		problems.push('exports.schedules need startExport in functions');
	}
	if (problems.length > 0)
		throw new Error(`The options are invalid:\n${problems.map((line) => `- ${line}`).join('\n')}`);
	return FUNCTIONS.filter((name) => wanted.has(name));
}

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

/** What of a schedule's destination the role of exportTransactions could not write to. */
function destinationProblems(options: AvalancheOptions, name: string, given: unknown): string[] {
	const { bucket, prefix } = (given ?? {}) as { bucket?: unknown; prefix?: unknown };
	const problems: string[] = [];
	if (bucket !== undefined && bucket !== options.exports?.bucketName) {
		problems.push(
			`exports.schedules: ${name} writes to the bucket ${JSON.stringify(bucket)}, which is not exports.bucketName`,
		);
	}
	const folders = prefixesOf(options).map(folderOf);
	if (typeof prefix === 'string' && !folders.some((one) => folderOf(prefix).startsWith(one))) {
		problems.push(
			`exports.schedules: ${name} writes to ${JSON.stringify(prefix)}, which must be listed in exports.prefixes`,
		);
	}
	return problems;
}
