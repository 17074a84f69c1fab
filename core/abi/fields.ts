import * as z from 'zod/v4';
import { type Value, value } from '../fields/field';
import { broken } from '../fields/rules';
import { trimmed } from '../fields/loose';
import { isFunction, isFunctionName } from './functions';
import { readAbi, requireRead } from './read';
import { type Abi, type AbiFunction, type AbiItem, AbiMistake } from './types';

/** The kinds of input for contracts: ABIs, functions, arguments. */

/** The value that `make` makes of loose input; a mistake completes the rule. */
function made<Out, In = unknown>(rule: string, make: (given: unknown) => Out) {
	return (): z.ZodType<Out, In> =>
		z.unknown().transform((given, context): Out => {
			try {
				return make(given);
			} catch (error) {
				if (!(error instanceof AbiMistake)) throw error;
				const message = `${rule}; ${error.message}`;
				const code = given === undefined ? 'invalid_type' : 'custom';
				context.addIssue({ code, expected: 'string', input: given, message, fatal: true });
				return z.NEVER;
			}
		}) as unknown as z.ZodType<Out, In>;
}

const EXAMPLES: Readonly<Record<AbiItem['kind'], string>> = {
	function: 'transfer(address,uint256)',
	event: 'Transfer(address indexed from, address indexed to, uint256 value)',
	error: 'InsufficientBalance(uint256,uint256)',
};

/** An ABI as callers pass it: signatures, JSON text, or a parsed JSON ABI. */
export type AbiInput = string | object;

type Reading = (given: unknown) => Abi;

function abiReading(kind: 'function' | 'event'): [rule: string, read: Reading] {
	const rule = `must be a signature such as ${EXAMPLES[kind]}, several of them, or a JSON ABI`;
	const read: Reading = (given) => {
		const abi = readAbi(given, kind);
		const own = abi.filter((item) => item.kind === kind);
		if (own.length === 0) throw new AbiMistake(`it has no ${kind}`);
		requireRead(own);
		return abi;
	};
	return [rule, read];
}

/** An ABI with at least one function or event: signatures, or a JSON ABI as text or as a value. */
export function abiWith(kind: 'function' | 'event'): Value<Abi, AbiInput> {
	const [rule, read] = abiReading(kind);
	return value(made<Abi, AbiInput>(rule, read), { control: 'text', rule });
}

/** Checks a value and returns it as text: settings are stored as text, and parsed again when they are used. */
function asText(check: (given: unknown) => unknown): (given: unknown) => string {
	return (given) => {
		check(given);
		return typeof given === 'string' ? given : JSON.stringify(given);
	};
}

/** The ABI of functions or events, kept as the text that the user gave. */
export function abiText(kind: 'function' | 'event'): Value<string, AbiInput> {
	const [rule, read] = abiReading(kind);
	return value(made<string, AbiInput>(rule, asText(read)), { control: 'text', rule });
}

/** The ABI of a contract: its functions, and the errors with which they revert. */
export function contractAbi(): Value<Abi, AbiInput> {
	const rule = 'must be a JSON ABI, or signatures of functions and errors';
	const make = (given: unknown) => readAbi(given, 'function');
	return value(made<Abi, AbiInput>(rule, make), { control: 'json', rule });
}

const FUNCTION_RULE =
	'must be a function such as balanceOf(address)(uint256), or the name of a function of the ABI';

/** The function that a text names, or its name in an ABI. Throws `AbiMistake`. */
export function functionIn(given: unknown): string | AbiFunction {
	if (typeof given !== 'string') throw new AbiMistake('it is not text');
	const text = trimmed(given);
	if (isFunctionName(text)) return text;
	const [item, ...others] = readAbi(text, 'function');
	if (others.length > 0) throw new AbiMistake('these are several');
	if (!isFunction(item)) throw new AbiMistake(`this is an ${item.kind}`);
	return item;
}

/** A function by its signature, or by its name in an ABI that is given beside it. */
export function calledFunction(): Value<string | AbiFunction, string> {
	return value(made<string | AbiFunction, string>(FUNCTION_RULE, functionIn), {
		control: 'text',
		rule: FUNCTION_RULE,
	});
}

/** A function to call, kept as the text that the user gave. */
export function calledFunctionText(): Value<string, string> {
	return value(made<string, string>(FUNCTION_RULE, asText(functionIn)), {
		control: 'text',
		rule: FUNCTION_RULE,
	});
}

/** A rule between fields: a mistake of `step` completes the sentence about the field `key`. */
export function checks(context: z.RefinementCtx, key: string, step: () => unknown): void {
	try {
		step();
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		broken(context, key, error.message);
	}
}

/** The arguments of a call, which are checked with its function. */
export function callArguments(): Value<unknown, unknown> {
	const rule =
		'must be the values in their order, separated by commas or as a JSON list, or a JSON object by name';
	return value(() => z.unknown(), { control: 'text', rule });
}
