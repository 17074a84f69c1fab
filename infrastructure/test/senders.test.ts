import { Match } from 'aws-cdk-lib/assertions';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AvalancheOptions } from '../lib/optionsSchema';
import { everything } from './everything';
import { bare, listOf, stackOf, statementsByRole, templateOf, textOf } from './template';

/** The queues of deliveries and their sender. */

const settings = { secret: 'avalanche/notify' };
const queued = (more: object = {}): AvalancheOptions => ({
	...everything,
	notify: { settings, ...more },
});
const full = templateOf(queued());

test('the queues are read in batches of ten, and of one for slow targets, with partial responses, up to a maximum', () => {
	full.resourceCountIs('AWS::Lambda::EventSourceMapping', 2);
	for (const [maximum, template] of [
		[10, full],
		[50, templateOf(queued({ sendersAtOnce: 50 }))],
	] as const) {
		const mappings = Object.values(template.findResources('AWS::Lambda::EventSourceMapping'));
		const sources = mappings.map(({ Properties }) => textOf(Properties.EventSourceArn));
		assert.deepEqual(sources.sort(), ['<Deliveries.Arn>', '<SlowDeliveries.Arn>']);
		for (const { Properties, DependsOn } of mappings) {
			const isSlow = textOf(Properties.EventSourceArn) === '<SlowDeliveries.Arn>';
			assert.equal(Properties.BatchSize, isSlow ? 1 : 10);
			assert.deepEqual(Properties.FunctionResponseTypes, ['ReportBatchItemFailures']);
			assert.deepEqual(Properties.ScalingConfig, { MaximumConcurrency: maximum });
			assert.match(JSON.stringify(DependsOn), /SenderRoleDefaultPolicy/);
		}
		const [sender] = Object.entries(template.findResources('AWS::Lambda::Function')).flatMap(
			([id, { Properties }]) => (bare(id) === 'Sender' ? [Properties] : []),
		);
		// The limits of a target are shared among so many.
		assert.equal(sender.Environment.Variables.SENDER_CONCURRENCY, String(maximum));
	}
});

test('messages are invisible for six timeouts, and are kept when the stack is deleted', () => {
	const queues = Object.entries(full.findResources('AWS::SQS::Queue'));
	for (const name of ['Deliveries', 'SlowDeliveries']) {
		const [, queue] = queues.find(([id]) => bare(id) === name) ?? [];
		assert.equal(queue?.DeletionPolicy, 'Retain');
		assert.equal(queue?.Properties.VisibilityTimeout, 360);
		const { deadLetterTargetArn, maxReceiveCount } = queue?.Properties.RedrivePolicy as {
			deadLetterTargetArn: unknown;
			maxReceiveCount: number;
		};
		assert.equal(textOf(deadLetterTargetArn), '<FailedDeliveries.Arn>');
		// A failing target does not use them up, but hours without the table would.
		assert.ok((maxReceiveCount * 360) / 3600 >= 5);
	}
	full.hasResourceProperties('AWS::Lambda::Function', {
		Timeout: 60,
		Environment: { Variables: { NOTIFY_SLOW_QUEUE_URL: Match.anyValue() } },
	});
});

test('each role has the rights on the queues that its function uses', () => {
	const rights = Object.fromEntries(
		Object.entries(statementsByRole(full)).map(([role, statements]) => [
			role,
			statements.flatMap(({ Action, Resource }) =>
				listOf(Action).map((one) => `${one} ${listOf(Resource).map(textOf).join(' ')}`),
			),
		]),
	);
	const both = '<Deliveries.Arn> <SlowDeliveries.Arn>';
	// Subscriptions are recipients of the sender: it reads them, and stores attempts and their end.
	const ofTables = {
		NotifyTable: ['BatchGetItem', 'BatchWriteItem', 'GetItem', 'PutItem', 'UpdateItem'],
		SubscriptionsTable: [
			...['BatchGetItem', 'BatchWriteItem', 'DeleteItem', 'GetItem'],
			...['PutItem', 'Query'],
		],
	};
	const onTables = Object.entries(ofTables).flatMap(([table, names]) =>
		names.map((name) => `dynamodb:${name} <${table}.Arn>`),
	);
	assert.deepEqual(rights.SenderRole.sort(), [
		...onTables.sort(),
		'kms:Decrypt <SubscriptionsKey.Arn>',
		'logs:CreateLogStream <SenderLog.Arn>',
		'logs:PutLogEvents <SenderLog.Arn>',
		'secretsmanager:GetSecretValue arn:<AWS::Partition>:secretsmanager:<AWS::Region>:<AWS::AccountId>:secret:avalanche/notify-??????',
		...['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage', 'SendMessage'].map(
			(name) => `sqs:${name} ${both}`,
		),
	]);
	const send = 'sqs:SendMessage <Deliveries.Arn>';
	for (const [role, lines] of Object.entries({
		// It shows how many messages wait.
		NotifyRole: [send, `sqs:GetQueueAttributes ${both}`],
		ReceiveRole: [send],
	})) {
		const own = rights[role].filter((line: string) => line.includes('Deliveries.Arn'));
		assert.deepEqual(own, lines);
	}
});

test('alarms: oldest messages, dead letters, errors of the sender, outcomes that are not stored', () => {
	const alarms = Object.fromEntries(
		Object.entries(full.findResources('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
			bare(id),
			Properties,
		]),
	);
	for (const name of ['Deliveries', 'SlowDeliveries']) {
		const { MetricName, Threshold } = alarms[`${name}Waiting`];
		assert.equal(MetricName, 'ApproximateAgeOfOldestMessage');
		// Messages are delayed by up to 15 minutes.
		assert.ok(Threshold > 900);
	}
	assert.equal(alarms.FailedDeliveriesWaiting.MetricName, 'ApproximateNumberOfMessagesVisible');
	for (const name of [
		...['Errors', 'Throttles', 'DeadLetters', 'LateDeliveries'],
		...['UnstoredOutcomes', 'UnreadableMessages'],
	]) {
		assert.ok(alarms[`Sender${name}`], name);
	}
});

test('options of senders are checked', () => {
	const wrong = (options: AvalancheOptions, message: RegExp) =>
		assert.throws(() => stackOf(options), message);
	wrong(queued({ sendersAtOnce: 1 }), /from 2 to 1000/);
	wrong(queued({ senders: 'inline' }), /senders/);
	wrong({ functions: ['sender'], notify: { settings } }, /functions must name both/);
});
