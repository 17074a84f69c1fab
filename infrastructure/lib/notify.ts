import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import { AttributeType, ProjectionType, type Table } from 'aws-cdk-lib/aws-dynamodb';
import { Policy, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { addFunction } from './functions';
import { addLinkUrl } from './linkUrl';
import { sendTo } from './queues';
import { addSchedule } from './schedules';
import { type DeliveryParts, type DeliveryQueues, queueVariables } from './senders';
import { sendToNamed } from './sendTo';
import { addTable, useItems } from './tables';

/** The scheduled poller with its table. */
export function addNotify(stack: Stack, parts: DeliveryParts): { notify: Function; table: Table } {
	const { services, queues, subscriptions } = parts;
	const { notify } = parts.options;
	if (!notify) throw new Error('notify.settings is required for notify');
	const table = addTable(stack, 'NotifyTable', { timeToLiveAttribute: 'expiresAt' });
	table.addGlobalSecondaryIndex({
		indexName: 'queue',
		partitionKey: { name: 'queue', type: AttributeType.STRING },
		sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
		projectionType: ProjectionType.ALL,
	});
	const made = addFunction(stack, 'notify', parts, {
		timeout: Duration.minutes(5),
		environment: {
			...services.environment,
			NOTIFY_TABLE: table.tableName,
			...queueVariables(queues),
			...subscriptions?.environment,
		},
		secrets: { ...services.secrets, NOTIFY_SETTINGS: notify.settings },
		failures: 'FailedRuns',
		statements: [
			useItems(table, 'BatchGetItem'),
			new PolicyStatement({
				actions: ['dynamodb:Query'],
				resources: [`${table.tableArn}/index/queue`],
			}),
			useSources(table),
			sendTo(queues.main),
			countMessages(queues),
			...sendToNamed(stack, notify.sendTo ?? {}),
			...(subscriptions?.finds ?? []),
		],
		rest: {
			// The next run repeats what one has not done: Lambda need not.
			retryAttempts: 0,
			reservedConcurrentExecutions: notify.concurrency,
		},
	});
	// Many sources are read by several invocations. The function cannot depend on a right to itself, so that
	// this one is not among those of its role.
	new Policy(stack, 'NotifyAgain', {
		roles: [stack.node.findChild('NotifyRole') as Role],
		statements: [
			new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [made.functionArn] }),
		],
	});
	addSchedule(stack, 'NotifySchedule', {
		schedule: ScheduleExpression.rate(Duration.minutes(notify.everyMinutes ?? 1)),
		description: 'notify: polls its sources',
		target: made,
		event: { action: 'run' },
		retryAttempts: 0,
	});
	if (notify.alertLinks) addLinkUrl(stack, made, 'notify');
	new CfnOutput(stack, 'NotifyTableName', { value: table.tableName });
	return { notify: made, table };
}

/** The right to read how many messages wait. */
function countMessages({ main, slow }: DeliveryQueues): PolicyStatement {
	return new PolicyStatement({
		actions: ['sqs:GetQueueAttributes'],
		resources: [main.queueArn, slow.queueArn],
	});
}

/** The right to list the sources in the table, and to list and remove the parts of their states; no other items. */
function useSources(table: Table): PolicyStatement {
	return new PolicyStatement({
		actions: ['dynamodb:Query', 'dynamodb:DeleteItem'],
		resources: [table.tableArn],
		conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['source#*', 'sources'] } },
	});
}
