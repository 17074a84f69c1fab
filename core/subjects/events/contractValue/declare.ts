import { abiText, calledFunctionText, checks } from '../../../abi/fields';
import { AbiMistake } from '../../../abi/types';
import { field } from '../../../fields/field';
import { evmAddresses } from '../../../fields/identifiers';
import { choice, flag, listOf, textValue, whole } from '../../../fields/inputs';
import { durations } from '../../../fields/lines';
import type { Rule } from '../../../fields/fieldSet';
import { broken } from '../../../fields/rules';
import * as out from '../../../fields/outputs';
import { wholeUnits } from '../../../formats/amount';
import {
	type BoundSettings,
	type ThresholdSide,
	boundColumns,
	boundExample,
	boundField,
	boundReadings,
	boundText,
	boundsRule,
} from '../../../events/bounds';
import { markOf } from '../../../events/event';
import { chainOfNode } from '../../../events/fields';
import { declareLevels } from '../../../events/levelEvent';
import { linesBelow } from '../../../events/levelSteps';
import { type SubjectReading, type ValueMemory, unknownReading } from '../../../events/levelTypes';
import { quoted, separated, shortened, span } from '../../../events/words';
import type { PollContext } from '../../../events/event';
import { callFields } from '../../evmContract/callFields';
import { type Head, atNewest } from '../shared/newestOfNode';
import {
	type Asked,
	type ReadValue,
	dataOfSettings,
	elementOf,
	isSame,
	requireFits,
	functionOfSettings,
	namesOf,
	valuesOf,
} from './read';

const MODES = ['thresholds', 'is', 'isNot', 'age', 'unchanged', 'changes'] as const;
type Mode = (typeof MODES)[number];

interface Settings extends Asked {
	alertWhen: string;
	above?: string[];
	below?: string[];
	values?: string[];
	limits?: number[];
}

interface Facts extends ReadValue, Partial<ThresholdSide> {
	mode: Mode;
	chain: string;
	/** The function, and the element of its results. */
	what: string;
	/** Seconds since the time that is the value, or since the value last changed. */
	seconds?: number;
	before?: string;
}

const { function: calledField, abi: abiField, args } = callFields();
const when = (...values: Mode[]) => ({ field: 'alertWhen', values });
const AMOUNTS = {
	what: 'Values in whole units by the decimals',
	unit: 'Whole Units',
	shownFor: when('thresholds'),
};
/** Characters of a value that an item and the state have. */
const LONGEST = 1024;
const LONGEST_KEPT = 80;
const BEGINNING = 60;
const TOMORROW = 86_400;

