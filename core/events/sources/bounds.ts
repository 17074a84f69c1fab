import type { Rule } from '../../fields/fieldSet';
import { broken } from '../../fields/rules';
import { linesAbove, linesBelow } from '../levelSteps';

/** Amounts that cross lines above or below, exact to the base unit. */

/** One side of an amount's lines, and the furthest of them that it crossed, in whole units. */
export interface Bound {
	side: 'above' | 'below';
	/** The first line where none is crossed. */
	line: string;
}

export interface BoundSettings {
	above?: string[];
	below?: string[];
}

/** At least one line, and none that contradict. */
export const boundsRule: Rule<BoundSettings> = ({ above, below }, context) => {
	if (!above && !below)
		broken(context, 'above', 'or a line below is required: where the event fires');
	if (!above || !below) return;
	const least = Math.min(...above.map(Number));
	if (below.some((line) => Number(line) >= least))
		broken(context, 'below', 'must be less than the lines above');
};

/** A decimal text of whole units in base units; digits beyond the base unit are dropped. */
export function baseUnits(whole: string, decimals: number): bigint {
	const [digits, fraction = ''] = whole.split('.');
	return BigInt(digits + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Recovered where the amount is this share of the line beyond it: one hundredth. */
const EASE = 100n;

interface Lines {
	above: readonly string[];
	below: readonly string[];
	/** Of the amount; lines are in whole units. */
	decimals: number;
}

/**
 * How many lines an amount crossed on each side that has some. The sides are told apart: what goes from
 * too little to too much recovers on one side, and crosses the other.
 */
export function boundsOf(amount: bigint, { above, below, decimals }: Lines) {
	const inBase = (line: string) => baseUnits(line, decimals);
	const side = (name: Bound['side'], given: readonly string[]) => {
		if (given.length === 0) return [];
		const isAbove = name === 'above';
		const sorted = [...given].sort((a, b) => (inBase(a) < inBase(b) === isAbove ? -1 : 1));
		const lines = sorted.map(inBase);
		const margin = amount / EASE;
		const level = isAbove ? linesBelow(amount, lines) : linesAbove(amount, lines);
		const easedLevel = isAbove
			? linesBelow(amount + margin, lines)
			: linesAbove(amount - margin, lines);
		const bound: Bound = { side: name, line: sorted[Math.max(0, level - 1)] };
		return [{ level, easedLevel, bound }];
	};
	return [...side('above', above), ...side('below', below)];
}

/** In words: "above 50 AVAX". */
export function boundText({ side, line }: Bound, symbol: string): string {
	return `${side} ${line} ${symbol}`;
}
