import { Annotations, CfnOutput, Duration, RemovalPolicy, type Stack, TimeZone } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { type StackParts, addFunction } from './functions';
import {
	activeSchedules,
	deadlineMinutes,
	EXECUTION_DAYS,
	folderOf,
	isOff,
	prefixesOf,
} from './options';
import type { AvalancheOptions } from './optionsSchema';
import { addSchedule } from './schedules';

interface ExportParts extends StackParts {
	/** True if startExport and its schedules are deployed. */
	start: boolean;
}

const HISTORY_DAYS = 14;
/** Lambda's own retries of an event that failed, one and two minutes later. */
const START_RETRIES = 2;

/** The durable export function with its bucket, and what starts it. */
export function addExports(stack: Stack, parts: ExportParts): Function[] {
	const { options, services } = parts;
	const { executionDays = EXECUTION_DAYS, callback } = options.exports ?? {};
	const [prefix, ...more] = prefixesOf(options);
	const bucket = bucketOf(stack, options);
	const run = addFunction(stack, 'exportTransactions', parts, {
		timeout: Duration.minutes(15),
		environment: {
			...services.environment,
			EXPORT_BUCKET: bucket.bucketName,
			EXPORT_PREFIX: prefix,
			EXPORT_DEADLINE_MINUTES: String(deadlineMinutes(options)),
		},
		secrets: { ...services.secrets, EXPORT_CALLBACK_KEY: callback?.secret },
		failures: 'FailedExports',
		statements: [
			new PolicyStatement({
				actions: ['s3:PutObject', 's3:GetObject', 's3:AbortMultipartUpload'],
				resources: [prefix, ...more].map((one) => bucket.arnForObjects(`${folderOf(one)}*`)),
			}),
			// Without it, S3 says 403 of an object that is not there yet.
			new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
		],
		rest: {
			durableConfig: {
				executionTimeout: Duration.days(executionDays),
				retentionPeriod: Duration.days(HISTORY_DAYS),
			},
			// A version that executions still run on must not vanish with the next deployment.
			currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN },
		},
	});
	const live = new Alias(stack, 'ExportTransactionsLive', {
		aliasName: 'live',
		version: run.currentVersion,
	});
	new CfnOutput(stack, 'ExportTransactionsArn', { value: live.functionArn });
	new CfnOutput(stack, 'ExportBucket', { value: bucket.bucketName });
	warnOfSchedules(stack, options);
	return parts.start ? [run, addStart(stack, parts, run, live)] : [run];
}

/** A schedule without addresses is not created: whoever reads the options must know. */
function warnOfSchedules(stack: Stack, { exports: { schedules = [] } = {} }: AvalancheOptions) {
	for (const { name } of schedules.filter(isOff)) {
		Annotations.of(stack).addWarningV2(
			`avalanche:schedule-off:${name}`,
			`The schedule ${JSON.stringify(name)} is off: it is created when exports.schedules lists addresses in its event`,
		);
	}
}

function bucketOf(
	stack: Stack,
	{ exports: { bucketName, expireDays } = {} }: AvalancheOptions,
): IBucket {
	if (bucketName) return Bucket.fromBucketName(stack, 'Exports', bucketName);
	return new Bucket(stack, 'Exports', {
		encryption: BucketEncryption.S3_MANAGED,
		blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
		enforceSSL: true,
		removalPolicy: RemovalPolicy.RETAIN,
		lifecycleRules: [
			{
				abortIncompleteMultipartUploadAfter: Duration.days(2),
				...(expireDays && { expiration: Duration.days(expireDays) }),
			},
		],
	});
}

function addStart(stack: Stack, parts: ExportParts, run: Function, live: Alias): Function {
	const start = addFunction(stack, 'startExport', parts, {
		failures: 'FailedStarts',
		memorySize: 256,
		timeout: Duration.minutes(5),
		environment: { EXPORT_FUNCTION_ARN: live.functionArn },
		statements: [
			new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [live.functionArn] }),
			new PolicyStatement({
				actions: ['lambda:ListDurableExecutionsByFunction', 'lambda:GetDurableExecution'],
				resources: [run.functionArn, `${run.functionArn}:*`],
			}),
		],
		rest: { retryAttempts: START_RETRIES },
	});
	for (const { name, everyHours, cron = {}, timeZone, event } of activeSchedules(parts.options)) {
		const zone = timeZone ? TimeZone.of(timeZone) : TimeZone.ETC_UTC;
		addSchedule(stack, `Schedule-${name}`, {
			schedule: everyHours
				? ScheduleExpression.rate(Duration.hours(everyHours))
				: ScheduleExpression.cron({ ...cron, timeZone: zone }),
			description: `startExport: ${name}`,
			target: start,
			// The planned time, not the real one: a repeated event means the same days.
			event: { label: name.slice(0, 16), ...event, time: '<aws.scheduler.scheduled-time>' },
			retryAttempts: 3,
		});
	}
	return start;
}