/** A value of a contract that crosses thresholds, changes, or does not change. */
export const contractValue = declareLevels({
	value: 'contractValue',
	type: 'contract.value',
	name: 'Contract Value',
	description:
		'A value that a contract returns crosses your thresholds, changes, or stays the same for too long',
	what: 'value',
	reads:
		'the node: `eth_blockNumber`, then `eth_call` for each contract at this block, in one batch',
	remembers:
		'the newest block; contracts that are beyond a threshold, about 100 bytes each; with Alert When: Unchanged and Changes, the value of each, up to 80 characters',
	fields: {
		blockchainId: chainOfNode(),
		addresses: field(evmAddresses(), {
			in: 'form',
			label: 'Contract Addresses',
			description: 'The contracts, separated by commas; all are asked in one batch',
			placeholder: '0x0A77230d17318075983913bC2145DB16C7366156',
		}),
		function: field(calledFunctionText(), calledField.info),
		args,
		abi: field(abiText('function').optional(), abiField.info),
		element: field(
			textValue('must be the name or the number of a result', (text) =>
				/^[\w$]{1,100}(\.[\w$]{1,100}){0,9}$/.test(text),
			).optional(),
			{
				in: 'form',
				label: 'Element',
				description:
					'Which of several results: its name, or its number from 0; of a tuple or a list in it as in reserves.0',
				placeholder: 'answer',
				show: 'main',
			},
		),
		alertWhen: field(
			choice(MODES, [
				{
					value: 'thresholds',
					name: 'Above or Below',
					description: 'An integer crosses your thresholds',
				},
				{ value: 'is', name: 'Is', description: 'It is one of your values, such as true' },
				{ value: 'isNot', name: 'Is Not', description: 'It is none of your values' },
				{
					value: 'age',
					name: 'Time Is Old',
					description: 'It is a Unix time, such as updatedAt of a price feed, and too long ago',
				},
				{
					value: 'unchanged',
					name: 'Unchanged',
					description: 'It stays the same for too long',
				},
				{ value: 'changes', name: 'Changes', description: 'It is another one than before' },
			]),
			{ in: 'form', label: 'Alert When', description: 'When to fire', default: 'thresholds' },
		),
		below: boundField('below', { ...AMOUNTS, placeholder: '1, 0.1' }),
		above: boundField('above', { ...AMOUNTS, placeholder: '1000' }),
		values: field(listOf('must be values that the function can return', () => true).optional(), {
			in: 'form',
			label: 'Values',
			description:
				'The values, separated by commas: true, an address, a number in base units, a text',
			placeholder: 'true',
			show: 'main',
			shownFor: when('is', 'isNot'),
			requiredFor: ['is', 'isNot'],
		}),
		limits: field(durations().optional(), {
			in: 'form',
			label: 'Longer Than',
			description:
				'After how long the event fires, such as 25h; several durations, separated by commas, are one level each',
			placeholder: '25h, 3d',
			show: 'main',
			shownFor: when('age', 'unchanged'),
			requiredFor: ['age', 'unchanged'],
		}),
		decimals: field(whole(0, 77).optional(), {
			in: 'form',
			label: 'Decimals',
			description: 'Decimals of an integer, for its whole units',
			placeholder: '8',
			default: 0,
			show: 'main',
			shownFor: when('thresholds'),
		}),
		tokenDecimals: field(flag().optional(), {
			in: 'form',
			label: 'Decimals of the Contract',
			description: 'Whether each contract is asked for its decimals(), in the same batch',
			default: false,
			show: 'option',
		}),
	},
	rules: [
		(settings, context) => {
			const { alertWhen, element, values } = settings;
			if (alertWhen === 'thresholds') {
				boundsRule(settings, context);
				if (!settings.tokenDecimals) finestRule(settings, context);
			}
			if (settings.tokenDecimals && (settings.decimals ?? 0) > 0)
				broken(context, 'decimals', 'cannot be combined with "Decimals of the Contract"');
			checks(context, 'function', () => {
				const called = functionOfSettings(settings);
				checks(context, 'args', () => dataOfSettings(called, settings));
				checks(context, 'element', () => {
					const { type } = elementOf(called, element);
					const isInteger = type.kind === 'uint' || type.kind === 'int';
					if (!isInteger && (alertWhen === 'thresholds' || alertWhen === 'age'))
						throw new AbiMistake('must lead to an integer');
					checks(context, 'values', () => values?.forEach((one) => requireFits(type, one)));
				});
			});
		},
	],
	columns: {
		contract: out.address(),
		function: out.text('The function, and the element of its results'),
		value: out.text('The value; an integer is in base units'),
		wholeUnits: out.text('The same in whole units, exact; null if it is not an integer'),
		decimals: out.count('Decimals of the value'),
		previousValue: out.text('With Alert When: Changes, the value before'),
		seconds: out.count('Age of the time, or how long the value has been the same'),
		...boundColumns('whole units'),
		blockNumber: out.count('Block of the value'),
		chain: out.id('Blockchain ID or alias'),
	},
	repeat: [86_400, 21_600],
	goneText: 'is not known',
	async read(settings, context, memory): Promise<Array<SubjectReading<Facts>>> {
		const { blockchainId = 'C', addresses } = settings;
		const found = await atNewest(
			blockchainId,
			memory.stored as Head | undefined,
			context,
			(block) => valuesOf(settings, block, context),
		);
		if (!found) return addresses.flatMap(namesOf).map(unknownReading);
		memory.stored = found.head;
		return found.values.flatMap((one) => readingsOf(one, settings, context, memory));
	},
	severity: (level, facts) =>
		facts?.mode === 'changes' ? 'info' : level > 1 ? 'critical' : 'warning',
	say(facts) {
		const { address, what, seconds = 0, before } = facts;
		const value = valueText(facts);
		const { bad, good, reached = `${good} again` } = statesIn(facts, value, seconds, before);
		return {
			name: `${what} of ${address}`,
			bad,
			good,
			reached,
			text: `The value of ${what} at ${address} is ${value}, in block ${facts.block}.`,
		};
	},
	subjectOf: ({ address }) => address,
	show: ({ address, what, value, type, decimals, before, seconds, side, line, block, chain }) => ({
		contract: address,
		function: what,
		value: value.slice(0, LONGEST),
		wholeUnits: (type === 'uint' || type === 'int' ? wholeUnits(value, decimals) : null) ?? null,
		decimals: decimals ?? null,
		previousValue: before ?? null,
		seconds: seconds ?? null,
		side: side ?? null,
		line: line ?? null,
		blockNumber: block,
		chain,
	}),
	example: ({ settings, read, now }) => exampleOf(settings, read, now),
});

/** The rule that thresholds are not finer than the base unit: their digits beyond it would have no effect. */
const finestRule: Rule<BoundSettings & { decimals?: number }> = (settings, context) => {
	const { decimals = 0 } = settings;
	for (const side of ['above', 'below'] as const) {
		if (settings[side]?.some((line) => (line.split('.')[1] ?? '').length > decimals))
			broken(context, side, `must have at most ${decimals} decimals, as "Decimals" says`);
	}
};

