import { CfnOutput, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Alias, type Function } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { TimeZone } from 'aws-cdk-lib';
import { addFunction } from './functions';
import type { AvalancheOptions } from './options';
import type { ServiceSettings } from './stack';

interface ExportParts {
	options: AvalancheOptions;
	codeFolder: string;
	services: ServiceSettings;
	/** With startExport and its schedules. */
	start: boolean;
}

const DEFAULT_PREFIX = 'exports/';
const HISTORY_DAYS = 14;

/** The durable export function with its bucket, and what starts it. */
export function addExports(stack: Stack, parts: ExportParts): Function[] {
	const { options, codeFolder, services } = parts;
	const { prefix = DEFAULT_PREFIX, executionDays = 2 } = options.exports ?? {};
	const bucket = bucketOf(stack, options);
	// Where executions that failed leave the event that began them.
	const deadLetterQueue = new Queue(stack, 'FailedExports', {
		encryption: QueueEncryption.SQS_MANAGED,
		enforceSSL: true,
		retentionPeriod: Duration.days(14),
	});
	const run = addFunction(stack, {
		name: 'exportTransactions',
		options,
		codeFolder,
		memorySize: 512,
		timeout: Duration.minutes(15),
		environment: {
			...services.environment,
			EXPORT_BUCKET: bucket.bucketName,
			EXPORT_PREFIX: prefix,
			EXPORT_DEADLINE_MINUTES: String(executionDays * 24 * 60 - 60),
		},
		statements: [
			...services.statements,
			new PolicyStatement({
				actions: ['s3:PutObject', 's3:GetObject', 's3:AbortMultipartUpload'],
				resources: [bucket.arnForObjects(`${prefix}*`)],
			}),
			// Without it, S3 says 403 of an object that is not there yet.
			new PolicyStatement({ actions: ['s3:ListBucket'], resources: [bucket.bucketArn] }),
			new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetterQueue.queueArn] }),
		],
		rest: {
			durableConfig: {
				executionTimeout: Duration.days(executionDays),
				retentionPeriod: Duration.days(HISTORY_DAYS),
			},
			deadLetterQueue,
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
	return parts.start ? [run, addStart(stack, parts, run, live)] : [run];
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

function addStart(
	stack: Stack,
	{ options, codeFolder }: ExportParts,
	run: Function,
	live: Alias,
): Function {
	const start = addFunction(stack, {
		name: 'startExport',
		options,
		codeFolder,
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
	});
	for (const { name, expression, timeZone, event } of options.exports?.schedules ?? []) {
		new Schedule(stack, `Schedule-${name}`, {
			schedule: ScheduleExpression.expression(
				expression,
				timeZone ? TimeZone.of(timeZone) : TimeZone.ETC_UTC,
			),
			description: `startExport: ${name}`,
			target: new LambdaInvoke(start, {
				// The planned time, not the real one: a repeated event means the same days.
				input: ScheduleTargetInput.fromObject({
					label: name.slice(0, 16),
					...event,
					time: '<aws.scheduler.scheduled-time>',
				}),
				retryAttempts: 3,
			}),
		});
	}
	return start;
}
