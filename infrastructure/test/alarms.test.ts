import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { everything } from './everything';
import { bare, stackOf, templateOf, textOf } from './template';

const full = templateOf(everything);
const QUEUES = ['Checks', 'Deliveries', 'Exports', 'Runs', 'Schedules', 'Starts'].map(
	(name) => `Failed${name}`,
);

interface AlarmProperties {
	Namespace?: string;
	MetricName?: string;
	Statistic?: string;
	Dimensions?: Array<{ Name: string; Value: unknown }>;
	Metrics?: Array<{
		Id: string;
		Expression?: string;
		ReturnData?: boolean;
		MetricStat?: {
			Metric: Pick<AlarmProperties, 'Namespace' | 'MetricName' | 'Dimensions'>;
			Stat: string;
		};
	}>;
	Period?: number;
	EvaluationPeriods: number;
	Threshold: number;
	ComparisonOperator: string;
	TreatMissingData: string;
	AlarmActions: unknown[];
	OKActions: unknown[];
	AlarmDescription: string;
}

const alarmsOf = (template: Template) =>
	Object.fromEntries(
		Object.entries(template.findResources('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
			bare(id),
			Properties as AlarmProperties,
		]),
	);

type Named = Pick<AlarmProperties, 'Namespace' | 'MetricName' | 'Dimensions'>;
function metricText({ Namespace, MetricName, Dimensions = [] }: Named, statistic?: string) {
	const stages = Dimensions.filter(({ Name }) => Name === 'stage').map(({ Value }) => Value);
	const [{ Name, Value }, ...more] = Dimensions.filter((one) => one.Name !== 'stage');
	assert.deepEqual([more, stages], [[], Namespace === 'Avalanche' ? ['production'] : []]);
	return `${Namespace} ${MetricName} ${statistic} ${Name}=${textOf(Value)}`;
}

/** Metric or expression of an alarm, as text. */
function watched(alarm: AlarmProperties): string {
	if (!alarm.Metrics) return metricText(alarm, alarm.Statistic);
	const values = Object.fromEntries(
		alarm.Metrics.flatMap(({ Id, MetricStat }) =>
			MetricStat ? [[Id, metricText(MetricStat.Metric, MetricStat.Stat)]] : [],
		),
	);
	const expression = alarm.Metrics.find((one) => one.Expression)?.Expression ?? '';
	return expression.replace(/\b[a-z]\w*\b/g, (id) => values[id] ?? id);
}

const THRESHOLDS: Record<string, number> = {
	ApproximateAgeOfOldestMessage: 1_800,
	LateAttempts: 100,
	AgeAtReceipt: 1_800_000,
};
const PERIODS: Record<string, number> = {
	NotifyUnfinishedSources: 3,
	NotifyLateAttempts: 3,
	SenderHeldBack: 6,
};

test('alarms: errors and throttles of each function, failures, failed executions, dead letters, absent runs, every queue; all tell the topic', () => {
	const alarms = Object.values(alarmsOf(full));
	for (const { AlarmActions, OKActions, MetricName, Threshold } of alarms) {
		assert.deepEqual(AlarmActions.map(textOf), ['<Alarms>']);
		assert.deepEqual(OKActions, AlarmActions);
		assert.equal(Threshold, THRESHOLDS[MetricName ?? ''] ?? 1);
	}
	const functions = [
		...['ExportTransactions', 'StartExport', 'Notify', 'Receive', 'Sender', 'Subscriptions'],
		'TopUp',
	];
	assert.deepEqual(
		alarms.map(watched).sort(),
		[
			...functions.map((name) => `AWS/Lambda Errors Sum FunctionName=<${name}>`),
			...[...functions, 'AggregateSignatures'].map(
				(name) => `AWS/Lambda Throttles Sum FunctionName=<${name}>`,
			),
			// Lambda counts an error that a direct caller gets as an error of the function, which
			// it is not.
			'AWS/Lambda Errors Sum FunctionName=<AggregateSignatures> - FILL(Avalanche ThrownErrors Sum service=aggregateSignatures, 0)',
			'Avalanche Failures Sum service=aggregateSignatures',
			'AWS/Lambda DurableExecutionFailed Sum FunctionName=<ExportTransactions>',
			'AWS/Lambda DurableExecutionTimedOut Sum FunctionName=<ExportTransactions>',
			'Avalanche DeadLetters Sum service=notify',
			'Avalanche FailingTargets Maximum service=notify',
			'Avalanche DisabledTargets Maximum service=notify',
			...['DeadLetters', 'LateDeliveries', 'UnstoredOutcomes', 'UnreadableMessages'].map(
				(name) => `Avalanche ${name} Sum service=sender`,
			),
			'Avalanche LateAttempts Maximum service=notify',
			'Avalanche HeldBack Sum service=sender',
			'Avalanche AgeAtReceipt Maximum service=sender',
			'Avalanche SkippedRecords Sum service=notify',
			'Avalanche UnfinishedSources Maximum service=notify',
			'Avalanche Runs Sum service=notify',
			'Avalanche SkippedRecords Sum service=receive',
			'Avalanche DeadLetters Sum service=receive',
			'Avalanche InactiveWebhooks Sum service=receive',
			'Avalanche SignatureFailures Sum service=receive',
			'Avalanche FailedMessages Sum service=receive',
			'Avalanche Checks Sum service=receive',
			'Avalanche EndedSubscriptions Sum service=sender',
			...['Deliveries', 'SlowDeliveries'].map(
				(name) => `AWS/SQS ApproximateAgeOfOldestMessage Maximum QueueName=<${name}.QueueName>`,
			),
			'Avalanche FailedRequests Sum service=subscriptions',
			...['Payments', 'Refusals', 'LowPayer', 'HangingIntents', 'Runs'].map(
				(name) => `Avalanche ${name} Sum service=topUp`,
			),
			...QUEUES.map(
				(name) =>
					`AWS/SQS ApproximateNumberOfMessagesVisible Maximum QueueName=<${name}.QueueName>`,
			),
		].sort(),
	);
});