/** The readings of a value: one, or one for each side of thresholds. */
function readingsOf(
	one: ReadValue,
	settings: Settings,
	{ clock, skip }: PollContext,
	memory: ValueMemory,
): Array<SubjectReading<Facts>> {
	const { address: subject, value } = one;
	const { above, below, values = [], limits = [], blockchainId: chain = 'C' } = settings;
	const mode = settings.alertWhen as Mode;
	const what = whatOf(settings);
	const facts: Facts = { ...one, mode, chain, what };
	const lines = [...limits].sort((a, b) => a - b);
	const now = clock.now();
	switch (mode) {
		case 'thresholds': {
			const bounds = { above, below, decimals: one.decimals ?? 0 };
			return boundReadings(subject, facts, BigInt(value), bounds);
		}
		case 'is':
		case 'isNot': {
			const isOne = values.some((each) => isSame(one, each));
			return [{ subject, level: isOne === (mode === 'is') ? 1 : 0, facts }];
		}
		case 'age': {
			const seconds = Math.floor(now / 1000) - Number(value);
			if (seconds >= -TOMORROW)
				return [{ subject, level: linesBelow(seconds, lines), facts: { ...facts, seconds } }];
			const message = `${what} of ${subject} is ${value}, which is not a Unix time in seconds`;
			skip?.({ operation: 'evm.call', path: ['data'], message, names: [subject] });
			return [];
		}
		case 'unchanged': {
			const seconds = Math.floor((now - memory.observe(subject, storedForm(value)).since) / 1000);
			return [{ subject, level: linesBelow(seconds, lines), facts: { ...facts, seconds } }];
		}
		case 'changes': {
			const { changes, before: last } = memory.observe(subject, storedForm(value));
			const before = withoutMark(last);
			return [{ subject, level: changes, repeats: false, facts: { ...facts, before } }];
		}
	}
}

/** The states of a value in words. */
function statesIn(
	facts: Facts,
	value: string,
	seconds: number,
	before?: string,
): { bad: string; good: string; reached?: string } {
	const is = `is ${value}`;
	switch (facts.mode) {
		case 'thresholds': {
			const bound = boundText(facts as ThresholdSide);
			return { bad: `${is}, ${bound}`, good: `${is}, not ${bound}` };
		}
		case 'is':
			return { bad: is, good: is, reached: is };
		case 'isNot':
			return { bad: `${is}, which is none of your values`, good: is };
		case 'age':
			return {
				bad: `is ${span(seconds)} old`,
				good: `is ${span(seconds)} old`,
				reached: 'is recent again',
			};
		case 'unchanged': {
			const bad = `${is}, unchanged for ${span(seconds)}`;
			return { bad, good: is, reached: `changed to ${value}` };
		}
		case 'changes': {
			const from = before === undefined ? '' : ` from ${valueText({ ...facts, value: before })}`;
			return { bad: `changed to ${value}${from}`, good: is };
		}
	}
}

/** A value as the state has it: of a long one, its beginning and a mark of the whole. */
const storedForm = (value: string) =>
	value.length > LONGEST_KEPT ? `${value.slice(0, BEGINNING)}…${markOf(value)}` : value;
const MARKED = new RegExp(`^([^]{${BEGINNING}}…).{12}$`);
const withoutMark = (text?: string) => text?.replace(MARKED, '$1');

const whatOf = ({ function: called, element }: Asked) => {
	const [name] = called.replace(/^function\s+/, '').split('(');
	return shortened(name.trim()) + (element === undefined ? '()' : `().${element}`);
};

/** A value in words: text of the contract is in quotes. */
function valueText({ value, type, decimals }: ReadValue): string {
	if (type === 'uint' || type === 'int') return separated(wholeUnits(value, decimals) ?? value);
	if (type === 'string') return quoted(value) ?? 'empty';
	return type === 'bytes' ? shortened(value.slice(0, LONGEST)) : value;
}

function exampleOf(settings: Settings, read: Facts | undefined, now: number) {
	const mode = settings.alertWhen as Mode;
	const [address] = settings.addresses;
	const decimals = settings.decimals ?? 0;
	const base: Facts = read ?? {
		address,
		value: '0',
		type: elementOf(functionOfSettings(settings), settings.element).type.kind,
		decimals,
		block: 71_000_000,
		mode,
		chain: settings.blockchainId ?? 'C',
		what: whatOf(settings),
	};
	const subject = base.address;
	if (mode === 'thresholds') {
		const { above, below } = settings;
		const lines = { above, below, decimals: base.decimals ?? decimals };
		return boundExample<Facts>(
			subject,
			(amount) => ({ ...base, value: String(amount) }),
			lines,
			base.side,
		);
	}
	const [value = '1'] = settings.values ?? [];
	const other = base.type === 'bool' ? String(value.toLowerCase() !== 'true') : '0';
	const seconds = 2 * Math.min(...(settings.limits ?? [3600]));
	const states: Record<Exclude<Mode, 'thresholds'>, [bad: Partial<Facts>, good: Partial<Facts>]> = {
		is: [{ value }, { value: other }],
		isNot: [{ value: other }, { value }],
		age: [
			{ value: String(now - seconds), seconds },
			{ value: String(now), seconds: 0 },
		],
		unchanged: [{ seconds }, { seconds: 0 }],
		changes: [{ value: '1', before: '0' }, { value: '1' }],
	};
	const [bad, good] = states[mode];
	return {
		bad: { subject, level: 1, facts: { ...base, ...bad } },
		good: { ...base, ...good },
	};
}
