import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stackIdOf } from '../lib/options';
import { AvalancheStack } from '../lib/stack';
import { everything } from './everything';
import { codeFolder } from './template';

test('two stages in one app: two stacks that share no name, no metric and no alarm', () => {
	const app = new App();
	const [production, staging] = [{}, { stage: 'staging' }].map((stage) => {
		const options = { ...everything, ...stage };
		return new AvalancheStack(app, stackIdOf(options), { options, codeFolder });
	});
	assert.deepEqual([production.stackName, staging.stackName], ['Avalanche', 'Avalanche-staging']);
	assert.equal(stackIdOf({ stage: 'staging', stackId: 'Own' }), 'Own');
	const [one, other] = [production, staging].map((stack) => Template.fromStack(stack).toJSON());
	/** Names that AWS would refuse the second of: those of resources, and of exported outputs. Policies are inline. */
	const names = (template: typeof one) =>
		JSON.stringify([template.Resources, template.Outputs]).match(
			/"(?:\w*Name|Export|AliasName)":(?:"[^"]*"|\{"Name"[^}]*\})/g,
		) ?? [];
	const fixed = names(one).filter(
		(name) => !/"(?:MetricName|AttributeName|IndexName|Name|ParameterName|PolicyName)"/.test(name),
	);
	assert.deepEqual(fixed, []);
	const metricsOf = ({ Resources }: typeof one) =>
		Object.values(Resources as Record<string, { Type: string; Properties: unknown }>)
			.filter(({ Type }) => Type === 'AWS::CloudWatch::Alarm')
			.flatMap(({ Properties }) => JSON.stringify(Properties).match(/"Dimensions":\[.*?\]/g) ?? [])
			.filter((dimensions) => dimensions.includes('"service"'));
	const [own, others] = [metricsOf(one), metricsOf(other)];
	assert.ok(own.length > 10 && own.length === others.length);
	assert.deepEqual(
		own.filter((dimensions) => others.includes(dimensions)),
		[],
	);
	// The dashboard has the metrics of its stage only, too.
	assert.ok(JSON.stringify(other).includes('\\"stage\\",\\"staging\\"'));
	assert.ok(!JSON.stringify(other).includes('production'));
	for (const { Type, Properties } of Object.values(other.Resources) as Array<{
		Type: string;
		Properties: { Environment: { Variables: Record<string, string> } };
	}>) {
		if (Type !== 'AWS::Lambda::Function') continue;
		assert.equal(Properties.Environment.Variables.AVALANCHE_STAGE, 'staging');
	}
});
