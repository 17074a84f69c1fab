import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Function } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { addAggregate } from './aggregate';
import { addAlarms } from './alarms';
import { addExports } from './exports';
import { checkOptions } from './checkOptions';
import { addDashboard } from './dashboard';
import { addNotify } from './notify';
import type { AvalancheOptions } from './optionsSchema';
import { functionsOf } from './options';
import { addReceive } from './receive';
import { addDeliveryQueues, addSender } from './senders';
import { serviceSettings } from './services';
import { addSubscriptions } from './subscriptions';
import { addTopUp, watchKey } from './topUp';

export interface AvalancheStackProps extends StackProps {
	options: AvalancheOptions;
	/** Folder with one bundle a function (`npm run lambdas -- build`). */
	codeFolder: string;
}

/** The functions that the options ask for, and what each of them needs. */
export class AvalancheStack extends Stack {
	constructor(
		scope: Construct,
		id: string,
		{ options, codeFolder, ...props }: AvalancheStackProps,
	) {
		super(scope, id, props);
		const wanted = new Set(functionsOf(checkOptions(options)));
		const parts = { options, codeFolder, services: serviceSettings(options) };
		const functions: Function[] = [];
		if (wanted.has('exportTransactions')) {
			functions.push(...addExports(this, { ...parts, start: wanted.has('startExport') }));
		}
		if (wanted.has('aggregateSignatures')) functions.push(addAggregate(this, parts));
		if (wanted.has('notify')) {
			const queues = addDeliveryQueues(this);
			const api = wanted.has('subscriptions') ? addSubscriptions(this, parts) : undefined;
			const shared = { queues, subscriptions: api?.parts };
			const given = { ...parts, ...shared };
			const { notify, table } = addNotify(this, given);
			functions.push(notify);
			if (wanted.has('receive')) functions.push(addReceive(this, table, given));
			functions.push(addSender(this, table, given));
			if (api) functions.push(api.made);
		}
		if (wanted.has('topUp')) functions.push(addTopUp(this, parts));
		for (const made of functions) {
			const { id } = made.node;
			// Its executions are started by its alias, whose ARN is an output already.
			if (id === 'ExportTransactions') continue;
			new CfnOutput(this, `${id}Arn`, { value: made.functionArn });
		}
		const topic = addAlarms(this, options, functions);
		if (wanted.has('topUp')) watchKey(this, topic);
		addDashboard(this, options, functions);
	}
}
