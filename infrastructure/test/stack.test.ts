import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { type AvalancheOptions, FUNCTIONS, functionsOf } from '../lib/options';
import { AvalancheStack } from '../lib/stack';
import { options as shipped } from '../options';

const codeFolder = mkdtempSync(path.join(tmpdir(), 'bundles-'));
for (const name of FUNCTIONS) {
	mkdirSync(path.join(codeFolder, name));
	writeFileSync(path.join(codeFolder, name, 'handler.mjs'), `export const handler = '${name}';`);
}

function templateOf(options: AvalancheOptions): Template {
	return Template.fromStack(new AvalancheStack(new App(), 'Test', { options, codeFolder }));
}

type Statement = { Action: string | string[]; Resource: unknown; Effect: string };
/** The statements of every policy, as text where tests look for names. */
function statementsOf(template: Template): Statement[] {
	return Object.values(template.findResources('AWS::IAM::Policy')).flatMap(
		(policy) => policy.Properties.PolicyDocument.Statement as Statement[],
	);
}
const listOf = (value: string | string[]) => (Array.isArray(value) ? value : [value]);

const full = templateOf(shipped);

test('what is shipped deploys all functions on Node 24 from its bundles', () => {
	full.resourceCountIs('AWS::Lambda::Function', 4);
	full.allResourcesProperties('AWS::Lambda::Function', {
		Runtime: 'nodejs24.x',
		Handler: 'handler.handler',
		Architectures: ['x86_64'],
		TracingConfig: Match.absent(),
	});
});

test('only the export function is durable, and is started by its alias', () => {
	const durable = {
		DurableConfig: { ExecutionTimeout: 2 * 24 * 60 * 60, RetentionPeriodInDays: 14 },
	};
	full.resourcePropertiesCountIs('AWS::Lambda::Function', durable, 1);
	full.hasResourceProperties('AWS::Lambda::Alias', { Name: 'live' });
	full.hasResource('AWS::Lambda::Version', { DeletionPolicy: 'Retain' });
	full.hasResourceProperties('AWS::Lambda::Function', {
		Environment: {
			Variables: {
				EXPORT_FUNCTION_ARN: { Ref: Match.stringLikeRegexp('^ExportTransactionsLive') },
			},
		},
	});
	const managed = JSON.stringify(
		full.findResources('AWS::IAM::Role', {
			Properties: { ManagedPolicyArns: Match.anyValue() },
		}),
	);
	assert.equal(managed.match(/ManagedPolicyArns/g)?.length, 1);
	assert.match(managed, /AWSLambdaBasicDurableExecutionRolePolicy/);
});

test('a role may do what its function needs, on what it needs', () => {
	for (const { Action, Resource, Effect } of statementsOf(full)) {
		assert.equal(Effect, 'Allow');
		for (const action of listOf(Action)) assert.doesNotMatch(action, /\*/);
		assert.notDeepEqual(Resource, '*');
		assert.ok(!listOf(Resource as string[]).includes('*'));
	}
	const all = statementsOf(full).flatMap(({ Action }) => listOf(Action));
	for (const never of [
		'iam:PassRole',
		's3:DeleteObject',
		'dynamodb:Scan',
		'ssm:GetParametersByPath',
	]) {
		assert.ok(!all.includes(never), never);
	}
});

