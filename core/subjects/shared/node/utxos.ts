import type { Rule } from '../../../fields/fieldSet';
import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { id, idOrAlias } from '../../../fields/identifiers';
import { whole } from '../../../fields/inputs';
import { broken } from '../../../fields/rules';
import { chainAddress, chainAddresses, hexEncoding } from './fields';

/** The unspent outputs of addresses: common fields of the methods of the three chains. */

export const LARGEST_UTXO_PAGE = 1024;

/** Input fields: the addresses, the number of outputs a page, and the start of the page. */
export function utxoFields(chain: 'X' | 'P' | 'C') {
	return {
		addresses: chainAddresses(chain, {
			description: `${chain}-Chain addresses (bech32), separated by commas (1 to 1,024); a missing ${chain}- prefix is added`,
		}),
		limit: field(whole(1, LARGEST_UTXO_PAGE).optional(), {
			in: 'params',
			label: 'Page Size',
			description: 'Number of outputs in one call, from 1 to 1024',
			default: LARGEST_UTXO_PAGE,
			show: 'paging',
		}),
		startIndexAddress: field(chainAddress(chain).optional(), {
			in: 'params',
			name: 'startIndex.address',
			label: 'Start Address',
			description: 'Address of endIndex in the last response, to continue after it',
			placeholder: `${chain}-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5`,
			show: 'paging',
		}),
		startIndexUtxo: field(id('a UTXO id').optional(), {
			in: 'params',
			name: 'startIndex.utxo',
			label: 'Start UTXO',
			description: 'UTXO of endIndex in the last response, to continue after it (cb58)',
			placeholder: 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j',
			show: 'paging',
		}),
		encoding: hexEncoding('outputs'),
	} as const;
}

/** The chain that outputs were exported from; `example` is an alias. */
export function sourceChain(example: string) {
	return field(idOrAlias('a blockchain id', example).optional(), {
		in: 'params',
		label: 'Source Chain',
		description:
			'Only outputs exported from this chain and not imported yet: an alias such as P or C, or a blockchain ID (cb58)',
		placeholder: example,
	});
}

/**
 * Completes the sentence about one field of a start without the other: both parts of `endIndex` are
 * needed.
 */
const BOTH = 'must be given together with';

/** The rule between the two fields of a start. */
export const startsWithBoth: Rule<{ startIndexAddress?: string; startIndexUtxo?: string }> = (
	{ startIndexAddress: address, startIndexUtxo: utxo },
	context,
) => {
	if (address !== undefined && utxo === undefined) {
		broken(context, 'startIndexAddress', `${BOTH} "Start UTXO" (startIndexUtxo)`);
	}
	if (utxo !== undefined && address === undefined) {
		broken(context, 'startIndexUtxo', `${BOTH} "Start Address" (startIndexAddress)`);
	}
};

/** One page of outputs. */
export const UTXO_PAGE = out.object({
	numFetched: out.count('Number of outputs in this response'),
	utxos: out.essential(out.list(out.hex(), 'Outputs in hex with a checksum')),
	endIndex: out.object({ address: out.address(), utxo: out.id('cb58') }),
	sourceChain: out.optional(out.text()),
	encoding: out.text(),
});
