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
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { RESULTS } from './aggregateQueues';
import { alarmTopic } from './alarmTopic';
import type { AvalancheOptions } from './optionsSchema';
import { functionsOf, stageOf } from './options';
import { CHECK_MINUTES } from './receive';
import { TOP_UP_MINUTES } from './topUp';

const PERIOD_MINUTES = 5;
const PERIOD = Duration.minutes(PERIOD_MINUTES);
const SUM = { period: PERIOD, statistic: 'Sum' };

/** Limits of an alarm: it goes off at a value of 1 or more in one period, unless it says otherwise. */
interface Limits {
	/** Default 1. */
	threshold?: number;
	/** Periods in a row. Default 1. */
	periods?: number;
}

/** One alarm. */
interface Watch extends Limits {
	id: string;
	description: string;
	metric: IMetric;
	/** Goes off when the value is below 1 or absent for so many periods in a row. */
	whenAbsentFor?: number;
}

/** A metric that a function writes, with an alarm. */
type OwnMetric = readonly [
	name: string,
	description: string,
	statistic: 'Sum' | 'Maximum',
	limits?: Limits,
];

const SKIPPED_RECORDS: OwnMetric = [
	'SkippedRecords',
	'Records of the service could not be read: their events were skipped (the log has source and field)',
	'Sum',
];

const NOTIFY_METRICS: readonly OwnMetric[] = [
	SKIPPED_RECORDS,
	[
		'UnfinishedSources',
		'notify has not read a source to its end for 15 minutes: its events come late (the result of a run has the name)',
		'Maximum',
		{ periods: 3 },
	],
	[
		'LateAttempts',
		'For 15 minutes, 100 attempts or more have waited in the table: deliveries that failed three times (listPending has their targets)',
		'Maximum',
		{ threshold: 100, periods: 3 },
	],
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
];

const SENDER_METRICS: readonly OwnMetric[] = [
	['DeadLetters', 'sender has made dead letters', 'Sum'],
	['LateDeliveries', 'A delivery of sender has failed four times or more', 'Sum'],
	[
		'HeldBack',
		'perMinute or concurrency of a target has held deliveries back for 30 minutes: it gets fewer than there are (its log has the oldest)',
		'Sum',
		{ periods: 6 },
	],
	[
		'AgeAtReceipt',
		'A delivery reached sender 30 minutes or more after it could be sent (its log has the oldest targets)',
		'Maximum',
		{ threshold: 1_800_000 },
	],
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
];

/** Metrics of sender, where it sends to subscriptions. */
const ENDED_METRICS: readonly OwnMetric[] = [
	[
		'EndedSubscriptions',
		'A subscription has ended because its target accepts no messages any more (the log has its name)',
		'Sum',
	],
];

const CALLBACK_METRICS: readonly OwnMetric[] = [
	[
		'FailedCallbacks',
		'The callback of an export was given up: its receiver was not told (its log has the name of the execution)',
		'Sum',
	],
];

const SUBSCRIPTIONS_METRICS: readonly OwnMetric[] = [
	[
		'FailedRequests',
		'subscriptions could not answer requests: table, key or configuration (see its log)',
		'Sum',
	],
];

const TOP_UP_METRICS: readonly OwnMetric[] = [
	['Payments', 'topUp has paid an L1 validation (its log has validation, amount and fee)', 'Sum'],
	[
		'Refusals',
		'topUp has refused a payment that a validation needs (its log has the reason)',
		'Sum',
	],
	['LowPayer', 'The wallet of topUp has less than lowPayer: refill it', 'Sum'],
	[
		'HangingIntents',
		'A payment of topUp has not ended for 15 minutes: nothing else is paid until it has (docs/topUp.md)',
		'Sum',
	],
];

const RECEIVE_METRICS: readonly OwnMetric[] = [
	SKIPPED_RECORDS,
	['DeadLetters', 'receive has put events that cannot be delivered among the dead letters', 'Sum'],
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
];

/** A metric of a function's own, by the name that its code gives it. */
export function ownMetric(
	stage: string,
	service: string,
	metricName: string,
	options: object = SUM,
): Metric {
	return new Metric({
		namespace: 'Avalanche',
		metricName,
		dimensionsMap: { service, stage },
		...options,
	});
}

/**
 * Alarms on failing functions, failed executions, dead letters, runs that do not take place, and
 * every queue of the stack but that of results, which all publish to one topic, which it returns.
 */
export function addAlarms(
	stack: Stack,
	options: AvalancheOptions,
	functions: readonly Function[],
): ITopic {
	const topic = alarmTopic(stack, options);
	const action = new SnsAction(topic);
	const stage = stageOf(options);
	// The queue of results is read by programs of the user.
	const queues = stack.node.children
		.filter((child) => child instanceof Queue)
		.filter(({ node }) => node.id !== RESULTS);
	const watches = [
		...functions.flatMap((made) => [...ofEvery(made, stage), ...ofOne(made, options)]),
		...queues.map(ofQueue),
	];
	for (const { id, description, metric, threshold = 1, periods = 1, whenAbsentFor } of watches) {
		const isAbsence = whenAbsentFor !== undefined;
		const alarm = new Alarm(stack, id, {
			alarmDescription: description,
			metric,
			threshold,
			evaluationPeriods: whenAbsentFor ?? periods,
			comparisonOperator: isAbsence
				? ComparisonOperator.LESS_THAN_THRESHOLD
				: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
			treatMissingData: isAbsence ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
		});
		alarm.addAlarmAction(action);
		alarm.addOkAction(action);
	}
	return topic;
}

