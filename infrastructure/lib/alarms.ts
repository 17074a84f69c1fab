import { ArnFormat, Duration, type Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { AvalancheOptions } from './options';

const PERIOD = Duration.minutes(5);

/** Metrics of notify with an alarm: name, description, statistic. */
const NOTIFY_ALARMS = [
	['DeadLetters', 'notify has dead letters', 'Sum'],
	[
		'FailingTargets',
		'A target of notify has failed for 15 minutes (its log has the name)',
		'Maximum',
	],
	['LateDeliveries', 'A delivery of notify has failed four times or more', 'Sum'],
] as const;

/**
 * Alarms on failing functions, failed executions, dead letters and every queue of the stack, and the
 * topic that they tell.
 */
export function addAlarms(
	stack: Stack,
	{ alarmEmail }: AvalancheOptions,
	functions: readonly Function[],
): void {
	const topic = alarmTopic(stack);
	if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
	const add = (id: string, alarmDescription: string, metric: Metric) => {
		const alarm = new Alarm(stack, id, {
			alarmDescription,
			metric,
			threshold: 1,
			evaluationPeriods: 1,
			comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
			treatMissingData: TreatMissingData.NOT_BREACHING,
		});
		alarm.addAlarmAction(new SnsAction(topic));
	};
	const sum = { period: PERIOD, statistic: 'Sum' };
	for (const made of functions) {
		const { id } = made.node;
		add(`${id}Errors`, `${id} failed`, made.metricErrors(sum));
		add(`${id}Throttles`, `${id} was throttled`, made.metricThrottles(sum));
		if (id === 'ExportTransactions') {
			for (const metricName of ['DurableExecutionFailed', 'DurableExecutionTimedOut']) {
				add(metricName, `An export ended: ${metricName}`, made.metric(metricName, sum));
			}
		}
		if (id === 'Notify') {
			for (const [metricName, description, statistic] of NOTIFY_ALARMS) {
				const metric = new Metric({
					namespace: 'Avalanche',
					metricName,
					dimensionsMap: { service: 'notify' },
					period: PERIOD,
					statistic,
				});
				add(`Notify${metricName}`, description, metric);
			}
		}
	}
	for (const queue of stack.node.children.filter((child) => child instanceof Queue)) {
		const { id } = queue.node;
		const metric = queue.metricApproximateNumberOfMessagesVisible({
			period: PERIOD,
			statistic: 'Maximum',
		});
		add(`${id}Waiting`, `The dead-letter queue ${id} has messages`, metric);
	}
}

/**
 * `enforceSSL` gives the topic a policy of its own, in place of SNS's default, which allows the
 * account's alarms to publish: that has to be said as well.
 */
function alarmTopic(stack: Stack): Topic {
	const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
	topic.addToResourcePolicy(
		new PolicyStatement({
			sid: 'AllowAlarmsOfThisAccount',
			principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
			actions: ['sns:Publish'],
			resources: [topic.topicArn],
			conditions: {
				StringEquals: { 'aws:SourceAccount': stack.account },
				ArnLike: {
					'aws:SourceArn': stack.formatArn({
						service: 'cloudwatch',
						resource: 'alarm',
						resourceName: '*',
						arnFormat: ArnFormat.COLON_RESOURCE_NAME,
					}),
				},
			},
		}),
	);
	return topic;
}
