import { CfnOutput, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import { type CfnRule, Rule } from 'aws-cdk-lib/aws-events';
import {
	AccountRootPrincipal,
	AnyPrincipal,
	Effect,
	PolicyDocument,
	PolicyStatement,
	type PolicyStatementProps,
	type Role,
	ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { type StackParts, addFunction } from './functions';
import { addTable, onItems } from './tables';
import { addLinkUrl } from './linkUrl';
import { addSchedule } from './schedules';

/** Default interval of the runs, in minutes. */
export const TOP_UP_MINUTES = 5;

const KEY = 'TopUpKey';
const ROLE = 'TopUpRole';

/** The actions of the account's administrators on the key: all but its use. */
const ADMINISTRATION = [
	...['Create*', 'Describe*', 'Enable*', 'List*', 'Put*', 'Update*', 'Revoke*', 'Disable*'],
	...['Get*', 'Delete*', 'TagResource', 'UntagResource', 'ScheduleKeyDeletion'],
	'CancelKeyDeletion',
].map((name) => `kms:${name}`);

/** The only request of a signature that the role may make. */
const conditions = {
	StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
};

/** The function that pays the balances of L1 validations, with its key, its table and its schedule. */
export function addTopUp(stack: Stack, parts: StackParts): Function {
	const { services } = parts;
	const { topUp } = parts.options;
	if (!topUp) throw new Error('topUp.settings is required for topUp');
	// Without it, a payment that is on its way would be forgotten.
	const table = addTable(stack, 'TopUpTable');
	const key = new Key(stack, KEY, {
		description: 'Signs top-ups of L1 validations; its address holds AVAX',
		keySpec: KeySpec.ECC_SECG_P256K1,
		keyUsage: KeyUsage.SIGN_VERIFY,
		// Without it, what its address holds is lost.
		removalPolicy: RemovalPolicy.RETAIN,
		policy: new PolicyDocument({
			statements: [
				new PolicyStatement({
					sid: 'Administration',
					principals: [new AccountRootPrincipal()],
					actions: ADMINISTRATION,
					resources: ['*'],
				}),
			],
		}),
	});
	const made = addFunction(stack, 'topUp', parts, {
		timeout: Duration.minutes(2),
		environment: {
			...services.environment,
			TOP_UP_TABLE: table.tableName,
			TOP_UP_KEY: key.keyArn,
		},
		secrets: { ...services.secrets, TOP_UP_SETTINGS: topUp.settings },
		statements: [
			onItems(table, 'GetItem', 'PutItem'),
			new PolicyStatement({ actions: ['kms:Sign'], resources: [key.keyArn], conditions }),
			new PolicyStatement({ actions: ['kms:GetPublicKey'], resources: [key.keyArn] }),
		],
		// The next run continues what one has not done: Lambda need not.
		rest: { retryAttempts: 0 },
	});
	const role = stack.node.findChild(ROLE) as Role;
	const add = (sid: string, actions: string[], more: PolicyStatementProps) =>
		key.addToResourcePolicy(new PolicyStatement({ sid, actions, resources: ['*'], ...more }));
	// Conditions here, too: a policy of the key that allows more would suffice without that of the role.
	add('SignByTheFunction', ['kms:Sign'], { principals: [role], conditions });
	add('ReadByTheFunction', ['kms:GetPublicKey'], { principals: [role] });
	add('SignByNobodyElse', ['kms:Sign', 'kms:CreateGrant'], {
		effect: Effect.DENY,
		principals: [new AnyPrincipal()],
		conditions: { ArnNotEquals: { 'aws:PrincipalArn': role.roleArn } },
	});
	addSchedule(stack, 'TopUpSchedule', {
		schedule: ScheduleExpression.rate(Duration.minutes(topUp.everyMinutes ?? TOP_UP_MINUTES)),
		description: 'topUp: pays the balances of L1 validations',
		target: made,
		event: { action: 'run' },
		retryAttempts: 0,
	});
	if (topUp.approvalUrl) addLinkUrl(stack, made, 'topUp');
	new CfnOutput(stack, 'TopUpTableName', { value: table.tableName });
	new CfnOutput(stack, 'TopUpKeyArn', { value: key.keyArn });
	return made;
}

/**
 * Tells the topic of the alarms when anyone but the function asks the key for a signature, or changes who may. It
 * needs a trail of CloudTrail with management events; a topic of the user's has to let events.amazonaws.com publish.
 */
export function watchKey(stack: Stack, topic: ITopic): void {
	const key = stack.node.findChild(KEY) as Key;
	const role = stack.node.findChild(ROLE) as Role;
	const issuer = (rule: object) => ({
		userIdentity: { sessionContext: { sessionIssuer: { arn: [rule] } } },
	});
	const rule = new Rule(stack, 'TopUpKeyUse', {
		description: 'The key of topUp is used by another caller, or its policy is changed',
		eventPattern: {
			source: ['aws.kms'],
			detailType: ['AWS API Call via CloudTrail'],
			detail: {
				resources: { ARN: [key.keyArn] },
				$or: [
					{ eventName: ['PutKeyPolicy', 'CreateGrant', 'DisableKey', 'ScheduleKeyDeletion'] },
					{ eventName: ['Sign'], ...issuer({ 'anything-but': [role.roleArn] }) },
					// A user, or the root of the account: without a role.
					{ eventName: ['Sign'], ...issuer({ exists: false }) },
				],
			},
		},
		targets: [{ bind: () => ({ arn: topic.topicArn }) }],
	});
	topic.addToResourcePolicy(
		new PolicyStatement({
			sid: 'AllowTheRuleOfTheKey',
			principals: [new ServicePrincipal('events.amazonaws.com')],
			actions: ['sns:Publish'],
			resources: [topic.topicArn],
			conditions: { ArnEquals: { 'aws:SourceArn': rule.ruleArn } },
		}),
	);
	// Signatures count as events that only read, which a rule does not see otherwise.
	(rule.node.defaultChild as CfnRule).state = 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS';
}
