import { type Details, field } from '../fields/field';
import type { Rule } from '../fields/fieldSet';
import { wholeAmounts } from '../fields/lines';
import * as out from '../fields/outputs';
import { broken } from '../fields/rules';
import { baseUnits } from '../formats/amount';
import { linesAbove, linesBelow } from './levelSteps';
import type { SubjectReading } from './levelTypes';
import type { Example } from './sample';
import { separated } from './words';

/** Amounts that cross thresholds above or below, exact to the base unit. */

/** One side of an amount's thresholds, and the last one that it crossed, in whole units. */
export interface ThresholdSide {
	side: 'above' | 'below';
	/** The first threshold if none is crossed. */
	line: string;
}

export interface BoundSettings {
	above?: string[];
	below?: string[];
}

/** The form texts of the thresholds on one side. */
interface AboutBound {
	/** Noun for the values that are compared, in the plural. */
	what: string;
	/** Shown in the label. */
	unit?: string;
	/** Ends the description. */
	note?: string;
	placeholder: string;
	shownFor?: Details['shownFor'];
}

/** The thresholds on one side. */
export function boundField(
	side: ThresholdSide['side'],
	{ what, unit, note = '', placeholder, shownFor }: AboutBound,
) {
	const [label, either] = side === 'above' ? ['Above', 'Below'] : ['Below', 'Above'];
	return field(wholeAmounts().optional(), {
		in: 'form',
		either,
		label: unit ? `${label} (${unit})` : label,
		description: `${what} ${side} which the event fires, separated by commas${note}`,
		placeholder,
		show: 'main',
		...(shownFor && { shownFor }),
	});
}

/** Checks that there is a threshold, and that thresholds do not contradict each other. */
export const boundsRule: Rule<BoundSettings> = ({ above, below }, context) => {
	if (!above && !below) broken(context, 'above', 'or a threshold below is required');
	if (!above || !below) return;
	const least = Math.min(...above.map(Number));
	if (below.some((line) => Number(line) >= least))
		broken(context, 'below', 'must be less than the thresholds of Above');
};

/** The columns of a side; `unit` is that of its thresholds. */
export function boundColumns(unit?: string) {
	return {
		side: out.choice(['above', 'below'], 'Side of your thresholds'),
		line: out.text(`The furthest that was crossed${unit ? `, in ${unit}` : ''}`),
	};
}

/** The margin of a recovery as a share of the amount: one hundredth. */
const EASE = 100n;

interface Lines extends BoundSettings {
	/** Decimals of the amount, which is in base units; thresholds are in whole units. */
	decimals: number;
}

/**
 * The readings of an amount: one for each side that has thresholds, with the number of thresholds
 * crossed as its level. The sides are separate subjects: an amount that goes from too small to too
 * large recovers on one side and crosses the other.
 */
export function boundReadings<Facts extends object>(
	subject: string,
	facts: Facts,
	amount: bigint,
	{ above = [], below = [], decimals }: Lines,
): Array<SubjectReading<Facts & ThresholdSide>> {
	const inBase = (line: string) => baseUnits(line, decimals);
	const on = (side: ThresholdSide['side'], given: readonly string[]) => {
		if (given.length === 0) return [];
		const isAbove = side === 'above';
		const sorted = [...given].sort((a, b) => (inBase(a) < inBase(b) === isAbove ? -1 : 1));
		const lines = sorted.map(inBase);
		const margin = amount / EASE;
		const level = isAbove ? linesBelow(amount, lines) : linesAbove(amount, lines);
		const easedLevel = isAbove
			? linesBelow(amount + margin, lines)
			: linesAbove(amount - margin, lines);
		const bound: ThresholdSide = { side, line: sorted[Math.max(0, level - 1)] };
		return [{ subject: `${subject} ${side}`, level, easedLevel, facts: { ...facts, ...bound } }];
	};
	return [...on('above', above), ...on('below', below)];
}

/**
 * Generated states of an amount: one tenth beyond the first threshold of a side, and on its other
 * side. `factsOf` makes the facts of an amount in base units.
 */
export function boundExample<Facts extends object>(
	subject: string,
	factsOf: (amount: bigint) => Facts,
	lines: Lines,
	side: ThresholdSide['side'] = lines.below ? 'below' : 'above',
): Example<Facts & ThresholdSide> {
	const sorted = (lines[side] ?? []).map((line) => baseUnits(line, lines.decimals));
	const isAbove = side === 'above';
	const [first = 0n] = sorted.sort((a, b) => (a < b === isAbove ? -1 : 1));
	const tenth = first / 10n || 1n;
	const [less, more] = [first > tenth ? first - tenth : 0n, first + tenth];
	const at = (amount: bigint) =>
		boundReadings(subject, factsOf(amount), amount, lines).find(
			({ facts }) => facts.side === side,
		) as SubjectReading<Facts & ThresholdSide>;
	const bad = at(isAbove ? more : less);
	return {
		bad: { ...bad, level: Math.max(1, bad.level) },
		good: at(isAbove ? less : first + more).facts,
	};
}

/** In words: "above 50 AVAX". */
export function boundText({ side, line }: ThresholdSide, symbol?: string): string {
	return `${side} ${separated(line)}${symbol === undefined ? '' : ` ${symbol}`}`;
}
