import type { Question } from '../live/questions';
import type { Facts } from './drawing';
import type { RecordedUse } from './record';
import { usesOf } from './uses';
import { valuesOf } from './values';
import { wrongValuesOf } from './wrong';

/**
 * The input of a recorded call, made from what another node has. Undefined where that node has nothing
 * for it.
 */
export function inputOf(
	question: Question,
	{ chain, kind, at }: Pick<RecordedUse, 'chain' | 'kind' | 'at'>,
	facts: Facts,
): Record<string, unknown> | undefined {
	const { uses } = usesOf(question, facts, chain);
	if (!uses) return undefined;
	const key = /^wrong (.+)$/.exec(kind)?.[1];
	if (key === undefined) return uses.find((use) => use.kind === kind && use.at === at)?.input;
	const field = question.fields.find((one) => one.key === key);
	if (!field) return undefined;
	const [{ input }] = uses;
	const [right] = valuesOf(question, key, { facts, input, ...(chain && { evm: chain }) });
	return { ...input, [key]: wrongValuesOf(field, right, facts)[at] };
}
