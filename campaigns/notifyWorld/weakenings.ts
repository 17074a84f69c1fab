import type { Weakening } from '../lambdas/weakened';
import type { ClassName } from './classes';

/** Defences of notify that the judges take out. */

const notify = (file: string) => `lambdas/notify/${file}.ts`;

export const WEAKENINGS: ReadonlyArray<Weakening<ClassName>> = [
	{
		name: 'the message of the next attempt is not sent',
		finds: 'crashes behind a queue',
		file: 'lambdas/sender/sendBatch.ts',
		from: 'async () => await queue.send(soon, lane)',
		to: 'async () => undefined',
	},
	{
		name: 'targets that were not quick stay in the queue of the others',
		finds: 'slow targets behind a queue',
		file: 'lambdas/sender/sendBatch.ts',
		from: "if (isSent && lane !== (known.get(name)?.quick ? 'main' : 'slow')) {",
		to: 'if (names.length < 0) {',
	},
	{
		name: 'the targets of a batch are sent to one after the other',
		finds: 'ten senders',
		file: 'lambdas/sender/sendBatch.ts',
		from: 'await inParallel(names, names.length, async (name) => {',
		to: 'await inParallel(names, 1, async (name) => {',
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
		name: 'the fan-out ignores the deadline',
		finds: 'large fan-out',
		file: notify('fanOut'),
		from: 'const isLate = () => clock.now() >= deadline;',
		to: 'const isLate = () => deadline < 0;',
		also: {
			from: 'if (clock.now() >= deadline || !(await putPiece(piece, options))) return false;',
			to: 'await putPiece(piece, options);',
		},
	},
	{
		name: 'a fan-out begins again in every run',
		finds: 'large fan-out',
		file: notify('fanOut'),
		from: 'await store.saveFanOutPosition(source.name, version, last.at);',
		to: '',
	},
	{
		name: 'every run reads the state of every target',
		finds: 'idle run',
		file: notify('run'),
		from: 'store.states.troubled(),',
		to: '(targets.forEach((one) => void store.states.read([one.name])), store.states.troubled()),',
	},
	{
		name: 'large events are put as they are',
		finds: 'poison event',
		file: notify('eventSize'),
		from: 'return sizeOf(event) > MAX_EVENT_BYTES ? cut(source, event) : event;',
		to: 'return event;',
	},
	{
		name: 'a request to a service may take longer than a run has time for sources',
		finds: 'hanging source',
		file: 'lambdas/shared/invocation.ts',
		from: 'timeoutMs: Math.min(request.timeoutMs, left)',
		to: 'timeoutMs: request.timeoutMs',
	},
	{
		name: 'no rate is kept',
		finds: 'limited target',
		file: 'lambdas/sender/sendBatch.ts',
		from: 'turns.set(delivery, first + at * interval);',
		to: 'turns.set(delivery, now);',
	},
	{
		name: 'requests at once are not limited by the target',
		finds: 'limited target',
		file: 'lambdas/sender/sendBatch.ts',
		from: 'limited !== undefined && limited.concurrency < senders;',
		to: 'limited !== undefined && senders < 0;',
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
		from: '(told as HandlerError).name === THROTTLED',
		to: 'false',
	},
	{
		name: 'a large state is in the item of its cursor',
		finds: 'oversized cursor',
		file: notify('cursorContent'),
		from: 'const { names, parts } = inParts(state);',
		to: 'if (state) return { data: pack({ state, batch }), parts: new Map() };\n\tconst { names, parts } = inParts(state);',
	},
	{
		name: 'a write that collides with another is an error',
		finds: 'conflict answers',
		file: 'lambdas/shared/passing.ts',
		from: "'TransactionConflictException',",
		to: '',
	},
	{
		name: 'answers are not checked',
		finds: '200 with an error body',
		file: 'core/protocol/response.ts',
		from: 'throw invalidResponse(operation, `The response has an unexpected form${said(error)}`);',
		to: 'return body;',
	},
	{
		name: 'a source that fails ends the run',
		finds: '200 with an error body',
		file: notify('run'),
		from: 'if (!isFailure(error) && !(error instanceof HandlerError)) throw error;',
		to: 'throw error;',
	},
];
