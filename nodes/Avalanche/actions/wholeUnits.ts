import type { INodeProperties } from 'n8n-workflow';
import { wholeUnits } from '../../../core/formats/amount';
import type { Run } from '../../shared/action';

type Json = Record<string, unknown>;

/** The option that adds amounts in whole units beside those in base units. */
export const wholeUnitsOption: INodeProperties = {
	displayName: 'Add Whole Units',
	name: 'addWholeUnits',
	type: 'boolean',
	default: true,
	description:
		'Whether to add each amount in whole units as an exact decimal text, such as "1.5" for 1500000000 nAVAX',
};

/** The fields that hold an amount, each with those that may say its decimal places. */
const AMOUNTS: ReadonlyArray<[amount: string, decimals: readonly string[]]> = [
	['amount', ['denomination', 'decimals']],
	['balance', ['decimals']],
];

/** A copy in which every amount with known decimal places has one in whole units beside it. */
export function withWholeUnits(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withWholeUnits);
	if (typeof value !== 'object' || value === null) return value;
	const source = value as Json;
	// fromEntries, since a key of a foreign answer may be named __proto__.
	return Object.fromEntries(
		Object.entries(source).flatMap(([key, inner]) => {
			const decimals = AMOUNTS.find(([amount]) => amount === key)?.[1].find(
				(name) => name in source,
			);
			const whole = decimals && wholeUnits(inner, source[decimals]);
			const own = [key, withWholeUnits(inner)];
			return whole === undefined ? [own] : [own, [`${key}InWholeUnits`, whole]];
		}),
	);
}

/** Adds whole units where the option is on. */
export function addWholeUnits(result: Json, run: Run): Json {
	const options = run.parameter('options', {}) as Json;
	return options.addWholeUnits === true ? (withWholeUnits(result) as Json) : result;
}
