import { Annotations, CfnOutput, Duration, type Stack } from 'aws-cdk-lib';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { type Function, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { addFunction } from './functions';
import { sendTo } from './queues';
import { addSchedule } from './schedules';
import { type DeliveryParts, queueVariables } from './senders';
import { useItems } from './tables';

/** Default interval of the checks (minutes). */
export const CHECK_MINUTES = 10;

/** The receiver of webhooks, with a public URL and the schedule of its checks. */
export function addReceive(stack: Stack, table: Table, parts: DeliveryParts): Function {
	const { options, services, queues, subscriptions } = parts;
	const { everyMinutes = CHECK_MINUTES, url: ownUrl, ...receive } = options.receive ?? {};
	const { signatureScheme, concurrency } = receive;
	const made = addFunction(stack, 'receive', parts, {
		timeout: Duration.minutes(5),
		environment: {
			...services.environment,
			NOTIFY_TABLE: table.tableName,
			...queueVariables(queues),
			...subscriptions?.environment,
			...(signatureScheme && { SIGNATURE_SCHEME: signatureScheme }),
		},
		secrets: { ...services.secrets, NOTIFY_SETTINGS: options.notify?.settings },
		failures: 'FailedChecks',
		statements: [useItems(table), sendTo(queues.main), ...(subscriptions?.finds ?? [])],
		rest: {
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
