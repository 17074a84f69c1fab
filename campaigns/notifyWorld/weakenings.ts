import type { Weakening } from '../lambdas/weakened';
import type { ClassName } from './classes';

/** Defences of notify that the self-test takes out. */

const notify = (file: string) => `lambdas/notify/${file}.ts`;

export const WEAKENINGS: ReadonlyArray<Weakening<ClassName>> = [
	{
		name: 'the fan-out ignores the deadline',
		finds: 'large fan-out',
		file: notify('fanOut'),
		from: 'late ||= clock.now() >= deadline;',
		to: '',
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
		name: 'the queue of every target is read by every run',
		finds: 'idle run',
		file: notify('queue'),
		from: 'if (clock.now() - emptyAt < FORGET_MS) {',
		to: 'if (true) {',
	},
	{
		name: 'large events are put as they are',
		finds: 'poison event',
		file: notify('eventSize'),
		from: 'return sizeOf(event) > MAX_EVENT_BYTES ? cut(source, event) : event;',
		to: 'return event;',
	},
	{
		name: 'one target is sent to after the other',
		finds: 'slow target',
		file: notify('deliver'),
		from: 'const PARALLEL_TARGETS = 32;',
		to: 'const PARALLEL_TARGETS = 1;',
	},
	{
		name: 'a target is sent all that it has before its turn ends',
		finds: 'slow target',
		file: notify('queue'),
		from: 'const SLICE_MS = 5_000;',
		to: 'const SLICE_MS = Infinity;',
	},
	{
		name: 'a target that does not answer is tried all the same',
		finds: 'hanging targets',
		file: notify('queue'),
		from: 'const MAX_SILENT = 3;',
		to: 'const MAX_SILENT = Infinity;',
	},
	{
		name: 'a request to a service may take longer than a run has time for sources',
		finds: 'hanging source',
		file: notify('create'),
		from: 'timeoutMs: Math.min(request.timeoutMs, left)',
		to: 'timeoutMs: request.timeoutMs',
	},
	{
		name: 'no rate is kept',
		finds: 'limited target',
		file: notify('queue'),
		from: 'turn = begins + interval;',
		to: 'turn = begins;',
	},
	{
		name: 'requests at once are not limited by the target',
		finds: 'limited target',
		file: notify('queue'),
		from: 'target?.concurrency ?? WIDTH_WITHOUT_TARGET',
		to: 'WIDTH_WITHOUT_TARGET',
	},
	{
		name: 'an empty page is an empty queue',
		finds: 'index lag',
		file: notify('queue'),
		from: 'if (awaited.size === 0) return false;',
		to: 'return false;',
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
		name: 'a state that is too large is read again with fewer events',
		finds: 'oversized cursor',
		file: notify('collect'),
		from: 'if (batch && size <= MAX_CURSOR_BYTES) {',
		to: 'if (maxEvents > 1) continue;\n\t\tif (batch) {',
	},
	{
		name: 'a write that collides with another is an error',
		finds: 'conflict answers',
		file: 'lambdas/shared/passing.ts',
		from: "'TransactionConflictException',",
		to: '',
	},
	{
		name: 'a condition that does not hold is an error',
		finds: 'conflict answers',
		file: notify('tableItems'),
		from: "if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return false;",
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
