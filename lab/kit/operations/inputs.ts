import type { FieldInfo } from '../../../core';

/** The values that operations are called with. */

/** Values by the name of a field. */
export type Known = ReadonlyMap<string, string>;

type Input = Record<string, unknown>;
type Field = FieldInfo & { key: string };

/** The fields of an operation that is called. */
interface Asked {
	fields: readonly Field[];
}

/** Small pages cost as much as large ones, and show the same. */
const PAGE_SIZE = 5;

/** The EVM chain that every node has; the example of the declaration is on no other node. */
const C_CHAIN = 'C';

/** True for the EVM chain of a node's path. */
function isEvmChain({ key, names }: Field): boolean {
	return key === 'blockchainId' && names === 'evmBlockchain';
}

/**
 * The value of a field: the user's, the C-Chain, the form's default, one from an earlier response, the example.
 */
function valueOf(field: Field, given: Known, seen: Known): unknown {
	return (
		given.get(field.key) ??
		(isEvmChain(field) ? C_CHAIN : undefined) ??
		field.default ??
		seen.get(field.key) ??
		field.placeholder ??
		field.choices?.[0]?.value
	);
}

/**
 * Inputs to try in turn until one follows the rules of the operation: with required fields only,
 * then with more and more of the others, then with the examples of the declaration alone. Empty if
 * there is no value for a required field.
 */
export function inputsFor({ fields }: Asked, given: Known, seen: Known): Input[] {
	const from = (chosen: readonly Field[], known: Known): Input | undefined => {
		const entries = chosen.map((field) => [field.key, valueOf(field, given, known)] as const);
		const lacks = chosen.some(({ required }, i) => required && entries[i][1] === undefined);
		return lacks
			? undefined
			: Object.fromEntries(entries.filter(([, value]) => value !== undefined));
	};
	const wanted = (field: Field) => field.required || given.has(field.key);
	const isPage = ({ show, control }: Field) => show === 'paging' && control === 'number';
	const others = fields.filter(
		(field) =>
			!wanted(field) &&
			field.show !== 'paging' &&
			field.deprecated === undefined &&
			(field.placeholder !== undefined || seen.has(field.key)),
	);
	const sets = [
		fields.filter(wanted),
		...others.map((one) => fields.filter((field) => wanted(field) || field === one)),
		fields.filter((field) => wanted(field) || others.includes(field)),
	];
	const size = Object.fromEntries(
		fields.filter(isPage).map(({ key, min = 1 }) => [key, Math.max(min, PAGE_SIZE)]),
	);
	const examples: Known = new Map();
	// Each set with values of responses, then with the examples alone.
	const inputs = sets.flatMap((set) => [from(set, seen), from(set, examples)]);
	return inputs.flatMap((input) => (input ? [{ ...size, ...input }] : []));
}

/** Longer texts are not ids. */
const LONGEST = 128;

/** Stores the first text or number of each name in a response, for operations that need it. */
export function remember(answer: unknown, seen: Map<string, string>, depth = 0): void {
	if (typeof answer !== 'object' || answer === null || depth > 8) return;
	for (const [key, value] of Object.entries(answer)) {
		const isValue = typeof value === 'string' || typeof value === 'number';
		if (isValue && !/^\d+$/.test(key)) {
			const text = String(value);
			if (text !== '' && text.length <= LONGEST && !seen.has(key)) seen.set(key, text);
		}
	}
	const inner = Array.isArray(answer) ? answer.slice(0, 3) : Object.values(answer);
	for (const each of inner) remember(each, seen, depth + 1);
}
