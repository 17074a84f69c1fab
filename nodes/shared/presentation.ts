import type { INodeProperties } from 'n8n-workflow';
import { type Presentation, hasKind } from '../../core/fields/present';
import type { Output } from '../../core/fields/outputs';

/** The options for the forms of amounts and times, on every operation and event that has such parts. */

const amounts: INodeProperties = {
	displayName: 'Amounts',
	name: 'amounts',
	type: 'options',
	options: [
		{
			name: 'Base Units',
			value: 'baseUnits',
			description: 'Exact text in the smallest unit, such as "1500000000" for 1.5 AVAX',
		},
		{
			name: 'Base Units and Whole Units',
			value: 'both',
			description:
				'In addition a number in whole units, in a column that ends in Avax, or in Tokens for other assets',
		},
	],
	default: 'both',
	description:
		'How amounts are returned; without this option, both with Simplify on and base units with Simplify off',
};

const times: INodeProperties = {
	displayName: 'Times',
	name: 'times',
	type: 'options',
	options: [
		{ name: 'As Sent', value: 'asSent', description: 'Unix seconds in most operations' },
		{ name: 'ISO 8601', value: 'iso', description: 'Text such as 2026-09-01T00:00:00Z' },
	],
	default: 'iso',
	description: 'How times are returned; without this option, as the service sends them',
};

/** The options that apply to the parts of a response. */
export function presentationOptions(output: Output): INodeProperties[] {
	const hasAmounts = hasKind(
		output,
		(leaf) => leaf.kind === 'amount' && leaf.decimals !== undefined,
	);
	const hasTimes = hasKind(output, ({ kind }) => kind === 'time' || kind === 'timeText');
	return [...(hasAmounts ? [amounts] : []), ...(hasTimes ? [times] : [])];
}

/** The selected forms. With Simplify on, amounts also come in whole units by default. */
export function presentationOf(options: Record<string, unknown>, simplify: boolean): Presentation {
	return {
		wholeUnits: options.amounts === undefined ? simplify : options.amounts === 'both',
		isoTimes: options.times === 'iso',
	};
}
