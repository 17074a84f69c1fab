import type { AnyClient } from '../../client';
import {
	type Decimals,
	scaledAmount,
	checkDecimals,
	decimalsOf,
	withAmounts,
} from '../../abi/decimals';
import { keysOf } from '../../abi/decode';
import { checks } from '../../abi/fields';
import { decodeResults, functionText } from '../../abi/functions';
import { reasonOf } from '../../abi/reverts';
import { type Abi, type AbiFunction, AbiMistake, requireKnown, cutText } from '../../abi/types';
import { field } from '../../fields/field';
import { type InputValues, fieldSet, parseFields } from '../../fields/fieldSet';
import { evmAddress } from '../../fields/identifiers';
import * as out from '../../fields/outputs';
import { exactName } from '../../fields/wholeUnits';
import { Failure, isFailure } from '../../failure';
import * as evm from '../evm/evmContract';
import { evmBlock, evmChain } from '../shared/node/fields';
import { decimalsField } from './decimalsField';
import { callFields, callRule, calledIn, dataOf } from './callFields';

/** Reads contracts: a function is called without a transaction, and its results are decoded. */

const SUBJECT = 'evmContract.read';

const FIELDS = {
	blockchainId: evmChain(),
	address: field(evmAddress(), {
		in: 'form',
		label: 'Contract Address',
		description: 'Address of the contract, 0x and 40 hexadecimal digits',
		placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
	}),
	...callFields(),
	block: field(evmBlock().optional(), {
		in: 'form',
		label: 'Block',
		description:
			'Block whose state is read: its number (decimal or 0x hex), a name such as latest or finalized, or a hash; latest by default',
		placeholder: 'latest',
		default: 'latest',
		show: 'option',
	}),
	decimals: decimalsField('results', '18'),
	from: field(evmAddress().optional(), {
		in: 'form',
		label: 'From',
		description:
			'Address that calls the function, 0x and 40 hexadecimal digits; the zero address by default',
		placeholder: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC',
		show: 'option',
	}),
} as const;

/** The fields of a read, with the rules that the function returns something, and amounts are integers. */
export const readFields = fieldSet(FIELDS, callRule, (input, context) => {
	checks(context, 'function', () => {
		const { outputs } = calledIn(input);
		if (!outputs)
			throw new AbiMistake('must say what it returns, as in balanceOf(address)(uint256)');
		if (outputs.length === 0)
			throw new AbiMistake('must return something: there is nothing to read');
		requireKnown(outputs);
		checks(context, 'decimals', () => checkDecimals(input.decimals, [outputs]));
	});
});

/** The input of `readContract`, as the form of *EVM Contract: Read* has it. */
export type ReadContractInput = InputValues<typeof FIELDS>;

/** The results of a function. */
export const READ = out.object({
	result: out.open(
		'Result of the function: integers of more than 48 bits as text, several results by name or as a list',
	),
	function: out.text('Name and types of the function'),
	address: out.address('The contract'),
	resultExact: out.optional(out.text('Exact text of a result that is an amount in whole units')),
});

export type ContractRead = out.ValueOf<typeof READ>;

/**
 * Calls a function of a contract without a transaction (`eth_call`) and decodes what it returns.
 * Integers of more than 48 bits are decimal text; addresses have their checksum; bytes are hex. Throws
 * `Failure`: of kind `invalid-input` before anything is sent if the signature, the ABI or an argument is
 * wrong; `rpc` with the reason if the contract reverts; `not-found` if it returns nothing, as an address
 * without a contract does; `invalid-response` if the data does not fit the results.
 *
 * @example
 * const { result } = await readContract(client, {
 * 	blockchainId: 'C',
 * 	address: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
 * 	function: 'balanceOf(address)(uint256)',
 * 	args: ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC'],
 * });
 */
export async function readContract(
	client: AnyClient,
	given: ReadContractInput,
): Promise<ContractRead> {
	const input = parseFields(readFields, given, SUBJECT);
	const called = calledIn(input);
	const { blockchainId, address, block, from, abi } = input;
	const call = { blockchainId, to: address, data: dataOf(called, input), block, from };
	const { data } = await client.call(evm.call, call).catch((error: unknown) => {
		throw reverted(error, called, abi);
	});
	if (data === '0x') throw noData(called, address, block);
	try {
		const values = decodeResults(called, data);
		const { result, ...exact } = resultOf(called, values, input.decimals);
		return { result, function: functionText(called), address, ...exact };
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		const message = `The contract returned data that does not fit ${cutText(functionText(called))}: ${error.message}`;
		throw new Failure({ kind: 'invalid-response', message, retryable: false, operation: SUBJECT });
	}
}

/** The only result, or several by name. */
function resultOf({ outputs = [] }: AbiFunction, values: readonly unknown[], decimals?: Decimals) {
	if (values.length > 1) return { result: withAmounts(outputs, values, decimals) };
	const [output] = outputs;
	const [value] = values;
	const count = decimalsOf(output, keysOf(outputs)[0], value, decimals);
	if (count === undefined) return { result: value };
	return { result: scaledAmount(value, count), [exactName('result')]: String(value) };
}

/** The failure of a call with the reason of its revert; any other error unchanged. */
function reverted(error: unknown, called: AbiFunction, abi?: Abi): unknown {
	if (!isFailure(error, 'rpc') || !/revert/i.test(error.message)) return error;
	const { code, data } = error;
	const reason = typeof data === 'string' ? reasonOf(data, abi) : undefined;
	const said = reason ?? 'without a reason; it may not have this function';
	return new Failure({
		kind: 'rpc',
		message: `The contract reverted the call of ${cutText(functionText(called))}: ${said}`,
		code,
		data,
		operation: SUBJECT,
		service: 'node',
		hint: 'Check the function, its arguments and the address; a function may also depend on who calls it (From) and on the block.',
		cause: error,
	});
}

function noData(called: AbiFunction, address: string, block = 'latest'): Failure {
	return new Failure({
		kind: 'not-found',
		message: `${address} returned no data for ${cutText(functionText(called))} at block ${block}: it is not a contract of this chain, or does not have the function`,
		operation: SUBJECT,
		service: 'node',
		hint: 'Check the address, the chain and the block: before a contract is created, its address has no code.',
	});
}
