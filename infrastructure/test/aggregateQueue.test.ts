import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Match } from 'aws-cdk-lib/assertions';
import { configurationOf } from '../../lambdas/aggregateSignatures/configuration';
import { checkOptions } from '../lib/checkOptions';
import { everything } from './everything';
import { bare, listOf, type Statement, templateOf, textOf } from './template';

/** The option aggregate.queue: messages, results, dead letters. */

const off = templateOf(everything);
const on = templateOf({
	...everything,
	aggregate: { ...everything.aggregate, timeoutSeconds: 100, queue: { concurrency: 5 } },
});

const idsOf = (template: typeof on, type: string) =>
	Object.keys(template.findResources(type)).map(bare);
const added = (type: string) => {
	const before = new Set(idsOf(off, type));
	return idsOf(on, type)
		.filter((id) => !before.has(id))
		.sort();
};

test('it adds three queues, their mapping, and alarms on old messages and dead letters', () => {
	assert.deepEqual(added('AWS::SQS::Queue'), [
		'AggregateMessages',
		'AggregateResults',
		'FailedAggregations',
	]);
	assert.equal(added('AWS::Lambda::EventSourceMapping').length, 1);
	assert.deepEqual(added('AWS::CloudWatch::Alarm'), [
		'AggregateMessagesWaiting',
		'FailedAggregationsWaiting',
	]);
});

test('the mapping takes partial answers and has a limit; a message outlives its invocation', () => {
	on.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
		BatchSize: 10,
		FunctionResponseTypes: ['ReportBatchItemFailures'],
		ScalingConfig: { MaximumConcurrency: 5 },
		FunctionName: { Ref: Match.stringLikeRegexp('^AggregateSignatures') },
	});
	on.hasResourceProperties('AWS::SQS::Queue', {
		VisibilityTimeout: 600,
		RedrivePolicy: Match.objectLike({ maxReceiveCount: 5 }),
		SqsManagedSseEnabled: true,
	});
});

test('the function may take messages and send results, and nothing else of SQS', () => {
	const [policy] = Object.values(on.findResources('AWS::IAM::Policy')).filter(
		({ Properties }) => bare(Properties.Roles[0].Ref) === 'AggregateSignaturesRole',
	);
	const statements = policy.Properties.PolicyDocument.Statement as Statement[];
	const lines = statements.flatMap(({ Action, Resource }) =>
		listOf(Action)
			.filter((one) => one.startsWith('sqs:'))
			.map((one) => `${one} ${listOf(Resource).map(textOf).join(' ')}`),
	);
	assert.deepEqual(lines.sort(), [
		'sqs:DeleteMessage <AggregateMessages.Arn>',
		'sqs:GetQueueAttributes <AggregateMessages.Arn>',
		'sqs:ReceiveMessage <AggregateMessages.Arn>',
		'sqs:SendMessage <AggregateResults.Arn>',
	]);
});

test('the function accepts its environment, with the URL of the results', () => {
	const [[, { Properties }]] = Object.entries(on.findResources('AWS::Lambda::Function')).filter(
		([id]) => bare(id) === 'AggregateSignatures',
	);
	const variables = Properties.Environment.Variables as Record<string, unknown>;
	assert.equal(textOf(variables.RESULTS_QUEUE_URL), '<AggregateResults>');
	const url = 'https://sqs.us-east-1.amazonaws.com/123456789012/results';
	const filled = Object.entries(variables).map(([name, value]) => [
		name,
		typeof value === 'string' ? value : url,
	]);
	assert.doesNotThrow(() => configurationOf(Object.fromEntries(filled)));
});

for (const [queue, said] of [
	[
		{ batchSize: 11 },
		/aggregate\.queue\.batchSize must be a whole number of messages from 1 to 10/,
	],
	[{ concurrency: 1 }, /aggregate\.queue\.concurrency must be a whole number from 2 to 1000/],
] as const) {
	test(`it rejects ${JSON.stringify(queue)}`, () => {
		assert.throws(() => checkOptions({ ...everything, aggregate: { queue } }), said);
	});
}
