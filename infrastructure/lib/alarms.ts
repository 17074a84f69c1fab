import { Duration, type Stack } from 'aws-cdk-lib';
import {
	Alarm,
	ComparisonOperator,
	type IMetric,
	MathExpression,
	Metric,
	TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { RESULTS } from './aggregateQueues';
import { alarmTopic } from './alarmTopic';
import { type AvalancheOptions, functionsOf } from './options';
import { CHECK_MINUTES } from './receive';

const PERIOD_MINUTES = 5;
const PERIOD = Duration.minutes(PERIOD_MINUTES);
const SUM = { period: PERIOD, statistic: 'Sum' };

/** One alarm: it goes off at a value of 1 or more, unless it says otherwise. */
interface Watch {
	id: string;
	description: string;
	metric: IMetric;
	/** Default 1. */
	threshold?: number;
	/** Goes off when the value is below 1 or absent for so many periods in a row. */
	whenAbsentFor?: number;
}

/** Metrics that functions write, with an alarm: name, description, statistic. */
const NOTIFY_METRICS = [
	['DeadLetters', 'notify has dead letters: events that are too large', 'Sum'],
	[
		'FailingTargets',
		'A target of notify has failed for 15 minutes (its log has the name)',
		'Maximum',
	],
	[
		'DisabledTargets',
		'A target of notify is disabled: nothing is sent to it until it is enabled (its log has the name)',
		'Maximum',
	],
] as const;

const SENDER_METRICS = [
	['DeadLetters', 'sender has made dead letters', 'Sum'],
	['LateDeliveries', 'A delivery of sender has failed four times or more', 'Sum'],
	[
		'UnstoredOutcomes',
		'sender could not store outcomes of deliveries, which are sent again: the table or a queue fails (see its log)',
		'Sum',
	],
	[
		'UnreadableMessages',
		'A queue of deliveries has messages that sender cannot read: they move to FailedDeliveries',
		'Sum',
	],
] as const;

/** Of sender, where it sends to subscriptions. */
const ENDED_METRICS = [
	[
		'EndedSubscriptions',
		'A subscription has ended because its target accepts no messages any more (the log has its name)',
		'Sum',
	],
] as const;

const CALLBACK_METRICS = [
	[
		'FailedCallbacks',
		'The callback of an export was given up: its receiver was not told (its log has the name of the execution)',
		'Sum',
	],
] as const;

const SUBSCRIPTIONS_METRICS = [
	[
		'FailedRequests',
		'subscriptions could not answer requests: table, key or configuration (see its log)',
		'Sum',
	],
] as const;

const RECEIVE_METRICS = [
	[
		'InactiveWebhooks',
		'The data service had deactivated a webhook of receive: it is active again, and its events were read from the list (its log has the name)',
		'Sum',
	],
	[
		'SignatureFailures',
		'receive got messages whose signature does not match: forged, or signed by another scheme or secret',
		'Sum',
	],
	[
		'FailedMessages',
		'receive could not take messages, which the data service sends again: secret, table, settings or time (see its log)',
		'Sum',
	],
] as const;

/** A metric of a function's own, by the name that its code gives it. */
function ownMetric(service: string, metricName: string, options: object = SUM): Metric {
	return new Metric({
		namespace: 'Avalanche',
		metricName,
		dimensionsMap: { service },
		...options,
	});
}

/**
 * Alarms on failing functions, failed executions, dead letters, runs that do not take place, and
 * every queue of the stack but that of results, which all publish to one topic.
 */
export function addAlarms(
	stack: Stack,
	options: AvalancheOptions,
	functions: readonly Function[],
): void {
	const action = new SnsAction(alarmTopic(stack, options));
	// The queue of results is read by programs of the user.
	const queues = stack.node.children
		.filter((child) => child instanceof Queue)
		.filter(({ node }) => node.id !== RESULTS);
	const watches = [
		...functions.flatMap((made) => [...ofEvery(made), ...ofOne(made, options)]),
		...queues.map(ofQueue),
	];
	for (const { id, description, metric, threshold = 1, whenAbsentFor } of watches) {
		const isAbsence = whenAbsentFor !== undefined;
		const alarm = new Alarm(stack, id, {
			alarmDescription: description,
			metric,
			threshold,
			evaluationPeriods: whenAbsentFor ?? 1,
			comparisonOperator: isAbsence
				? ComparisonOperator.LESS_THAN_THRESHOLD
				: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
			treatMissingData: isAbsence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
		});
		alarm.addAlarmAction(action);
	}
}

function ofEvery(made: Function): Watch[] {
	const { id } = made.node;
	const isAggregate = id === 'AggregateSignatures';
	return [
		{
			id: `${id}Errors`,
			description: isAggregate
				? `${id} ended without a response: timeout, crash or configuration (see its log)`
				: `${id} failed (see its log)`,
			metric: isAggregate ? unreportedErrors(made) : made.metricErrors(SUM),
		},
		{ id: `${id}Throttles`, description: `${id} was throttled`, metric: made.metricThrottles(SUM) },
	];
}

/**
 * Lambda counts an error that aggregateSignatures returns to a direct caller, such as that of an
 * invalid request, in the same metric as a crash. The function counts what it returns.
 */
function unreportedErrors(made: Function): MathExpression {
	return new MathExpression({
		expression: 'errors - FILL(thrown, 0)',
		usingMetrics: {
			errors: made.metricErrors(SUM),
			thrown: ownMetric('aggregateSignatures', 'ThrownErrors'),
		},
		label: 'Errors that the function did not return itself',
		period: PERIOD,
	});
}

function ofOne(made: Function, options: AvalancheOptions): Watch[] {
	switch (made.node.id) {
		case 'ExportTransactions':
			return [
				...['DurableExecutionFailed', 'DurableExecutionTimedOut'].map((name) => ({
					id: name,
					description: `An export ended: ${name}`,
					metric: made.metric(name, SUM),
				})),
				...(options.exports?.callback ? ownWatches('exportTransactions', CALLBACK_METRICS) : []),
			];
		case 'AggregateSignatures':
			return [
				{
					id: 'AggregateSignaturesFailures',
					description:
						'aggregateSignatures returned no signed message for a valid request: key, service, node or verification failed (see its log)',
					metric: ownMetric('aggregateSignatures', 'Failures'),
				},
			];
		case 'Notify':
			return ofNotify(options);
		case 'Sender':
			return [
				...ownWatches('sender', SENDER_METRICS),
				...(functionsOf(options).includes('subscriptions')
					? ownWatches('sender', ENDED_METRICS)
					: []),
			];
		case 'Receive':
			return ofReceive(options);
		case 'Subscriptions':
			return ownWatches('subscriptions', SUBSCRIPTIONS_METRICS);
		default:
			return [];
	}
}

/** Runs that are absent for so many periods in a row are more than a run that came late. */
const ABSENT_PERIODS = 3;

function ofNotify({ notify }: AvalancheOptions): Watch[] {
	return [
		...ownWatches('notify', NOTIFY_METRICS),
		notRun('notify', {
			metric: 'Runs',
			what: 'ended a run',
			everyMinutes: notify?.everyMinutes ?? 1,
		}),
	];
}

function ofReceive({ receive }: AvalancheOptions): Watch[] {
	const { everyMinutes = CHECK_MINUTES } = receive ?? {};
	return [
		...ownWatches('receive', RECEIVE_METRICS),
		notRun('receive', { metric: 'Checks', what: 'ended a check', everyMinutes }),
	];
}

const idOf = (service: string) => service[0].toUpperCase() + service.slice(1);

/** Alarms on metrics that a function writes itself. */
function ownWatches(
	service: string,
	metrics: ReadonlyArray<readonly [name: string, description: string, statistic: string]>,
): Watch[] {
	return metrics.map(([name, description, statistic]) => ({
		id: `${idOf(service)}${name}`,
		description,
		metric: ownMetric(service, name, { period: PERIOD, statistic }),
	}));
}

/** The alarm on the absence of a function's own metric. */
function notRun(
	service: string,
	{ metric, what, everyMinutes }: { metric: string; what: string; everyMinutes: number },
): Watch {
	// Not shorter than the interval: else there are periods without a run.
	const minutes = Math.max(PERIOD_MINUTES, everyMinutes);
	const period = { period: Duration.minutes(minutes), statistic: 'Sum' };
	return {
		id: `${idOf(service)}NotRun`,
		description: `${service} has not ${what} for ${ABSENT_PERIODS * minutes} minutes: its schedule is disabled or missing, or every one fails (see its log)`,
		metric: ownMetric(service, metric, period),
		whenAbsentFor: ABSENT_PERIODS,
	};
}

/** Age of a message that no function has taken (s): more than the longest delay of the queue. */
const OLDEST_SECONDS = 1_800;

function ofQueue(queue: Queue): Watch {
	const { id } = queue.node;
	if (queue.deadLetterQueue) {
		return {
			id: `${id}Waiting`,
			description: `A message of the queue ${id} is older than ${OLDEST_SECONDS / 60} minutes: its function does not keep up with it, fails, or does not run (see the log)`,
			metric: queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'Maximum' }),
			threshold: OLDEST_SECONDS,
		};
	}
	return {
		id: `${id}Waiting`,
		description: `The dead-letter queue ${id} has messages`,
		metric: queue.metricApproximateNumberOfMessagesVisible({
			period: PERIOD,
			statistic: 'Maximum',
		}),
	};
}
