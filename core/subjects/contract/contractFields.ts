import { field } from '../../fields/field';
import { evmAddress } from '../../fields/identifiers';
import { bigWhole } from '../../fields/inputs';

/** `{address}` of a path: a contract. */
export function contract(what: string) {
	return field(evmAddress(), {
		in: 'path',
		label: 'Contract Address',
		description: `Address of the ${what} on the EVM chain, 0x and 40 hexadecimal digits`,
		placeholder: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
	});
}

const LARGEST_TOKEN_ID = 2n ** 256n - 1n;

/** `{tokenId}` of a path. */
export function tokenId() {
	return field(bigWhole(LARGEST_TOKEN_ID), {
		in: 'path',
		label: 'Token ID',
		description: 'Number of the token in its contract, decimal digits',
		placeholder: '145',
	});
}