test('an alarm goes off at one event and not without data; that of absent runs without data, too', () => {
	for (const [id, alarm] of Object.entries(alarmsOf(full))) {
		const isAbsence = id.endsWith('NotRun');
		assert.deepEqual(
			[alarm.ComparisonOperator, alarm.TreatMissingData, alarm.EvaluationPeriods],
			isAbsence
				? ['LessThanThreshold', 'breaching', 3]
				: ['GreaterThanOrEqualToThreshold', 'notBreaching', PERIODS[id] ?? 1],
			id,
		);
	}
});

for (const [everyMinutes, seconds] of [
	[1, 300],
	[5, 300],
	[30, 1800],
	[59, 3540],
	[1440, 86_400],
]) {
	test(`runs every ${everyMinutes} minutes are absent after three periods of ${seconds} s, within CloudWatch's bounds`, () => {
		const notify = { settings: { secret: 'notify' }, everyMinutes };
		const template = templateOf({ ...everything, notify, receive: { everyMinutes } });
		const { NotifyNotRun, ReceiveNotRun } = alarmsOf(template);
		for (const { Period = 0, EvaluationPeriods } of [NotifyNotRun, ReceiveNotRun]) {
			assert.equal(Period, seconds);
			// A day for periods below an hour, else a week (PutMetricAlarm).
			assert.ok(Period * EvaluationPeriods <= (Period < 3600 ? 86_400 : 7 * 86_400));
		}
	});
}

/** All TypeScript of a folder. */
function sourceOf(folder: string): string {
	return readdirSync(folder)
		.filter((name) => name.endsWith('.ts'))
		.map((name) => readFileSync(path.join(folder, name), 'utf8'))
		.join('\n');
}

test('the metrics of alarms are metrics that the code of their function writes', () => {
	const own = Object.values(alarmsOf(full))
		.flatMap(
			(alarm) => alarm.Metrics?.flatMap(({ MetricStat }) => MetricStat?.Metric ?? []) ?? [alarm],
		)
		.filter(({ Namespace }) => Namespace === 'Avalanche');
	assert.ok(own.length >= 10);
	for (const { MetricName, Dimensions } of own) {
		// Functions that send run code of these folders.
		const service = Dimensions?.find(({ Name }) => Name === 'service')?.Value;
		const source = [String(service), 'notify', 'subscriptions']
			.map((name) => sourceOf(path.resolve(__dirname, '../../lambdas', name)))
			.join('\n');
		const written = [...source.matchAll(/measure\(([^;]*?)[,)]/g)].map(([, names]) => names).join();
		assert.ok(written.includes(`'${MetricName}'`), `nothing writes ${MetricName}`);
	}
});

const NOBODY = Match.stringLikeRegexp('Alarms reach nobody.*alarmEmail or alarmTopicArn');

test('synthesis warns if alarms reach nobody, and names the topic in an output', () => {
	const silent = stackOf(everything);
	Annotations.fromStack(silent).hasWarning('*', NOBODY);
	Template.fromStack(silent).hasOutput('AlarmTopicArn', {
		Value: { Ref: Match.stringLikeRegexp('^Alarms') },
	});
	Template.fromStack(silent).resourceCountIs('AWS::SNS::Subscription', 0);
});

test('an address is subscribed to the topic', () => {
	const withRecipient = stackOf({ ...everything, alarmEmail: 'ops@example.org' });
	Annotations.fromStack(withRecipient).hasNoWarning('*', NOBODY);
	Template.fromStack(withRecipient).hasResourceProperties('AWS::SNS::Subscription', {
		Protocol: 'email',
		Endpoint: 'ops@example.org',
	});
});

test('alarms publish to a topic of the user', () => {
	const alarmTopicArn = 'arn:aws:sns:eu-central-1:123456789012:on-call';
	const withRecipient = stackOf({ ...everything, alarmTopicArn });
	Annotations.fromStack(withRecipient).hasNoWarning('*', NOBODY);
	const template = Template.fromStack(withRecipient);
	template.resourceCountIs('AWS::SNS::Topic', 0);
	template.hasOutput('AlarmTopicArn', { Value: alarmTopicArn });
	template.allResourcesProperties('AWS::CloudWatch::Alarm', { AlarmActions: [alarmTopicArn] });
});
