import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { MOST_BYTES, hex } from '../../../fields/hex';
import { hexEncoding } from './fields';

/** Common parts of the methods that issue a transaction to the P-, X- or C-Chain. */

/** The signed transaction and its encoding. */
export function issuedFields() {
	return {
		tx: field(hex(MOST_BYTES.transaction), {
			in: 'params',
			label: 'Signed Transaction',
			description:
				'The signed transaction in hex with a checksum of four bytes at its end, as wallets and SDKs encode it',
			placeholder: '0x0000000000220000000100000000',
		}),
		encoding: hexEncoding('bytes of the transaction'),
	} as const;
}

/** The response: the transaction was received, but is not accepted yet. */
export const ISSUED = out.object({
	txID: out.essential(out.id('Of the issued transaction, cb58')),
});