test('secrets are named, never held; only functions that use one may read it', () => {
	const functions = Object.values(full.findResources('AWS::Lambda::Function'));
	const named = functions.filter(
		({ Properties }) => Properties.Environment.Variables.AVALANCHE_API_KEY_PARAMETER,
	);
	assert.equal(named.length, 3);
	for (const { Properties } of functions)
		assert.equal(Properties.Environment.Variables.AVALANCHE_API_KEY, undefined);
	const reads = statementsOf(full).filter(({ Action }) =>
		listOf(Action).includes('ssm:GetParameter'),
	);
	assert.equal(reads.length, 3);
	for (const { Resource } of reads)
		assert.match(JSON.stringify(Resource), /parameter\/avalanche\/api-key"/);
	const secrets = statementsOf(full).filter(({ Action }) =>
		listOf(Action).includes('secretsmanager:GetSecretValue'),
	);
	assert.equal(secrets.length, 1);
	assert.match(JSON.stringify(secrets[0].Resource), /secret:avalanche\/notify-\?{6}"/);
});

test('the table is what notify writes to', () => {
	full.hasResource('AWS::DynamoDB::Table', {
		DeletionPolicy: 'Retain',
		Properties: {
			KeySchema: [
				{ AttributeName: 'pk', KeyType: 'HASH' },
				{ AttributeName: 'sk', KeyType: 'RANGE' },
			],
			GlobalSecondaryIndexes: [
				{
					IndexName: 'queue',
					KeySchema: [
						{ AttributeName: 'queue', KeyType: 'HASH' },
						{ AttributeName: 'dueAt', KeyType: 'RANGE' },
					],
					Projection: { ProjectionType: 'ALL' },
				},
			],
			TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
			BillingMode: 'PAY_PER_REQUEST',
		},
	});
});

test('schedules: notify every minute, exports with the planned time', () => {
	full.hasResourceProperties('AWS::Scheduler::Schedule', { ScheduleExpression: 'rate(1 minute)' });
	const planned = Object.values(full.findResources('AWS::Scheduler::Schedule')).map(
		({ Properties }) => Properties,
	);
	const yesterday = planned.find(({ ScheduleExpression: text }) => text === 'cron(0 6 * * ? *)');
	assert.equal(yesterday?.ScheduleExpressionTimezone, 'Etc/UTC');
	const input = JSON.parse(yesterday?.Target.Input) as Record<string, unknown>;
	assert.deepEqual([input.rule, input.time], ['yesterday', '<aws.scheduler.scheduled-time>']);
});

test('alarms: errors and throttles of each function, failed executions, dead letters; all tell the topic', () => {
	full.resourceCountIs('AWS::CloudWatch::Alarm', 4 * 2 + 2 + 1);
	full.allResourcesProperties('AWS::CloudWatch::Alarm', {
		AlarmActions: [Match.anyValue()],
		TreatMissingData: 'notBreaching',
	});
	full.hasResourceProperties('AWS::CloudWatch::Alarm', {
		Namespace: 'Avalanche',
		MetricName: 'DeadLetters',
		Dimensions: [{ Name: 'service', Value: 'notify' }],
	});
	full.hasResourceProperties('AWS::CloudWatch::Alarm', {
		Namespace: 'AWS/Lambda',
		MetricName: 'DurableExecutionFailed',
	});
	const told = templateOf({ ...shipped, alarmEmail: 'ops@example.org' });
	told.hasResourceProperties('AWS::SNS::Subscription', {
		Protocol: 'email',
		Endpoint: 'ops@example.org',
	});
});

test('logs end after 30 days, or as the options say', () => {
	full.resourceCountIs('AWS::Logs::LogGroup', 4);
	full.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
	templateOf({ ...shipped, logRetentionDays: 7 }).allResourcesProperties('AWS::Logs::LogGroup', {
		RetentionInDays: 7,
	});
});

test('the bucket is private, kept, and told over TLS only', () => {
	full.hasResource('AWS::S3::Bucket', {
		DeletionPolicy: 'Retain',
		Properties: {
			PublicAccessBlockConfiguration: {
				BlockPublicAcls: true,
				BlockPublicPolicy: true,
				IgnorePublicAcls: true,
				RestrictPublicBuckets: true,
			},
		},
	});
	const own = templateOf({ exports: { bucketName: 'mine', prefix: 'avax/' } });
	own.resourceCountIs('AWS::S3::Bucket', 0);
	const objects = statementsOf(own).find(({ Action }) => listOf(Action).includes('s3:PutObject'));
	assert.match(JSON.stringify(objects?.Resource), /mine\/avax\/\*/);
});

test('function URLs ask for AWS signatures unless they are said to be public', () => {
	full.hasResourceProperties('AWS::Lambda::Url', { AuthType: 'AWS_IAM' });
	templateOf({ aggregate: { url: 'public' } }).hasResourceProperties('AWS::Lambda::Url', {
		AuthType: 'NONE',
	});
	templateOf({ aggregate: {} }).resourceCountIs('AWS::Lambda::Url', 0);
});

test('options choose functions, processor and tracing', () => {
	const one = templateOf({ architecture: 'arm64', tracing: true });
	one.resourceCountIs('AWS::Lambda::Function', 1);
	one.hasResourceProperties('AWS::Lambda::Function', {
		Architectures: ['arm64'],
		TracingConfig: { Mode: 'Active' },
		Environment: { Variables: { AVALANCHE_WITHOUT_API_KEY: 'true' } },
	});
	one.resourceCountIs('AWS::DynamoDB::Table', 0);
	assert.ok(
		statementsOf(one).some(({ Action }) => listOf(Action).includes('xray:PutTraceSegments')),
	);
	assert.deepEqual(functionsOf({ functions: ['exportTransactions'] }), ['exportTransactions']);
});

test('options that do not fit are all named', () => {
	assert.throws(
		() =>
			functionsOf({
				functions: ['startExport', 'notify'],
				aggregate: { verification: 'required' },
				exports: { schedules: [{ name: 'a b', expression: 'daily', event: {} }] },
			}),
		/functions must name both[^]*notify\.settings[^]*services\.nodeUrl[^]*"a b"[^]*rate/,
	);
	assert.throws(() => functionsOf({ functions: [] }), /functions names none/);
});
