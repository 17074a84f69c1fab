import { eventDeclarations } from '../../../core/subjects/events/all';
import { eventColumns } from '../../../core/events/eventColumns';
import type { ResolvedColumn } from '../../../core/fields/columns';
import type { AnyOutput, Leaf, LeafKind, Output } from '../../../core/fields/outputs';
import { SIMPLIFIED, simplify } from '../../../core/fields/present';
import { columnsOf, itemOutput } from '../../../core/operations/derived';
import { catalogue } from '../../../core/subjects/catalogue';
import { knownOperation } from './knownOperation';

/**
 * With Simplify on, every amount of every operation and event is a number under its plain name: n8n's
 * Summarize takes text for 0, and its Sort orders text by letters.
 */

type Json = Record<string, unknown>;

/** The kinds that are numbers with Simplify on, each with what services send of the longest. */
const LONGEST: Partial<Record<LeafKind, string>> = {
	amount: '123456789012345678901234567890',
	uint64: '18446744073709551615',
	decimalText: '435123456.1234567890123456789',
	count: '9007199254740993',
	decimal: '0.12345678901234567890123',
	percent: '99.12345678901234567890',
	rate: '12345.123456789012345678',
	duration: '9007199254740993',
};
/** Those that are text from services: the exact text is always beside the number, of others if they are long. */
const KEPT: readonly LeafKind[] = ['amount', 'uint64', 'decimalText'];
/** The same kinds, each with a value that a number holds. */
const SHORT: Partial<Record<LeafKind, unknown>> = Object.fromEntries(
	Object.keys(LONGEST).map((kind) => [kind, KEPT.includes(kind as LeafKind) ? '1' : 1]),
);
const DECIMALS = /decimals|denomination/i;

/** A value of a part as it is read, with these values of the kinds that are numbers. */
function valueOf(output: Output, numbers: Partial<Record<LeafKind, unknown>>, name = ''): unknown {
	const part = output as AnyOutput;
	switch (part.type) {
		case 'leaf':
			if (DECIMALS.test(name)) return 9;
			if (part.kind === 'time') return 1_788_220_800;
			if (part.kind === 'timeText') return '2026-09-01T00:00:00Z';
			return numbers[part.kind] ?? 'text';
		case 'object':
			return Object.fromEntries(
				Object.entries(part.fields).map(([key, each]) => [key, valueOf(each, numbers, key)]),
			);
		case 'list':
			return [valueOf(part.each, numbers, name), valueOf(part.each, numbers, name)];
		case 'map':
			return {
				AVAX: valueOf(part.each, numbers, name),
				other: valueOf(part.each, numbers, name),
			};
		case 'byInput':
			return valueOf(part.otherwise, numbers, name);
		case 'open':
			return {};
	}
}

/** Paths in a simplified value that have text in the place of a number. */
function textsIn(part: AnyOutput | undefined, value: unknown, at: string): string[] {
	if (!part || value === null || value === undefined) return [];
	if (part.type === 'leaf') {
		const isNumber = (part as Leaf).kind in LONGEST;
		return isNumber && typeof value !== 'number' ? [`${at}: ${JSON.stringify(value)}`] : [];
	}
	if (part.type === 'byInput') return textsIn(part.otherwise as AnyOutput, value, at);
	if (part.type === 'list' || part.type === 'map') {
		return Object.values(value).flatMap((each) => textsIn(part.each as AnyOutput, each, `${at}[]`));
	}
	if (part.type !== 'object') return [];
	return Object.entries(part.fields).flatMap(([key, each]) =>
		textsIn(each as AnyOutput, (value as Json)[key], `${at}.${key}`),
	);
}

/** True for a leaf of these kinds, or a list or map of them. */
const isOf = (kinds: readonly string[], part?: AnyOutput): boolean =>
	part?.type === 'leaf'
		? kinds.includes(part.kind)
		: (part?.type === 'list' || part?.type === 'map') && isOf(kinds, part.each as AnyOutput);

/** Each input field that decides a kind with each of its values; the case of an absent field is `otherwise`. */
function asked(output: Output): Array<[input: Json, output: AnyOutput]> {
	const fields = new Map<string, Set<string>>();
	const visit = (part: AnyOutput): void => {
		if (part.type === 'object')
			Object.values(part.fields).forEach((each) => visit(each as AnyOutput));
		if (part.type === 'list' || part.type === 'map') visit(part.each as AnyOutput);
		if (part.type !== 'byInput') return;
		const values = fields.get(part.field) ?? new Set(['no case of it']);
		fields.set(part.field, new Set([...values, ...Object.keys(part.cases)]));
	};
	visit(output as AnyOutput);
	const all = [...fields].flatMap(([field, values]) =>
		[...values].map((value) => ({ [field]: value })),
	);
	const inputs: Json[] = all.length > 0 ? all : [{}];
	return inputs.map((input) => [input, decided(output, input)]);
}

/** The same output without parts that an input decides. */
function decided(output: Output, input: Json): AnyOutput {
	const part = output as AnyOutput;
	switch (part.type) {
		case 'byInput':
			return decided(part.cases[String(input[part.field])] ?? part.otherwise, input);
		case 'object': {
			const entries = Object.entries(part.fields);
			const fields = Object.fromEntries(entries.map(([key, each]) => [key, decided(each, input)]));
			return { ...part, fields };
		}
		case 'list':
		case 'map':
			return { ...part, each: decided(part.each, input) };
		default:
			return part;
	}
}

type Simple = [name: string, output: Output, columns: readonly ResolvedColumn[]];

