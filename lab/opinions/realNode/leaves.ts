import { isId, isNodeId } from '../../../core';

/** Leaves of two answers of any shape, to check that one contains all values of the other. */

const QUANTITY = /^0x(0|[1-9a-fA-F][0-9a-fA-F]*)$/;
const DECIMAL = /^([+-]?)0*(\d+)(?:\.(\d*))?$/;
const EXPONENT = /^[+-]?\d+(\.\d+)?[eE][+-]?\d+$/;

/** Numbers, decimal texts and hex quantities in one spelling. */
function spelled(value: unknown): string {
	const text = String(value);
	if (QUANTITY.test(text) && text.length <= 66) return BigInt(text).toString();
	if (EXPONENT.test(text)) return spelled(Number(text).toFixed(20));
	const [, sign, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
	if (whole === undefined) return text;
	const rest = fraction.replace(/0+$/, '');
	return `${sign === '-' ? '-' : ''}${whole}${rest && `.${rest}`}`;
}

/** Every leaf as `name=value`, with how often it occurs. Keys that are data are in its name. */
export function leavesIn(answer: unknown): Map<string, number> {
	const found = new Map<string, number>();
	const add = (name: string, value: unknown) => {
		const leaf = `${name}=${spelled(value)}`;
		found.set(leaf, (found.get(leaf) ?? 0) + 1);
	};
	const visit = (value: unknown, name: string): void => {
		if (value === undefined) return;
		if (typeof value !== 'object' || value === null) add(name, value);
		else if (Array.isArray(value)) for (const each of value) visit(each, name);
		else {
			for (const [key, each] of Object.entries(value)) {
				if (isNodeId(key) || isId(key)) add('<id>', key);
				visit(each, key);
			}
		}
	};
	visit(answer, '');
	return found;
}

/**
 * The leaves of what a node said that are not in the package's answer. A result that is one value may
 * have got a name; null may have become nothing, or a list or map without entries.
 */
export function lostLeaves(said: unknown, answer: unknown): string[] {
	const own = leavesIn(answer);
	const anyName = new Set([...own.keys()].map((leaf) => leaf.slice(leaf.indexOf('='))));
	return [...leavesIn(said)]
		.filter(([leaf, count]) => {
			if (leaf.endsWith('=null')) return false;
			const named = (own.get(leaf) ?? 0) >= count;
			return !named && !(leaf.startsWith('=') && anyName.has(leaf));
		})
		.map(([leaf]) => leaf);
}

/** The values of all leaves of an answer, in one spelling. */
export function spelledValuesIn(answer: unknown): string[] {
	return [...leavesIn(answer).keys()].map((leaf) => leaf.slice(leaf.indexOf('=') + 1));
}
