import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AvalancheOptions } from '../lib/optionsSchema';
import { functionsOf } from '../lib/options';
import { everything as shipped } from './everything';
import {
	bare,
	listOf,
	stackOf,
	type Statement,
	statementsByRole,
	statementsOf,
	templateOf,
	textOf,
} from './template';

const full = templateOf(shipped);
const QUEUES = ['Checks', 'Deliveries', 'Exports', 'Runs', 'Schedules', 'Starts'].map(
	(name) => `Failed${name}`,
);

test('the stack deploys all functions on Node 24 from its bundles', () => {
	full.resourceCountIs('AWS::Lambda::Function', 8);
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

/** The partitions of a table that a condition is about; undefined for any other condition. */
function leadingKeys(condition: unknown): string | undefined {
	const all = (condition as Record<string, Record<string, unknown>> | undefined)?.[
		'ForAllValues:StringLike'
	];
	return all && listOf(all['dynamodb:LeadingKeys'] as string | string[]).join(' ');
}

/** An action and its resources, for each action of a statement. */
function linesOf({ Action, Resource, Effect, Condition }: Statement): string[] {
	// Keys of KMS are bound to a purpose, which a test of its own checks.
	const isKey = listOf(Action).some((name) => name.startsWith('kms:'));
	const keys = leadingKeys(Condition);
	assert.deepEqual([Effect, isKey || keys ? undefined : Condition], ['Allow', undefined]);
	const resources = listOf(Resource).map(textOf).join(' ');
	return listOf(Action).map((one) => `${one} ${resources}${keys ? ` of ${keys}` : ''}`);
}

/** Actions and resources that policies allow, by role. */
function rights(template: Template): Record<string, string[]> {
	const byRole = statementsByRole(template);
	return Object.fromEntries(
		Object.entries(byRole).map(([role, statements]) => [role, statements.flatMap(linesOf).sort()]),
	);
}

test('a role may do what its function needs, on what it needs, and nothing else', () => {
	const log = (name: string) => [
		`logs:CreateLogStream <${name}Log.Arn>`,
		`logs:PutLogEvents <${name}Log.Arn>`,
	];
	const key =
		'ssm:GetParameter arn:<AWS::Partition>:ssm:<AWS::Region>:<AWS::AccountId>:parameter/avalanche/api-key';
	const settings =
		'secretsmanager:GetSecretValue arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:avalanche/notify-??????';
	const objects = ['exports', 'avalanche', 'monthly']
		.map((name) => `<Exports.Arn>/${name}/*`)
		.join(' ');
	const invokes = (name: string) => [
		`lambda:InvokeFunction <${name}.Arn> <${name}.Arn>:*`,
		'sqs:SendMessage <FailedSchedules.Arn>',
	];
	const subscriptionItems = (...names: string[]) =>
		names.map((name) => `dynamodb:${name} <SubscriptionsTable.Arn>`);
	const finds = subscriptionItems('GetItem', 'PutItem', 'DeleteItem', 'BatchGetItem', 'Query');
	const { StartExport, Notify, Receive, TopUp } = Object.fromEntries(
		Object.values(full.findResources('AWS::Scheduler::Schedule')).map(({ Properties }) => [
			textOf(Properties.Target.Arn).slice(1, -'.Arn>'.length),
			textOf(Properties.Target.RoleArn).slice(1, -'.Arn>'.length),
		]),
	);
	// That of sender is in senders.test.ts.
	const { SenderRole: _, ...others } = rights(full);
	assert.deepEqual(others, {
		ExportTransactionsRole: [
			...log('ExportTransactions'),
			's3:ListBucket <Exports.Arn>',
			...['AbortMultipartUpload', 'GetObject', 'PutObject'].map((name) => `s3:${name} ${objects}`),
			key,
			'sqs:SendMessage <FailedExports.Arn>',
		].sort(),
		StartExportRole: [
			...log('StartExport'),
			'lambda:InvokeFunction <ExportTransactionsLive>',
			'lambda:GetDurableExecution <ExportTransactions.Arn> <ExportTransactions.Arn>:*',
			'lambda:ListDurableExecutionsByFunction <ExportTransactions.Arn> <ExportTransactions.Arn>:*',
			'sqs:SendMessage <FailedStarts.Arn>',
		].sort(),
		AggregateSignaturesRole: [...log('AggregateSignatures'), key],
		NotifyRole: [
			...log('Notify'),
			...['BatchGetItem', 'GetItem', 'PutItem', 'UpdateItem'].map(
				(name) => `dynamodb:${name} <NotifyTable.Arn>`,
			),
			'dynamodb:Query <NotifyTable.Arn>/index/queue',
			...['Query', 'DeleteItem'].map(
				(name) => `dynamodb:${name} <NotifyTable.Arn> of source#* sources`,
			),
			'lambda:InvokeFunction <Notify.Arn>',
			key,
			settings,
			'sqs:SendMessage <FailedRuns.Arn>',
			'sqs:SendMessage <Deliveries.Arn>',
			'sqs:GetQueueAttributes <Deliveries.Arn> <SlowDeliveries.Arn>',
			...finds,
		].sort(),
		ReceiveRole: [
			...log('Receive'),
			...['GetItem', 'PutItem', 'UpdateItem'].map((name) => `dynamodb:${name} <NotifyTable.Arn>`),
			key,
			settings,
			'sqs:SendMessage <Deliveries.Arn>',
			'sqs:SendMessage <FailedChecks.Arn>',
			...finds,
		].sort(),
		SubscriptionsRole: [
			...log('Subscriptions'),
			...subscriptionItems('GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'),
			...subscriptionItems('BatchWriteItem', 'Query'),
			'kms:GenerateDataKey <SubscriptionsKey.Arn>',
			'kms:Decrypt <SubscriptionsKey.Arn>',
		].sort(),
		TopUpRole: [
			...log('TopUp'),
			...['GetItem', 'PutItem'].map((name) => `dynamodb:${name} <TopUpTable.Arn>`),
			'kms:Sign <TopUpKey.Arn>',
			'kms:GetPublicKey <TopUpKey.Arn>',
			...[key, key.replace('api-key', 'top-up')],
		].sort(),
		[StartExport]: invokes('StartExport'),
		[Notify]: invokes('Notify'),
		[Receive]: invokes('Receive'),
		[TopUp]: invokes('TopUp'),
	});
});

test('a role is taken on by its service only; schedules of this account alone take theirs', () => {
	for (const [id, { Properties }] of Object.entries(full.findResources('AWS::IAM::Role'))) {
		const [statement, ...more] = Properties.AssumeRolePolicyDocument.Statement as Statement[];
		assert.equal(more.length, 0);
		const scheduled = id.startsWith('SchedulerRole');
		const Service = scheduled ? 'scheduler.amazonaws.com' : 'lambda.amazonaws.com';
		assert.deepEqual(statement.Principal, { Service });
		const { StringEquals } = (statement.Condition ?? {}) as Record<string, Record<string, unknown>>;
		assert.equal(
			StringEquals && textOf(StringEquals['aws:SourceAccount']),
			scheduled ? '<AWS::AccountId>' : undefined,
		);
	}
});

test('secrets are named, never held; only functions that use one may read it', () => {
	const functions = Object.values(full.findResources('AWS::Lambda::Function'));
	const named = functions.filter(
		({ Properties }) => Properties.Environment.Variables.AVALANCHE_API_KEY_PARAMETER,
	);
	assert.equal(named.length, 5);
	for (const { Properties } of functions)
		assert.equal(Properties.Environment.Variables.AVALANCHE_API_KEY, undefined);
	const reads = statementsOf(full).filter(({ Action }) =>
		listOf(Action).includes('ssm:GetParameter'),
	);
	assert.equal(reads.length, 6);
	for (const { Resource } of reads)
		assert.match(JSON.stringify(Resource), /parameter\/avalanche\/(api-key|top-up)"/);
	const secrets = statementsOf(full).filter(({ Action }) =>
		listOf(Action).includes('secretsmanager:GetSecretValue'),
	);
	assert.equal(secrets.length, 3);
	for (const { Resource } of secrets)
		assert.match(JSON.stringify(Resource), /secret:avalanche\/notify-\?{6}"/);
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

test('schedules: notify every minute, receive every ten with its URL, exports with the planned time', () => {
	full.hasResourceProperties('AWS::Scheduler::Schedule', { ScheduleExpression: 'rate(1 minute)' });
	const checks = (options: AvalancheOptions) =>
		Object.values(templateOf(options).findResources('AWS::Scheduler::Schedule'))
			.filter(({ Properties }) => textOf(Properties.Target.Arn) === '<Receive.Arn>')
			.map(({ Properties }) => [Properties.ScheduleExpression, textOf(Properties.Target.Input)]);
	assert.deepEqual(checks(shipped), [
		['rate(10 minutes)', '{"action":"check","url":"<ReceiveFunctionUrl.FunctionUrl>"}'],
	]);
	const receive = { everyMinutes: 5, url: 'https://hooks.example.org/' };
	assert.deepEqual(checks({ ...shipped, receive }), [
		['rate(5 minutes)', '{"action":"check","url":"https://hooks.example.org/"}'],
	]);
	const planned = Object.values(full.findResources('AWS::Scheduler::Schedule')).map(
		({ Properties }) => Properties,
	);
	const yesterday = planned.find(({ ScheduleExpression: text }) => text === 'cron(0 6 * * ? *)');
	assert.equal(yesterday?.ScheduleExpressionTimezone, 'Etc/UTC');
	const input = JSON.parse(yesterday?.Target.Input) as Record<string, unknown>;
	assert.deepEqual([input.rule, input.time], ['yesterday', '<aws.scheduler.scheduled-time>']);
});

test("the topic takes messages from this account's alarms, and over TLS only", () => {
	const [policy, ...more] = Object.values(full.findResources('AWS::SNS::TopicPolicy'));
	assert.equal(more.length, 0);
	assert.deepEqual(policy.Properties.Topics.map(textOf), ['<Alarms>']);
	const statements = policy.Properties.PolicyDocument.Statement as Statement[];
	// That of the rule is in topUp.test.ts.
	const [rule, ...allowed] = statements
		.filter(({ Effect }) => Effect === 'Allow')
		.sort((a, b) => JSON.stringify(b.Principal).localeCompare(JSON.stringify(a.Principal)));
	assert.deepEqual(rule.Principal, { Service: 'events.amazonaws.com' });
	assert.equal(allowed.length, 1);
	assert.deepEqual(
		[allowed[0].Action, textOf(allowed[0].Resource), allowed[0].Principal],
		['sns:Publish', '<Alarms>', { Service: 'cloudwatch.amazonaws.com' }],
	);
	const { StringEquals, ArnLike } = allowed[0].Condition as Record<string, Record<string, unknown>>;
	assert.equal(textOf(StringEquals['aws:SourceAccount']), '<AWS::AccountId>');
	assert.equal(
		textOf(ArnLike['aws:SourceArn']),
		'arn:<AWS::Partition>:cloudwatch:<AWS::Region>:<AWS::AccountId>:alarm:*',
	);
	const denied = statements.filter(({ Effect }) => Effect === 'Deny');
	assert.deepEqual(
		denied.map(({ Condition }) => Condition),
		[{ Bool: { 'aws:SecureTransport': 'false' } }],
	);
});

test('events that are given up are kept: of functions, of schedules', () => {
	const queues = full.findResources('AWS::SQS::Queue');
	assert.deepEqual(Object.keys(queues).map(bare).sort(), [
		...['Deliveries', ...QUEUES, 'SlowDeliveries'],
	]);
	for (const { Properties } of Object.values(queues)) {
		assert.equal(Properties.MessageRetentionPeriod, 14 * 24 * 60 * 60);
		assert.equal(Properties.SqsManagedSseEnabled, true);
	}
	const left = Object.entries(full.findResources('AWS::Lambda::Function')).map(
		([id, { Properties }]) => [
			bare(id),
			Properties.DeadLetterConfig && textOf(Properties.DeadLetterConfig.TargetArn),
		],
	);
	assert.deepEqual(Object.fromEntries(left), {
		ExportTransactions: '<FailedExports.Arn>',
		StartExport: '<FailedStarts.Arn>',
		Notify: '<FailedRuns.Arn>',
		Receive: '<FailedChecks.Arn>',
		// It is never invoked asynchronously: its caller gets the error.
		AggregateSignatures: undefined,
		Sender: undefined,
		Subscriptions: undefined,
		TopUp: undefined,
	});
	const planned = Object.values(full.findResources('AWS::Scheduler::Schedule'));
	for (const { Properties } of planned) {
		assert.equal(textOf(Properties.Target.DeadLetterConfig.Arn), '<FailedSchedules.Arn>');
	}
	const retries = Object.values(full.findResources('AWS::Lambda::EventInvokeConfig')).map(
		({ Properties }) => [textOf(Properties.FunctionName), Properties.MaximumRetryAttempts],
	);
	assert.deepEqual(Object.fromEntries(retries), {
		'<StartExport>': 2,
		'<Notify>': 0,
		'<Receive>': 0,
		'<TopUp>': 0,
	});
});

test('logs end after 30 days, or as the options say', () => {
	full.resourceCountIs('AWS::Logs::LogGroup', 8);
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

const UNLIMITED = Match.stringLikeRegexp('aggregate.url is "public" without');

/** The permissions to call function URLs, as text. */
const callersOf = (template: Template) =>
	Object.values(template.findResources('AWS::Lambda::Permission'))
		.map(({ Properties }) => {
			const { FunctionName, Action, Principal, ...rest } = Properties;
			const { FunctionUrlAuthType: type = '', InvokedViaFunctionUrl: viaUrl = '' } = rest;
			return [textOf(FunctionName), Action, Principal, type, viaUrl].join(' ');
		})
		.sort();

test('the URL of receive is public, since the data service signs messages and no requests; it warns without a limit', () => {
	const { receive: _, subscriptions: __, ...others } = shipped;
	full.hasResourceProperties('AWS::Lambda::Url', { AuthType: 'NONE', Cors: Match.absent() });
	assert.deepEqual(callersOf(full), [
		'<Receive.Arn> lambda:InvokeFunction *  true',
		'<Receive.Arn> lambda:InvokeFunctionUrl * NONE ',
		'<Subscriptions.Arn> lambda:InvokeFunction *  true',
		'<Subscriptions.Arn> lambda:InvokeFunctionUrl * NONE ',
	]);
	full.hasOutput('ReceiveUrl', {});
	const warning = Match.stringLikeRegexp('The URL of receive is public, without receive.concurr');
	Annotations.fromStack(stackOf(shipped)).hasWarning('*', warning);
	const limited = stackOf({ ...shipped, receive: { concurrency: 5 } });
	Annotations.fromStack(limited).hasNoWarning('*', warning);
	assert.deepEqual(callersOf(templateOf(others)), []);
});

test('subscriptions: the table and the key are kept, the key rotates, and its use is bound to its purpose', () => {
	full.hasResource('AWS::KMS::Key', {
		DeletionPolicy: 'Retain',
		Properties: { EnableKeyRotation: true },
	});
	const uses = statementsOf(full).filter(
		({ Resource }) => textOf(listOf(Resource)[0]) === '<SubscriptionsKey.Arn>',
	);
	assert.equal(uses.length, 2);
	for (const { Condition } of uses) {
		const purpose = { 'kms:EncryptionContext:purpose': 'avalanche-subscriptions' };
		assert.deepEqual(Condition, { StringEquals: purpose });
	}
	full.hasOutput('SubscriptionsUrl', {});
	const signed = stackOf({ ...shipped, subscriptions: { url: 'iam' } });
	const warning = Match.stringLikeRegexp('The URL of subscriptions is public, without');
	Annotations.fromStack(signed).hasNoWarning('*', warning);
	Annotations.fromStack(stackOf(shipped)).hasWarning('*', warning);
	Template.fromStack(signed).hasResourceProperties('AWS::Lambda::Function', {
		Environment: { Variables: { SUBSCRIPTIONS_AUTH: 'iam' } },
	});
	const { subscriptions: _, ...without } = shipped;
	const variables = Object.values(templateOf(without).findResources('AWS::Lambda::Function'));
	assert.doesNotMatch(JSON.stringify(variables), /SUBSCRIPTIONS_/);
});

test('function URLs ask for AWS signatures unless they are said to be public, which warns without a limit', () => {
	full.hasResourceProperties('AWS::Lambda::Url', { AuthType: 'AWS_IAM', Cors: Match.absent() });
	templateOf({ aggregate: {} }).resourceCountIs('AWS::Lambda::Url', 0);
	Annotations.fromStack(stackOf(shipped)).hasNoWarning('*', UNLIMITED);
	const open = stackOf({ aggregate: { url: 'public' } });
	Template.fromStack(open).hasResourceProperties('AWS::Lambda::Url', { AuthType: 'NONE' });
	Annotations.fromStack(open).hasWarning('*', UNLIMITED);
	// Since October 2025, Lambda requires both.
	assert.deepEqual(callersOf(Template.fromStack(open)), [
		'<AggregateSignatures.Arn> lambda:InvokeFunction *  true',
		'<AggregateSignatures.Arn> lambda:InvokeFunctionUrl * NONE ',
	]);
	const limited = stackOf({ aggregate: { url: 'public', concurrency: 5 } });
	Annotations.fromStack(limited).hasNoWarning('*', UNLIMITED);
});

test('web pages of the origins in the options may call the URL', () => {
	const aggregate = { url: 'iam', allowedOrigins: ['https://app.example.org'] } as const;
	templateOf({ aggregate }).hasResourceProperties('AWS::Lambda::Url', {
		AuthType: 'AWS_IAM',
		Cors: {
			AllowOrigins: ['https://app.example.org'],
			AllowMethods: ['GET', 'POST'],
			AllowHeaders: Match.arrayWith(['content-type', 'authorization', 'x-amz-date']),
			ExposeHeaders: ['retry-after'],
			AllowCredentials: Match.absent(),
		},
	});
});

test('concurrency is reserved only where the options say so', () => {
	full.allResourcesProperties('AWS::Lambda::Function', {
		ReservedConcurrentExecutions: Match.absent(),
	});
	const limited = templateOf({
		...shipped,
		aggregate: { concurrency: 5 },
		notify: { settings: { parameter: '/notify' }, concurrency: 1 },
		receive: { concurrency: 7 },
		subscriptions: { concurrency: 3 },
	});
	const reserved = Object.entries(limited.findResources('AWS::Lambda::Function')).map(
		([id, { Properties }]) => [bare(id), Properties.ReservedConcurrentExecutions],
	);
	assert.deepEqual(Object.fromEntries(reserved), {
		ExportTransactions: undefined,
		StartExport: undefined,
		AggregateSignatures: 5,
		Notify: 1,
		Receive: 7,
		Sender: undefined,
		Subscriptions: 3,
		TopUp: undefined,
	});
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
