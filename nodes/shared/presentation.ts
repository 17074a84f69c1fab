import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { choice } from '../../core/fields/inputs';

/** The options for the forms of amounts and times, on every operation and event that has such parts. */

const AMOUNTS = [
	{
		name: 'Base Units',
		value: 'baseUnits',
		description: 'Exact text in the smallest unit, such as "1500000000" for 1.5 AVAX',
	},
	{
		name: 'Whole Units',
		value: 'wholeUnits',
		description:
			'A number such as 1.5, to add, sort and compare, and at the end of the item the exact text in the smallest unit, in a field that ends in Exact',
	},
];

const TIMES = [
	{ name: 'As Sent', value: 'asSent', description: 'As the service sends them' },
	{ name: 'ISO 8601', value: 'iso', description: 'Text such as 2026-09-01T00:00:00Z' },
	{ name: 'Unix Seconds', value: 'unixSeconds', description: 'A number such as 1788220800' },
];

/** The fields of the options. */
export const presentationFields = fieldSet({
	amounts: field(choice(['baseUnits', 'wholeUnits'], AMOUNTS).optional(), {
		in: 'form',
		label: 'Amounts',
		description:
			'How amounts, and other numbers with more digits than a number holds, are returned; without this option, as numbers with Simplify on, and otherwise as the service sends them. A number is exact to 15 digits, and null if the decimals of a token are not known. Gas prices are numbers in nAVAX (gwei).',
		default: 'wholeUnits',
		show: 'option',
	}),
	times: field(choice(['asSent', 'iso', 'unixSeconds'], TIMES).optional(), {
		in: 'form',
		label: 'Times',
		description:
			'How times are returned; without this option, in ISO 8601 with Simplify on, and otherwise as the service sends them',
		default: 'iso',
		show: 'option',
	}),
});
