import type { Stack } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, LogQueryWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { ownMetric } from './alarms';
import type { AvalancheOptions } from './optionsSchema';
import { stageOf } from './options';

const WIDTH = 12;

/** The metrics of each graph: those of functions, of which those are left out that are not deployed. */
const GRAPHS: ReadonlyArray<readonly [title: string, metrics: ReadonlyArray<[string, string]>]> = [
	[
		'Events',
		[
			['notify', 'Events'],
			['receive', 'Messages'],
			['receive', 'Events'],
			['notify', 'SkippedRecords'],
			['notify', 'FailedSources'],
		],
	],
	[
		'Deliveries',
		['notify', 'sender'].flatMap((of) =>
			['Deliveries', 'FailedDeliveries', 'LateDeliveries', 'DeadLetters'].map(
				(name): [string, string] => [of, name],
			),
		),
	],
	[
		'Targets in trouble',
		['FailingTargets', 'DisabledTargets', 'UnfinishedSources'].map((name) => ['notify', name]),
	],
	[
		'Exports',
		[
			['startExport', 'StartedExports'],
			['exportTransactions', 'ExportedFiles'],
			['exportTransactions', 'FailedExports'],
			['exportTransactions', 'FailedCallbacks'],
		],
	],
	[
		'Signatures',
		['Failures', 'InvalidRequests', 'ThrownErrors'].map((name) => ['aggregateSignatures', name]),
	],
];

/** A dashboard of events, deliveries, backlog, failures by target, exports and signatures. */
export function addDashboard(
	stack: Stack,
	options: AvalancheOptions,
	functions: readonly Function[],
): void {
	const dashboard = new Dashboard(stack, 'Dashboard');
	const idOf = (service: string) => service[0].toUpperCase() + service.slice(1);
	const deployed = new Map(functions.map((made) => [made.node.id, made]));
	for (const [title, metrics] of GRAPHS) {
		const left = metrics
			.filter(([service]) => deployed.has(idOf(service)))
			.map(([service, name]) =>
				ownMetric(stageOf(options), service, name).with({ label: `${service} ${name}` }),
			);
		if (left.length > 0) dashboard.addWidgets(new GraphWidget({ title, left, width: WIDTH }));
	}
	const queues = stack.node.children.filter((child) => child instanceof Queue);
	if (queues.length > 0) {
		dashboard.addWidgets(
			new GraphWidget({
				title: 'Messages that wait, and the age of the oldest (s)',
				left: queues.map((queue) => queue.metricApproximateNumberOfMessagesVisible()),
				right: queues.map((queue) => queue.metricApproximateAgeOfOldestMessage()),
				width: WIDTH,
			}),
		);
	}
	const senders = ['Notify', 'Sender'].flatMap((id) => deployed.get(id) ?? []);
	if (senders.length > 0) {
		dashboard.addWidgets(
			new LogQueryWidget({
				title: 'Failures by target',
				logGroupNames: senders.map(({ logGroup }) => logGroup.logGroupName),
				queryLines: [
					'fields target, failed, dead, status, reason',
					'filter ispresent(target) and ispresent(failed)',
					'stats sum(failed) as failures, sum(dead) as deadLetters, latest(status), latest(reason) by target',
					'sort failures desc',
				],
				width: 2 * WIDTH,
			}),
		);
	}
}
