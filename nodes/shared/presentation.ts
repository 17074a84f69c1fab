import type { INodeProperties } from 'n8n-workflow';
import { type Presentation, hasKind } from '../../core/fields/present';
import { field } from '../../core/fields/field';
import { type FieldSet, fieldSet } from '../../core/fields/fieldSet';
import { choice } from '../../core/fields/inputs';
import type { Output } from '../../core/fields/outputs';
import { type Parameters, valuesOf } from './parameters';
import { locatedIn, optionalProperty } from './fieldProperties';

/** The options for the forms of amounts and times, on every operation and event that has such parts. */

const AMOUNTS = [
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
];

const TIMES = [
	{ name: 'As Sent', value: 'asSent', description: 'Unix seconds in most operations' },
	{ name: 'ISO 8601', value: 'iso', description: 'Text such as 2026-09-01T00:00:00Z' },
];

const fields = fieldSet({
	amounts: field(choice(['baseUnits', 'both'], AMOUNTS).optional(), {
		in: 'form',
		label: 'Amounts',
		description:
			'How amounts are returned; without this option, both with Simplify on and base units with Simplify off',
		default: 'both',
		show: 'option',
	}),
	times: field(choice(['asSent', 'iso'], TIMES).optional(), {
		in: 'form',
		label: 'Times',
		description: 'How times are returned; without this option, as the service sends them',
		default: 'iso',
		show: 'option',
	}),
});

/** The options that apply to the parts of a response. */
export function presentationOptions(output: Output): INodeProperties[] {
	const hasAmounts = hasKind(
		output,
		(leaf) => leaf.kind === 'amount' && leaf.decimals !== undefined,
	);
	const hasTimes = hasKind(output, ({ kind }) => kind === 'time' || kind === 'timeText');
	const shown = { amounts: hasAmounts, times: hasTimes } as Readonly<Record<string, boolean>>;
	return locatedIn(fields as unknown as FieldSet)
		.filter(({ key }) => shown[key])
		.map(optionalProperty);
}

/** The selected forms. With Simplify on, amounts also come in whole units by default. */
export function presentationOf(parameters: Parameters, simplify: boolean): Presentation {
	const { amounts, times } = valuesOf(fields, parameters);
	return {
		wholeUnits: amounts === undefined ? simplify : amounts === 'both',
		isoTimes: times === 'iso',
	};
}
