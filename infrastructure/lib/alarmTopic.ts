import { Annotations, ArnFormat, CfnOutput, type Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type ITopic, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { AvalancheOptions } from './optionsSchema';

/** The output with the topic that all alarms publish to. */
export const TOPIC_OUTPUT = 'AlarmTopicArn';

/**
 * The topic that all alarms publish to: the one of the options, or one of the stack. Without an
 * address or a topic in the options, the alarms reach nobody, which is a warning of the synthesis.
 */
export function alarmTopic(stack: Stack, { alarmEmail, alarmTopicArn }: AvalancheOptions): ITopic {
	const topic = alarmTopicArn
		? Topic.fromTopicArn(stack, 'Alarms', alarmTopicArn)
		: ownTopic(stack);
	if (alarmEmail) topic.addSubscription(new EmailSubscription(alarmEmail));
	if (!alarmEmail && !alarmTopicArn) {
		Annotations.of(stack).addWarningV2(
			'avalanche:alarms-reach-nobody',
			`Alarms reach nobody: set alarmEmail or alarmTopicArn in options.ts, or subscribe to the topic of the output ${TOPIC_OUTPUT} after the deployment`,
		);
	}
	new CfnOutput(stack, TOPIC_OUTPUT, {
		value: topic.topicArn,
		description: 'Topic that all alarms publish to',
	});
	return topic;
}

/**
 * `enforceSSL` gives the topic a policy of its own, in place of SNS's default, which allows the
 * account's alarms to publish: that has to be said as well.
 */
function ownTopic(stack: Stack): Topic {
	const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
	topic.addToResourcePolicy(
		new PolicyStatement({
			sid: 'AllowAlarmsOfThisAccount',
			principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
			actions: ['sns:Publish'],
			resources: [topic.topicArn],
			conditions: {
				StringEquals: { 'aws:SourceAccount': stack.account },
				ArnLike: {
					'aws:SourceArn': stack.formatArn({
						service: 'cloudwatch',
						resource: 'alarm',
						resourceName: '*',
						arnFormat: ArnFormat.COLON_RESOURCE_NAME,
					}),
				},
			},
		}),
	);
	return topic;
}
