import { checkDecimals, withAmounts } from '../../abi/decimals';
import { decodeValues } from '../../abi/decode';
import { abiWith, checks } from '../../abi/fields';
import { functionBySelector, isFunction, unreadIn } from '../../abi/functions';
import { AbiMistake, cutText, signatureOf } from '../../abi/types';
import { digitsOf } from '../../abi/words';
import { field } from '../../fields/field';
import { type InputValues, fieldSet, parseFields } from '../../fields/fieldSet';
import { MOST_BYTES, hex } from '../../fields/hex';
import * as out from '../../fields/outputs';
import { decimalsField } from './decimalsField';

/** The data of a call, decoded. Nothing is sent. */

const SUBJECT = 'evmContract.decodeCalldata';
/** Digits of a selector, with 0x. */
const SELECTOR = 10;

const FIELDS = {
	data: field(hex(MOST_BYTES.evmCall, 0), {
		in: 'form',
		label: 'Call Data',
		description:
			'The data of a transaction or a call in hex, such as the field input of a transaction',
		placeholder: '0x18160ddd',
	}),
	abi: field(abiWith('function'), {
		in: 'form',
		label: 'Function',
		description:
			'The function: its signature, several signatures, or the JSON ABI of the contract; names of arguments become names of fields',
		placeholder: 'transfer(address to, uint256 value)',
	}),
	decimals: decimalsField('arguments', '{ "value": 18 }'),
} as const;

/** The fields of the decoding of a call. */
export const decodeCalldataFields = fieldSet(FIELDS, ({ abi, decimals }, context) => {
	const inputs = abi.filter(isFunction).map((each) => each.inputs);
	checks(context, 'decimals', () => checkDecimals(decimals, inputs));
});

/** The input of `decodeCalldata`. */
export type DecodeCalldataInput = InputValues<typeof FIELDS>;

/** The output: a decoded call. */
export const DECODED_CALL = out.object(
	out.optionalParts({
		function: out.name('Name of the function; null if it is none of the given ones'),
		args: out.open('Decoded arguments by name, or as a list if they have no names'),
		signature: out.text('Name and types of the function'),
		selector: out.hex('First 4 bytes of the data'),
		undecoded: out.text('Why the data was not decoded'),
	}),
);

/** The function and the arguments of a call. */
export type DecodedCall = out.ValueOf<typeof DECODED_CALL>;

/**
 * The function and the arguments of a call, from its data. Data of another function has `function` null, and
 * `undecoded` says why. Throws `Failure` of kind `invalid-input`.
 *
 * @example
 * const { input } = await client.call(evm.getTransaction, { blockchainId: 'C', txHash });
 * const call = decodeCalldata({ data: input, abi: 'transfer(address to, uint256 value)' });
 * console.log(call.function, call.args);
 */
export function decodeCalldata(given: DecodeCalldataInput): DecodedCall {
	const { data, abi, decimals } = parseFields(decodeCalldataFields, given, SUBJECT);
	const selector = data.length >= SELECTOR ? data.slice(0, SELECTOR).toLowerCase() : null;
	const none = { function: null, args: null, signature: null, selector };
	if (selector === null) {
		return { ...none, undecoded: 'The data has no selector: it calls no function' };
	}
	const called = functionBySelector(abi, selector);
	if (!called) {
		return {
			...none,
			undecoded: `The ABI has no function with the selector ${selector}${unreadIn(abi.filter(isFunction))}`,
		};
	}
	const signature = signatureOf(called);
	try {
		const values = decodeValues(called.inputs, digitsOf(data).slice(SELECTOR - 2));
		const named = withAmounts(called.inputs, values, decimals);
		return { function: called.name, args: named, signature, selector };
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		return {
			...none,
			undecoded: `The data does not fit ${cutText(signature)}: ${error.message}`,
		};
	}
}
