import type { z } from 'zod/v4';
import { calledFunction, callArguments, checks, contractAbi } from '../../abi/fields';
import { argumentCount, argumentsFor, encodeCall, functionOf } from '../../abi/functions';
import type { Abi, AbiFunction } from '../../abi/types';
import { field } from '../../fields/field';

/** The fields of a call: a function, its arguments, and the ABI that they are looked up in. */
export function callFields() {
	return {
		function: field(calledFunction(), {
			in: 'form',
			label: 'Function',
			description:
				'The function: its signature with the types of its results, as balanceOf(address)(uint256) or as Solidity has it, or its name if the ABI is given',
			placeholder: 'balanceOf(address)(uint256)',
		}),
		args: field(callArguments().optional(), {
			in: 'form',
			label: 'Arguments',
			description:
				'The values of the arguments in their order, separated by commas; as a JSON list if they are lists, tuples or texts with commas; or as a JSON object by name',
			placeholder: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
			show: 'main',
		}),
		abi: field(contractAbi().optional(), {
			in: 'form',
			label: 'ABI',
			description:
				'JSON ABI of the contract, as compilers and explorers have it; only for a function that is given by its name, and for the errors of the contract',
			placeholder: '[{ "type": "function", "name": "balanceOf", "inputs": [], "outputs": [] }]',
			show: 'main',
		}),
	} as const;
}

/** Checked values of the fields. */
export interface CallInput {
	function: string | AbiFunction;
	args?: unknown;
	abi?: Abi;
}

/** The function that is called. Throws `AbiMistake` about the field `function`. */
export function calledIn({ function: given, args: values, abi }: CallInput): AbiFunction {
	return functionOf({ function: given, abi, count: argumentCount(values) });
}

/** The data of the call. Throws `AbiMistake` about the field `args`. */
export function dataOf(called: AbiFunction, { args: values }: CallInput): string {
	return encodeCall(called, argumentsFor(called, values));
}

/** The rules that the function is known and the arguments fit it. */
export function callRule(given: object, context: z.RefinementCtx): void {
	const input = given as CallInput;
	checks(context, 'function', () => {
		const called = calledIn(input);
		checks(context, 'args', () => dataOf(called, input));
	});
}
