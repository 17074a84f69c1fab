import { functionText } from '../../abi/functions';
import { type InputValues, fieldSet, parseFields } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { callFields, callRule, calledIn, dataOf } from './callFields';

/** The data of calls, for transactions that another program signs. */

const SUBJECT = 'evmContract.encodeFunctionData';

const FIELDS = callFields();

export const encodeFields = fieldSet(FIELDS, callRule);

/** The input of `encodeFunctionData`. */
export type EncodeFunctionDataInput = InputValues<typeof FIELDS>;

/** The data of a call. */
export const ENCODED = out.object({
	data: out.hex('Selector and arguments, the data of a transaction or a call'),
	function: out.text('Name and types of the function'),
});

/**
 * The data of a call: the selector of a function and its arguments. Throws `Failure` of kind
 * `invalid-input` that names field, value and rule if the signature, the ABI or an argument is wrong.
 *
 * @example
 * const { data } = encodeFunctionData({
 * 	function: 'transfer(address,uint256)',
 * 	args: ['0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC', '1000000'],
 * });
 */
export function encodeFunctionData(given: EncodeFunctionDataInput): out.ValueOf<typeof ENCODED> {
	const input = parseFields(encodeFields, given, SUBJECT);
	const called = calledIn(input);
	return { data: dataOf(called, input), function: functionText(called) };
}
