import { CfnOutput, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Policy, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { addFunction } from './functions';
import { addLinkUrl } from './linkUrl';
import type { AvalancheOptions } from './optionsSchema';
import { deadLetterQueue, sendTo } from './queues';
import { addSchedule } from './schedules';
import { readSecret, secretVariables } from './secrets';
import { type DeliveryQueues, queueVariables } from './senders';
import { sendToNamed } from './sendTo';
import type { ServiceSettings } from './services';
import type { SubscriptionParts } from './subscriptions';
import { useItems } from './tableRights';

interface NotifyParts {
	options: AvalancheOptions;
	codeFolder: string;
	services: ServiceSettings;
	queues: DeliveryQueues;
	/** Present if notify sends to subscriptions. */
	subscriptions?: SubscriptionParts;
}

/** The scheduled poller with its table. */
export function addNotify(
	stack: Stack,
	{ options, codeFolder, services, queues, subscriptions }: NotifyParts,
): { notify: Function; table: Table } {
	const { notify } = options;
	if (!notify) throw new Error('notify.settings is required for notify');
	const table = new Table(stack, 'NotifyTable', {
		partitionKey: { name: 'pk', type: AttributeType.STRING },
		sortKey: { name: 'sk', type: AttributeType.STRING },
		billingMode: BillingMode.PAY_PER_REQUEST,
		timeToLiveAttribute: 'expiresAt',
		pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
		removalPolicy: RemovalPolicy.RETAIN,
	});
	table.addGlobalSecondaryIndex({
		indexName: 'queue',
		partitionKey: { name: 'queue', type: AttributeType.STRING },
		sortKey: { name: 'dueAt', type: AttributeType.NUMBER },
		projectionType: ProjectionType.ALL,
	});
	// Queue of the events of runs that failed.
	const failed = deadLetterQueue(stack, 'FailedRuns');
	const made = addFunction(stack, {
		name: 'notify',
		options,
		codeFolder,
		memorySize: 512,
		timeout: Duration.minutes(5),
		environment: {
			...services.environment,
			...secretVariables('NOTIFY_SETTINGS', notify.settings),
			NOTIFY_TABLE: table.tableName,
			...queueVariables(queues),
			...subscriptions?.environment,
		},
		statements: [
			...services.statements,
			...readSecret(stack, notify.settings),
			useItems(table, 'BatchGetItem'),
			new PolicyStatement({
				actions: ['dynamodb:Query'],
				resources: [`${table.tableArn}/index/queue`],
			}),
			useSources(table),
			sendTo(failed),
			sendTo(queues.main),
			countMessages(queues),
			...sendToNamed(stack, notify.sendTo ?? {}),
			...(subscriptions?.finds ?? []),
		],
		rest: {
			deadLetterQueue: failed,
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