const operations = catalogue.flatMap((one): Simple[] => {
	const columns = columnsOf(one);
	return columns && !one.rows ? [[one.id, itemOutput(one), columns]] : [];
});
const events = eventDeclarations.map(
	({ value, output, columns }): Simple => [value, output, columns ?? eventColumns(output)],
);

test.each([...operations, ...events])(
	'%s: no amount is text under its plain name',
	(_, output, columns) => {
		for (const [input, item] of asked(output)) {
			const simplified = simplify(columns, valueOf(item, LONGEST), SIMPLIFIED, input);
			const texts = columns.flatMap(({ name, part }) =>
				textsIn(part && decided(part, input), simplified[name], name),
			);
			expect(texts).toEqual([]);
			// Beside each of them, after all other fields, every digit.
			const exact = columns.filter(({ name, part, base }) => {
				// Decimals are short, and so is what comes from the input.
				const kinds = base || DECIMALS.test(name) ? KEPT : Object.keys(LONGEST);
				return isOf(kinds, part && decided(part, input));
			});
			const last = exact.map(({ name }) => `${name}Exact`);
			expect(Object.keys(simplified).slice(columns.length)).toEqual(last);
			// A column that the input chooses has no value for this input.
			for (const { name, part } of exact.filter(({ base }) => !base)) {
				const digits = LONGEST[(part && (decided(part, input) as Leaf))?.kind ?? 'text'];
				if (digits) expect([name, simplified[`${name}Exact`]]).toEqual([name, digits]);
			}
		}
	},
);

test.each([...operations, ...events])('%s: what is absent is null', (_, output, columns) => {
	for (const [input, item] of asked(output)) {
		const names = Object.keys(simplify(columns, valueOf(item, SHORT), SIMPLIFIED, input));
		const simplified = simplify(columns, {}, SIMPLIFIED, input);
		expect(Object.keys(simplified)).toEqual(names);
		// Columns that repeat the input are never absent.
		const own = columns.filter(({ base }) => !base).map(({ name }) => name);
		expect(own.filter((name) => simplified[name] !== null)).toEqual([]);
	}
});

test('every operation with an amount has Simplify', () => {
	const hasNumbers = (output: Output): boolean => {
		const part = output as AnyOutput;
		if (part.type === 'leaf') return KEPT.includes(part.kind);
		if (part.type === 'object') return Object.values(part.fields).some(hasNumbers);
		if (part.type === 'list' || part.type === 'map') return hasNumbers(part.each);
		return (
			part.type === 'byInput' && [...Object.values(part.cases), part.otherwise].some(hasNumbers)
		);
	};
	const all = catalogue.filter((one) => hasNumbers(itemOutput(one)));
	expect(all.length).toBeGreaterThan(75);
	expect(all.filter((one) => !columnsOf(one)).map(({ id }) => id)).toEqual([]);
});

const simplifiedOf = (id: string, item: Json, input: Json = {}) =>
	simplify(columnsOf(knownOperation(id)) ?? [], item, SIMPLIFIED, input);

test.each([
	// 1 AVAX is 10^9 nAVAX and 10^18 wei.
	[
		'pChain.getBalance',
		{ balance: '1500000000' },
		{},
		{ balance: 1.5, balanceExact: '1500000000' },
	],
	['evm.getBalance', { balance: '1500000000000000000' }, {}, { balance: 1.5 }],
	[
		'primaryNetwork.getAvaxSupply',
		{ totalSupply: '435.12345678901234567' },
		{},
		{ totalSupply: Number('435.12345678901234567'), totalSupplyExact: '435.12345678901234567' },
	],
	[
		'primaryNetwork.get',
		{ validatorDetails: { stakingRatio: '0.4567' } },
		{},
		{ stakingRatio: 0.4567, stakingRatioExact: '0.4567' },
	],
	['xChain.getBalance', { balance: '1500000000' }, { assetID: 'AVAX' }, { balance: 1.5 }],
	[
		'xChain.getBalance',
		{ balance: '1500000000' },
		{ assetID: 'x' },
		{ balance: null, balanceExact: '1500000000' },
	],
	['xChain.getManyBalances', { asset: 'AVAX', balance: '1500000000' }, {}, { balance: 1.5 }],
	[
		'xChain.getManyBalances',
		{ asset: 'x', balance: '15' },
		{},
		{ balance: null, balanceExact: '15' },
	],
	[
		'evmSubnet.getFeeHistory',
		{ baseFeePerGas: ['25000000000'], reward: [['1000000000']] },
		{},
		{ baseFeePerGas: [25], baseFeePerGasExact: ['25000000000'], reward: [[1]] },
	],
	[
		'evmSubnet.getFeeConfig',
		{ feeConfig: { minBaseFee: '25000000000' } },
		{},
		{ feeConfig: { minBaseFee: 25, minBaseFeeExact: '25000000000' } },
	],
	// Gas prices are in nAVAX (gwei), those of the P-Chain in its own nAVAX.
	['evm.getGasPrice', { gasPrice: '25000000001' }, {}, { gasPrice: 25.000000001 }],
	['evm.getBaseFee', { baseFee: '1' }, {}, { baseFee: 1e-9, baseFeeExact: '1' }],
	['pChainFee.getFeeState', { price: '3' }, {}, { price: 3, priceExact: '3' }],
	['pChainFee.getValidatorFeeState', { price: '512' }, {}, { price: 512 }],
])('%s: %j is in whole units', (id, item, input, expected) => {
	expect(simplifiedOf(id, item, input)).toMatchObject(expected);
});
