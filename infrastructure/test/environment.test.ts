import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configurationOf as aggregateEnvironment } from '../../lambdas/aggregateSignatures/configuration';
import { exportEnvironment } from '../../lambdas/exportTransactions/environment';
import {
	notifyEnvironment,
	receiveEnvironment,
	senderEnvironment,
} from '../../lambdas/notify/configuration';
import { configurationOf as subscriptionsEnvironment } from '../../lambdas/subscriptions/configuration';
import { startEnvironment } from '../../lambdas/startExport/environment';
import { parseStartEvent } from '../../lambdas/startExport/event';
import { topUpEnvironment } from '../../lambdas/topUp/configuration';
import { FUNCTIONS, type FunctionName } from '../lib/optionsSchema';
import { everything } from './everything';
import { bare, templateOf } from './template';

type Environment = Record<string, string>;
const CHECKS: Record<FunctionName, (environment: Environment) => unknown> = {
	aggregateSignatures: aggregateEnvironment,
	exportTransactions: exportEnvironment,
	notify: notifyEnvironment,
	receive: receiveEnvironment,
	sender: senderEnvironment,
	startExport: startEnvironment,
	subscriptions: subscriptionsEnvironment,
	topUp: topUpEnvironment,
};

const template = templateOf(everything);

/** References as a deployment would fill them in. */
function filled(variables: Record<string, unknown>): Environment {
	const arn = 'arn:aws:lambda:eu-central-1:123456789012:function:exports:live';
	const queue = 'https://sqs.eu-central-1.amazonaws.com/123456789012/deliveries';
	return Object.fromEntries(
		Object.entries(variables).map(([name, value]) => [
			name,
			typeof value === 'string'
				? value
				: name.endsWith('ARN')
					? arn
					: name.endsWith('URL')
						? queue
						: 'some-name',
		]),
	);
}

for (const name of FUNCTIONS) {
	test(`${name} accepts the environment that the stack gives it`, () => {
		const id = name[0].toUpperCase() + name.slice(1);
		const found = Object.entries(template.findResources('AWS::Lambda::Function')).find(
			([logicalId]) => bare(logicalId) === id,
		);
		const environment = filled(found?.[1].Properties.Environment.Variables);
		assert.doesNotThrow(() => CHECKS[name](environment));
	});
}

test('startExport accepts the events of the schedules', () => {
	const inputs = Object.values(template.findResources('AWS::Scheduler::Schedule'))
		.map(({ Properties }) => Properties.Target.Input as unknown)
		.filter((input) => typeof input === 'string')
		.map((input) => JSON.parse(input) as Record<string, unknown>)
		.filter(({ rule }) => rule !== undefined);
	assert.ok(inputs.length > 0);
	// EventBridge Scheduler writes the planned time like this.
	for (const input of inputs) parseStartEvent({ ...input, time: '2026-11-21T06:00:00Z' });
});
