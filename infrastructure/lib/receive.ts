import { Annotations, CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type Function, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { addFunction } from './functions';
import type { AvalancheOptions } from './optionsSchema';
import type { SecretPlace } from './secretPlace';
import { deadLetterQueue, sendTo } from './queues';
import { addSchedule } from './schedules';
import { readSecret, secretVariables } from './secrets';
import { type DeliveryQueues, queueVariables } from './senders';
import type { ServiceSettings } from './services';
import type { SubscriptionParts } from './subscriptions';
import { useItems } from './tableRights';

interface ReceiveParts {
	options: AvalancheOptions;
	codeFolder: string;
	services: ServiceSettings;
	/** Of notify. */
	table: Table;
	queues: DeliveryQueues;
	/** Present if notify sends to subscriptions. */
	subscriptions?: SubscriptionParts;
}

/** Default interval of the checks (minutes). */
export const CHECK_MINUTES = 10;

/** The receiver of webhooks, with a public URL and the schedule of its checks. */
export function addReceive(
	stack: Stack,
	{ options, codeFolder, services, table, queues, subscriptions }: ReceiveParts,
): Function {
	const { everyMinutes = CHECK_MINUTES, url: ownUrl, ...receive } = options.receive ?? {};
	const { signatureScheme, concurrency } = receive;
	const settings = options.notify?.settings as SecretPlace;
	// Queue of the events of checks that failed.
	const failed = deadLetterQueue(stack, 'FailedChecks');
	const made = addFunction(stack, {
		name: 'receive',
		options,
		codeFolder,
		memorySize: 512,
		timeout: Duration.minutes(5),
		environment: {
			...services.environment,
			...secretVariables('NOTIFY_SETTINGS', settings),
			NOTIFY_TABLE: table.tableName,
			...queueVariables(queues),
			...subscriptions?.environment,
			...(signatureScheme && { SIGNATURE_SCHEME: signatureScheme }),
		},
		statements: [
			...services.statements,
			...readSecret(stack, settings),
			useItems(table),
			sendTo(failed),
			sendTo(queues.main),
			...(subscriptions?.finds ?? []),
		],
		rest: {
			deadLetterQueue: failed,
			// The next check repeats what one has not done: Lambda need not.
			retryAttempts: 0,
			reservedConcurrentExecutions: concurrency,
		},
	});
	// The data service signs its messages, and cannot sign requests as AWS does.
	const { url } = made.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
	addSchedule(stack, 'ReceiveSchedule', {
		schedule: ScheduleExpression.rate(Duration.minutes(everyMinutes)),
		description: 'receive: checks the webhooks',
		target: made,
		// The function cannot know its URL by itself: each would need the other first.
		event: { action: 'check', url: ownUrl ?? url },
		retryAttempts: 0,
	});
	new CfnOutput(stack, 'ReceiveUrl', { value: url });
	if (concurrency === undefined) {
		Annotations.of(made).addWarningV2(
			'avalanche:receive-url-without-limit',
			'The URL of receive is public, without receive.concurrency: anyone can use the whole concurrency of the account in this region, at its cost',
		);
	}
	return made;
}
