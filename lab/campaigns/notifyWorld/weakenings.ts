import type { Weakening } from '../lambdas/weakened';
import type { ClassName } from './classes';

/** Defences of notify that the judges take out. */

const notify = (file: string) => `lambdas/notify/${file}.ts`;

export const WEAKENINGS: ReadonlyArray<Weakening<ClassName>> = [
	{
		name: 'the targets of a batch are sent to one after the other',
		finds: 'ten senders',
		file: 'lambdas/sender/sendBatch.ts',
		from: 'await inParallel([...byTarget], names.length, async ([name, own]) => {',
		to: 'await inParallel([...byTarget], 1, async ([name, own]) => {',
	},
	{
		name: 'a subscription that answers 410 is not ended in the table',
		finds: 'crashes with subscriptions',
		file: 'lambdas/subscriptions/recipients.ts',
		from: 'if (!(await reader.move(one.version, ended))) continue;',
		to: 'if (ended.version < 0) continue;',
	},
	{
		name: 'a page of matching subscriptions ends their list',
		finds: 'fan-out to subscriptions',
		file: 'lambdas/subscriptions/recipients.ts',
		from: 'if (on.length > 0) yield on;',
		to: 'if (on.length > 0) {\n\t\t\t\t\tyield on;\n\t\t\t\t\treturn;\n\t\t\t\t}',
	},
	{
		name: 'the messages of all targets are one group',
		finds: 'one slow target',
		file: notify('sqsQueue'),
		from: 'MessageGroupId: delivery.target,',
		to: "MessageGroupId: 'all',",
	},
	{
		name: 'a throttled call is an error',
		finds: 'throttled table',
		file: notify('patience'),
		from: 'mayPass: isPassing',
		to: 'mayPass: () => false',
	},
	{
		name: 'a table that is throttled for sources ends the run',
		finds: 'throttled table',
		file: notify('run'),
		from: 'handled.name === THROTTLED',
		to: 'false',
	},
];