function ofEvery(made: Function, stage: string): Watch[] {
	const { id } = made.node;
	const isAggregate = id === 'AggregateSignatures';
	return [
		{
			id: `${id}Errors`,
			description: isAggregate
				? `${id} ended without a response: timeout, crash or configuration (see its log)`
				: `${id} failed (see its log)`,
			metric: isAggregate ? unreportedErrors(made, stage) : made.metricErrors(SUM),
		},
		{ id: `${id}Throttles`, description: `${id} was throttled`, metric: made.metricThrottles(SUM) },
	];
}

/**
 * Lambda counts an error that aggregateSignatures returns to a direct caller, such as that of an
 * invalid request, in the same metric as a crash. The function counts what it returns.
 */
function unreportedErrors(made: Function, stage: string): MathExpression {
	return new MathExpression({
		expression: 'errors - FILL(thrown, 0)',
		usingMetrics: {
			errors: made.metricErrors(SUM),
			thrown: ownMetric(stage, 'aggregateSignatures', 'ThrownErrors'),
		},
		label: 'Errors that the function did not return itself',
		period: PERIOD,
	});
}

function ofOne(made: Function, options: AvalancheOptions): Watch[] {
	const stage = stageOf(options);
	switch (made.node.id) {
		case 'ExportTransactions':
			return [
				...['DurableExecutionFailed', 'DurableExecutionTimedOut'].map((name) => ({
					id: name,
					description: `An export ended: ${name}`,
					metric: made.metric(name, SUM),
				})),
				...(options.exports?.callback
					? ownWatches(stage, 'exportTransactions', CALLBACK_METRICS)
					: []),
			];
		case 'AggregateSignatures':
			return [
				{
					id: 'AggregateSignaturesFailures',
					description:
						'aggregateSignatures returned no signed message for a valid request: key, service, node or verification failed (see its log)',
					metric: ownMetric(stage, 'aggregateSignatures', 'Failures'),
				},
			];
		case 'Notify':
			return ofNotify(options);
		case 'Sender':
			return [
				...ownWatches(stage, 'sender', SENDER_METRICS),
				...(functionsOf(options).includes('subscriptions')
					? ownWatches(stage, 'sender', ENDED_METRICS)
					: []),
			];
		case 'Receive':
			return ofReceive(options);
		case 'Subscriptions':
			return ownWatches(stage, 'subscriptions', SUBSCRIPTIONS_METRICS);
		case 'TopUp':
			return [
				...ownWatches(stage, 'topUp', TOP_UP_METRICS),
				notRun(stage, 'topUp', {
					...{ metric: 'Runs', what: 'ended a run' },
					everyMinutes: options.topUp?.everyMinutes ?? TOP_UP_MINUTES,
				}),
			];
		default:
			return [];
	}
}

/** Runs that are absent for so many periods in a row are more than a run that came late. */
const ABSENT_PERIODS = 3;

function ofNotify(options: AvalancheOptions): Watch[] {
	const stage = stageOf(options);
	return [
		...ownWatches(stage, 'notify', NOTIFY_METRICS),
		notRun(stage, 'notify', {
			metric: 'Runs',
			what: 'ended a run',
			everyMinutes: options.notify?.everyMinutes ?? 1,
		}),
	];
}

function ofReceive(options: AvalancheOptions): Watch[] {
	const { everyMinutes = CHECK_MINUTES } = options.receive ?? {};
	const stage = stageOf(options);
	return [
		...ownWatches(stage, 'receive', RECEIVE_METRICS),
		notRun(stage, 'receive', { metric: 'Checks', what: 'ended a check', everyMinutes }),
	];
}

const idOf = (service: string) => service[0].toUpperCase() + service.slice(1);

/** Alarms on metrics that a function writes itself. */
function ownWatches(stage: string, service: string, metrics: readonly OwnMetric[]): Watch[] {
	return metrics.map(([name, description, statistic, limits]) => ({
		id: `${idOf(service)}${name}`,
		description,
		metric: ownMetric(stage, service, name, { period: PERIOD, statistic }),
		...limits,
	}));
}

/** The alarm on the absence of a function's own metric. */
function notRun(
	stage: string,
	service: string,
	{ metric, what, everyMinutes }: { metric: string; what: string; everyMinutes: number },
): Watch {
	// Not shorter than the interval: else there are periods without a run.
	const minutes = Math.max(PERIOD_MINUTES, everyMinutes);
	const period = { period: Duration.minutes(minutes), statistic: 'Sum' };
	return {
		id: `${idOf(service)}NotRun`,
		description: `${service} has not ${what} for ${ABSENT_PERIODS * minutes} minutes: its schedule is disabled or missing, or every one fails (see its log)`,
		metric: ownMetric(stage, service, metric, period),
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
