import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOptions } from '../lib/checkOptions';
import { stackOf, type Statement, statementsByRole, templateOf, textOf } from './template';

const options = {
	services: { nodeUrl: 'https://node.example.org' },
	topUp: { settings: { parameter: '/top-up' } },
};
const template = templateOf(options);
const ONLY_DIGESTS = {
	StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'DIGEST' },
};

test('the key signs secp256k1, is kept, and is used by the role of topUp alone', () => {
	const [key, ...more] = Object.values(template.findResources('AWS::KMS::Key'));
	assert.deepEqual(
		[more, key.DeletionPolicy, key.Properties.KeySpec, key.Properties.KeyUsage],
		[[], 'Retain', 'ECC_SECG_P256K1', 'SIGN_VERIFY'],
	);
	const [administration, own, reads, others] = key.Properties.KeyPolicy.Statement as Statement[];
	const uses = /kms:(\*|Sign|Creategrant|GenerateMac|Decrypt|ReEncrypt)/i;
	assert.doesNotMatch(JSON.stringify(administration.Action), uses);
	for (const { Principal } of [own, reads]) {
		assert.deepEqual(textOf((Principal as { AWS: unknown }).AWS), '<TopUpRole.Arn>');
	}
	assert.deepEqual(
		[own.Action, own.Condition, reads.Action],
		['kms:Sign', ONLY_DIGESTS, 'kms:GetPublicKey'],
	);
	assert.deepEqual([others.Effect, others.Principal], ['Deny', { AWS: '*' }]);
	assert.deepEqual(others.Action, ['kms:Sign', 'kms:CreateGrant']);
	const { ArnNotEquals } = others.Condition as Record<string, Record<string, unknown>>;
	assert.equal(textOf(ArnNotEquals['aws:PrincipalArn']), '<TopUpRole.Arn>');
});

test('the role may sign a digest by ECDSA_SHA_256, and nothing else', () => {
	const { TopUpRole } = statementsByRole(template);
	const signs = TopUpRole.filter(({ Action }) => JSON.stringify(Action).includes('kms:Sign'));
	assert.deepEqual(
		signs.map(({ Condition }) => Condition),
		[ONLY_DIGESTS],
	);
});

test('the topic of the alarms is told of every other use of the key', () => {
	const [rule] = Object.values(template.findResources('AWS::Events::Rule'));
	const { State, EventPattern, Targets } = rule.Properties;
	assert.equal(State, 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS');
	assert.equal(textOf(EventPattern.detail.resources.ARN[0]), '<TopUpKey.Arn>');
	const [changes, byOthers, byNoRole] = EventPattern.detail.$or as Array<{
		eventName: string[];
		userIdentity: { sessionContext: { sessionIssuer: { arn: [Record<string, unknown>] } } };
	}>;
	assert.ok(changes.eventName.includes('PutKeyPolicy'));
	const issuerOf = (one: typeof byOthers) => one.userIdentity.sessionContext.sessionIssuer.arn[0];
	assert.deepEqual(textOf((issuerOf(byOthers)['anything-but'] as unknown[])[0]), '<TopUpRole.Arn>');
	assert.deepEqual(issuerOf(byNoRole), { exists: false });
	assert.equal(textOf(Targets[0].Arn), '<Alarms>');
	const [policy] = Object.values(template.findResources('AWS::SNS::TopicPolicy'));
	const { Condition } = (policy.Properties.PolicyDocument.Statement as Statement[]).find(
		({ Principal }) => JSON.stringify(Principal).includes('events.amazonaws.com'),
	) as { Condition: { ArnEquals: Record<string, unknown> } };
	assert.equal(textOf(Condition.ArnEquals['aws:SourceArn']), '<TopUpKeyUse.Arn>');
});

test('memory and payments are kept; it runs every five minutes, or as the options say', () => {
	template.hasResource('AWS::DynamoDB::Table', {
		DeletionPolicy: 'Retain',
		Properties: { TimeToLiveSpecification: Match.absent() },
	});
	const topUp = { ...options.topUp, everyMinutes: 30 };
	for (const [made, rate] of [
		[template, 'rate(5 minutes)'],
		[Template.fromStack(stackOf({ ...options, topUp })), 'rate(30 minutes)'],
	] as const) {
		made.hasResourceProperties('AWS::Scheduler::Schedule', {
			ScheduleExpression: rate,
			Target: { Input: '{"action":"run"}' },
		});
	}
});

const links = [
	['topUp', { ...options, topUp: { ...options.topUp, approvalUrl: true } }],
	['notify', { notify: { settings: { parameter: '/notify' }, alertLinks: true } }],
] as const;

for (const [name, given] of links) {
	test(`links of ${name} have a public URL only if the options ask for one, with a warning`, () => {
		template.resourceCountIs('AWS::Lambda::Url', 0);
		const stack = stackOf(given);
		Template.fromStack(stack).hasResourceProperties('AWS::Lambda::Url', { AuthType: 'NONE' });
		const said = Match.stringLikeRegexp(`URL of ${name} is public`);
		Annotations.fromStack(stack).hasWarning('*', said);
	});
}

test('what topUp needs is required', () => {
	assert.throws(
		() => checkOptions({ topUp: options.topUp }),
		/services\.nodeUrl is required for topUp/,
	);
	const functions = ['topUp'];
	assert.throws(
		() => checkOptions({ ...options, topUp: undefined, functions }),
		/topUp\.settings is required/,
	);
	assert.throws(() => checkOptions({ ...options, functions: ['notify'] }), /topUp has no effect/);
	const given = { ...options, topUp: { settings: 'obviously-fake' } };
	assert.throws(
		() => checkOptions(given),
		(error: Error) => !error.message.includes('fake'),
	);
});
