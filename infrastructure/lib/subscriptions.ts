import { Annotations, CfnOutput, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { type Function, FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda';
import { type StackParts, addFunction } from './functions';
import { addTable, onItems } from './tables';

/** The subscriptions, for the functions that send to them. */
export interface SubscriptionParts {
	/** Variables of notify and receive. */
	environment: Record<string, string>;
	/** Permissions of sender. */
	sends: PolicyStatement[];
	/** Permissions of notify and receive, which find the subscriptions that want an event and send to none. */
	finds: PolicyStatement[];
}

/** The right to use a key for data keys of subscriptions only. */
const useKey = (key: Key, ...names: string[]) =>
	new PolicyStatement({
		actions: names.map((name) => `kms:${name}`),
		resources: [key.keyArn],
		conditions: {
			StringEquals: { 'kms:EncryptionContext:purpose': 'avalanche-subscriptions' },
		},
	});

/** The API of subscriptions with its URL, its table, and the key that encrypts destinations. */
export function addSubscriptions(
	stack: Stack,
	parts: StackParts,
): { made: Function; parts: SubscriptionParts } {
	const { url: auth = 'token', limit, concurrency } = parts.options.subscriptions ?? {};
	const table = addTable(stack, 'SubscriptionsTable', { timeToLiveAttribute: 'expiresAt' });
	const key = new Key(stack, 'SubscriptionsKey', {
		description: 'Encrypts URLs and secrets of subscriptions',
		enableKeyRotation: true,
		// Without it, no destination could be read any more.
		removalPolicy: RemovalPolicy.RETAIN,
	});
	const environment = {
		SUBSCRIPTIONS_TABLE: table.tableName,
		SUBSCRIPTIONS_KEY: key.keyArn,
	};
	const made = addFunction(stack, 'subscriptions', parts, {
		timeout: Duration.seconds(30),
		environment: {
			...environment,
			SUBSCRIPTIONS_AUTH: auth,
			...(limit !== undefined && { SUBSCRIPTIONS_LIMIT: String(limit) }),
		},
		statements: [
			onItems(
				table,
				...['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'Query'],
			),
			useKey(key, 'GenerateDataKey', 'Decrypt'),
		],
		rest: { reservedConcurrentExecutions: concurrency },
	});
	const authType = auth === 'iam' ? FunctionUrlAuthType.AWS_IAM : FunctionUrlAuthType.NONE;
	new CfnOutput(stack, 'SubscriptionsUrl', { value: made.addFunctionUrl({ authType }).url });
	new CfnOutput(stack, 'SubscriptionsTableName', { value: table.tableName });
	if (auth === 'token' && concurrency === undefined) {
		Annotations.of(made).addWarningV2(
			'avalanche:subscriptions-url-without-limit',
			'The URL of subscriptions is public, without subscriptions.concurrency: anyone can use the whole concurrency of the account in this region, at its cost',
		);
	}
	const finds = onItems(table, ...['GetItem', 'PutItem', 'DeleteItem', 'BatchGetItem', 'Query']);
	const notes = onItems(table, 'BatchWriteItem');
	return {
		made,
		parts: { environment, sends: [finds, notes, useKey(key, 'Decrypt')], finds: [finds] },
	};
}
