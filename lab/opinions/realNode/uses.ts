import type { Question } from '../live/questions';
import type { Facts } from './drawing';
import { valuesOf } from './values';

/** One call of an operation. */
export interface NodeUse {
	/** `default`, `full`, or the field that has another value than in both. */
	kind: string;
	/** Its number among the calls of this kind. */
	at: number;
	input: Record<string, unknown>;
}

/** Fields that exclude each other: each group is left out in turn. */
const APART: Readonly<Record<string, ReadonlyArray<readonly string[]>>> = {
	'evm.call': [['gasPrice'], ['maxFeePerGas', 'maxPriorityFeePerGas']],
	'evmSubnet.createAccessList': [['gasPrice'], ['maxFeePerGas', 'maxPriorityFeePerGas']],
	'evm.estimateGas': [['gasPrice'], ['maxFeePerGas', 'maxPriorityFeePerGas']],
	'evm.getManyLogs': [['blockHash'], ['fromBlock', 'toBlock']],
	// Delegators and nodes are those of one subnet.
	'pChainStaking.getManyValidators': [['subnetID'], ['nodeIDs']],
};

/** Fields that are not required, and without which a node has nothing to do. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
	'evm.call': ['to', 'data', 'from'],
	'evm.estimateGas': ['to', 'data', 'from'],
	'evmSubnet.createAccessList': ['to', 'data', 'from'],
};

/** Fields that are given together. */
const TOGETHER: ReadonlyArray<readonly string[]> = [
	['startIndexAddress', 'startIndexUtxo'],
	['fromBlock', 'toBlock'],
	['maxFeePerGas', 'maxPriorityFeePerGas'],
];

/** The uses of an operation, or the field that the node has no value for. */
export type Uses = { uses: NodeUse[]; missing?: undefined } | { uses?: undefined; missing: string };

/**
 * The calls that are made: with the required fields, with all of them, and with every further value of
 * each. `evm` is the EVM chain that is asked.
 */
export function usesOf(question: Question, facts: Facts, evm?: 'C' | 'l1'): Uses {
	const { id, fields } = question;
	const values = (key: string, input: Record<string, unknown>) =>
		valuesOf(question, key, { facts, evm, input });
	const filled = (keys: readonly string[], base: Record<string, unknown> = {}) => {
		const input = { ...base };
		for (const key of keys) {
			if (key in input) continue;
			const [first] = values(key, input);
			if (first !== undefined) input[key] = first;
		}
		return input;
	};
	const required = fields
		.filter((field) => field.required || NEEDED[id]?.includes(field.key))
		.map(({ key }) => key);
	const base = filled(required);
	const missing = required.find((key) => base[key] === undefined);
	if (missing !== undefined) return { missing };

	// If the form has an initial value, a call with default settings has it.
	const initial = Object.fromEntries(
		fields.flatMap(({ key, required: is, default: given }) =>
			is && given !== undefined && values(key, base).includes(given) ? [[key, given]] : [],
		),
	) as Record<string, unknown>;
	const uses: NodeUse[] = [{ kind: 'default', at: 0, input: filled(required, initial) }];
	const all = fields.map(({ key }) => key);
	for (const [at, left] of (APART[id] ?? [[]]).entries()) {
		uses.push({ kind: 'full', at, input: filled(all.filter((key) => !left.includes(key))) });
	}
	for (const { key } of fields) {
		const group = TOGETHER.find((keys) => keys.includes(key));
		if (group && group[0] !== key) continue;
		for (const [at, value] of values(key, base).entries()) {
			const start = group ? filled(group) : { [key]: value };
			uses.push({ kind: key, at, input: filled(required, start) });
		}
	}
	const known = new Set<string>();
	return {
		uses: uses.filter(({ input }) => {
			const text = JSON.stringify(Object.entries(input).sort());
			return !known.has(text) && known.add(text);
		}),
	};
}
