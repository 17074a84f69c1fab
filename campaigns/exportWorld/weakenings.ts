import type { Weakening } from '../lambdas/weakened';
import type { ClassName } from './classes';

/** Defences of the exports that the judges take out. */

const exporting = (file: string) => `lambdas/exportTransactions/${file}.ts`;

export const WEAKENINGS: ReadonlyArray<Weakening<ClassName>> = [
	{
		name: 'a step copies a file however long that takes',
		finds: 'slow download',
		file: exporting('copy'),
		from: 'bytes >= range.bytes || clock.now() >= ends',
		to: 'bytes >= range.bytes',
	},
	{
		name: 'what was read before a cut does not count as progress',
		finds: 'hanging download',
		file: 'core/exports/download.ts',
		from: 'tries.anew();',
		to: '',
	},
	{
		name: 'a read that fails ends the export',
		finds: 'hanging service',
		file: exporting('steps'),
		from: 'const MAX_FAILED_READS = 20;',
		to: 'const MAX_FAILED_READS = 0;',
	},
	{
		name: 'one execution that is refused keeps others from being started',
		finds: 'poison event',
		file: 'lambdas/shared/adaptive.ts',
		from: "results[index] = { status: 'rejected', reason };",
		to: 'throw reason;',
	},
	{
		name: 'days are counted from the moment of the invocation',
		finds: 'list lag',
		file: 'lambdas/startExport/plan.ts',
		from: 'order.time === undefined ? now : Date.parse(order.time)',
		to: 'now',
	},
	{
		name: 'what Lambda throttles is not tried again',
		finds: 'throttled services',
		file: 'lambdas/shared/adaptive.ts',
		from: 'waiting.push(index);',
		to: '',
	},
	{
		name: 'a start that is turned away is not tried again',
		finds: 'throttled services',
		file: exporting('strategies'),
		from: "(failure?.kind === 'rate-limited' || nothingSent)",
		to: 'nothingSent === true',
	},
	{
		name: 'a window that does not get any further is followed by another',
		finds: 'endless range',
		file: exporting('workflow'),
		from: ' || (firstDate !== undefined && nextDate <= firstDate)',
		to: '',
	},
	{
		name: "a conflict counts as another's success",
		finds: 'conflict answers',
		file: exporting('s3Store'),
		from: "if (isNamed(error, 'PreconditionFailed')) return undefined;",
		to: "if (isNamed(error, 'PreconditionFailed', 'ConditionalRequestConflict')) return undefined;",
	},
	{
		name: 'an upload that is gone is not begun again',
		finds: 'conflict answers',
		file: exporting('workflow'),
		from: 'const MAX_UPLOADS = 3;',
		to: 'const MAX_UPLOADS = 1;',
	},
	{
		name: 'a write that failed is not tried again',
		finds: '200 with an error body',
		file: exporting('strategies'),
		from: ': !LASTING.has(error.name);',
		to: ': false;',
	},
	{
		name: 'answers are not checked',
		finds: '200 with an error body',
		file: 'core/protocol/response.ts',
		from: 'throw invalidResponse(operation, `The response has an unexpected form${said(error)}`);',
		to: 'return body;',
	},
	{
		name: 'the place of an execution is not reserved',
		finds: 'one name twice',
		file: exporting('workflow'),
		from: 'await reserve({ store, clock }, reservation);',
		to: 'void reservation;',
	},
	{
		name: 'a start that was cut off is made again',
		finds: 'crash at random',
		file: exporting('workflow'),
		from: 'StepSemantics.AtMostOncePerRetry',
		to: 'StepSemantics.AtLeastOncePerRetry',
	},
];
