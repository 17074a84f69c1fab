import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportEnvironment } from '../../lambdas/exportTransactions/environment';
import type { AvalancheOptions } from '../lib/optionsSchema';
import { everything } from './everything';
import { bare, listOf, type Statement, templateOf, textOf } from './template';

/** The option exports.callback: a secret, the right to read it, time for the retries, an alarm. */

const callback = { secret: { secret: 'avalanche/callbacks', field: 'export' } };
const withCallback: AvalancheOptions = {
	...everything,
	exports: { ...everything.exports, callback },
};
const [off, on] = [everything, withCallback].map((options) => templateOf(options));

const variablesOf = (template: typeof on) => {
	const functions = Object.entries(template.findResources('AWS::Lambda::Function'));
	const found = functions.find(([id]) => bare(id) === 'ExportTransactions');
	return found?.[1].Properties.Environment.Variables as Record<string, unknown>;
};
const alarmsOf = (template: typeof on) =>
	Object.keys(template.findResources('AWS::CloudWatch::Alarm')).map(bare).sort();

test('the function is told where the secret is, and accepts it', () => {
	const variables = variablesOf(on);
	assert.deepEqual(
		Object.fromEntries(Object.entries(variables).filter(([name]) => /CALLBACK/.test(name))),
		{
			EXPORT_CALLBACK_KEY_SECRET: 'avalanche/callbacks',
			EXPORT_CALLBACK_KEY_SECRET_FIELD: 'export',
		},
	);
	const given = Object.entries(variables).map(([name, value]) => [
		name,
		typeof value === 'string' ? value : 'some-name',
	]);
	assert.doesNotThrow(() => exportEnvironment(Object.fromEntries(given)));
	assert.ok(!JSON.stringify(variablesOf(off)).includes('CALLBACK'));
});

test('only the role of exportTransactions may read it', () => {
	const readers = Object.values(on.findResources('AWS::IAM::Policy')).filter((policy) =>
		(policy.Properties.PolicyDocument.Statement as Statement[]).some(({ Action, Resource }) =>
			listOf(Action).some(
				(one) =>
					one === 'secretsmanager:GetSecretValue' &&
					listOf(Resource).map(textOf).join().endsWith(':secret:avalanche/callbacks-??????'),
			),
		),
	);
	assert.deepEqual(
		readers.map(({ Properties }) => bare(Properties.Roles[0].Ref)),
		['ExportTransactionsRole'],
	);
});

test('an execution has time for the retries after the deadline of its exports', () => {
	const minutes = 2 * 24 * 60 - 60;
	assert.equal(Number(variablesOf(off).EXPORT_DEADLINE_MINUTES), minutes);
	// The longest retries: docs/lambdas.md, and ten minutes for each of the first eight.
	const retries = 11 * 60 + 8 * 10;
	const left = minutes - Number(variablesOf(on).EXPORT_DEADLINE_MINUTES);
	assert.ok(left > retries, `${left} minutes for ${retries}`);
});

test('callbacks that are given up raise an alarm', () => {
	const more = alarmsOf(on).filter((id) => !alarmsOf(off).includes(id));
	assert.deepEqual(more, ['ExportTransactionsFailedCallbacks']);
	on.hasResourceProperties('AWS::CloudWatch::Alarm', {
		Namespace: 'Avalanche',
		MetricName: 'FailedCallbacks',
		Dimensions: [
			{ Name: 'service', Value: 'exportTransactions' },
			{ Name: 'stage', Value: 'production' },
		],
	});
});
