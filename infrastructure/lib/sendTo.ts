import type { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { SendTo } from './optionsSchema';

/** The rights of notify to send to queues, topics and by senders of the user: to the named ones only. */
export function sendToNamed(
	stack: Stack,
	{ queues = [], topics = [], senders = [], kmsKeyArns = [] }: SendTo,
): PolicyStatement[] {
	const named = (actions: string[], resources: readonly string[]) =>
		resources.length > 0 ? [new PolicyStatement({ actions, resources: [...resources] })] : [];
	return [
		...named(['sqs:SendMessage'], queues),
		...named(['sns:Publish'], topics),
		...named(['kms:GenerateDataKey', 'kms:Decrypt'], kmsKeyArns),
		...senders.map(
			(sender) =>
				new PolicyStatement({
					actions: ['ses:SendEmail'],
					resources: identitiesOf(sender).map((identity) =>
						stack.formatArn({ service: 'ses', resource: 'identity', resourceName: identity }),
					),
					conditions: { StringEquals: { 'ses:FromAddress': sender } },
				}),
		),
	];
}

/**
 * Identities that SES may have verified for an address: itself, its domain, or a domain above that.
 */
function identitiesOf(address: string): string[] {
	const labels = address.slice(address.indexOf('@') + 1).split('.');
	const domains = labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
	return [address, ...domains];
}
