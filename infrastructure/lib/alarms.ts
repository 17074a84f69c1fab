import { Duration, type Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, Metric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { AvalancheOptions } from './options';

const PERIOD = Duration.minutes(5);

/** Alarms on failing functions, failed executions and dead letters, and the topic they tell. */
export function addAlarms(
	stack: Stack,
	{ alarmEmail }: AvalancheOptions,
	functions: readonly Function[],
): void {
	const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
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
	for (const made of functions) {
		const { id } = made.node;
		add(`${id}Errors`, `${id} failed`, made.metricErrors({ period: PERIOD, statistic: 'Sum' }));
		add(
			`${id}Throttles`,
			`${id} was throttled`,
			made.metricThrottles({ period: PERIOD, statistic: 'Sum' }),
		);
		if (id === 'ExportTransactions') {
			for (const metricName of ['DurableExecutionFailed', 'DurableExecutionTimedOut']) {
				add(
					metricName,
					`An export ended: ${metricName}`,
					made.metric(metricName, { period: PERIOD, statistic: 'Sum' }),
				);
			}
		}
		if (id === 'Notify') {
			const named = (metricName: string) =>
				new Metric({
					namespace: 'Avalanche',
					metricName,
					dimensionsMap: { service: 'notify' },
					period: PERIOD,
					statistic: 'Sum',
				});
			add('NotifyDeadLetters', 'notify gave deliveries up', named('DeadLetters'));
		}
	}
}
