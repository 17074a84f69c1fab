import { type Details, field } from '../../fields/field';
import { chain, choice, evmAddress, timestamp, token, whole } from '../../fields/inputs';
import * as shared from '../shared';

/** The fields that many operations of the data service share. */

/** `{network}` of a path. */
export function network() {
	return field(choice(shared.NETWORKS, shared.NETWORK_CHOICES), {
		in: 'path',
		label: 'Network',
		description: 'Whether to ask the main network or the test network',
		default: 'mainnet',
	});
}

/** `{chainId}` of a path: an EVM chain. */
export function evmChain() {
	return field(chain(), {
		in: 'path',
		label: 'Chain',
		description: 'A supported chain: its EVM chain ID or its blockchain ID (cb58)',
		placeholder: '43114',
		default: '43114',
	});
}

/** `{address}` of a path: the wallet. */
export function wallet() {
	return field(evmAddress(), {
		in: 'path',
		label: 'Wallet Address',
		description: 'Address of the wallet on the EVM chain, 0x and 40 hexadecimal digits',
		placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
	});
}

/** A filter on one token contract. */
export function contractAddress() {
	return field(evmAddress().optional(), {
		in: 'query',
		label: 'Contract Address',
		description: 'Only tokens of this contract, 0x and 40 hexadecimal digits',
		placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
	});
}

/** `{blockchainId}` of a path that only the P-Chain has. */
export function pChain() {
	return field(choice(shared.P_CHAINS, shared.P_CHAIN_CHOICES).optional(), {
		in: 'path',
		label: 'Blockchain',
		description: 'The P-Chain, by its alias or by its blockchain ID',
		placeholder: 'p-chain',
		default: 'p-chain',
		show: 'option',
	});
}

/** `{blockchainId}` of a path that only the X-Chain has. */
export function xChain() {
	return field(choice(shared.X_CHAINS, shared.X_CHAIN_CHOICES).optional(), {
		in: 'path',
		label: 'Blockchain',
		description: 'The X-Chain, by its alias or by its blockchain ID (cb58)',
		placeholder: 'x-chain',
		default: 'x-chain',
		show: 'option',
	});
}

/** `{blockchainId}` of a path that all three chains have. */
export function primaryChain() {
	return field(choice(shared.PRIMARY_CHAINS, shared.PRIMARY_CHAIN_CHOICES), {
		in: 'path',
		label: 'Blockchain',
		description: 'The P-, X- or C-Chain, by its alias or by its blockchain ID (cb58)',
		placeholder: 'p-chain',
		default: 'p-chain',
	});
}

/** Where the next page begins. */
export function pageToken() {
	return field(token().optional(), {
		in: 'query',
		label: 'Page Token',
		description: 'Token of the page to begin with, as nextPageToken of an earlier response gave it',
		placeholder: '3f1c9d1e-7f63-4a4c-8f0e-2b8b7a1d6c55',
		show: 'paging',
	});
}

/** How many items a request asks for. */
export function pageSize(max = 100) {
	return field(whole(1, max).optional(), {
		in: 'query',
		label: 'Page Size',
		description: `Number of items a request asks for, 1 to ${max}`,
		default: 10,
		show: 'paging',
	});
}

/** Ascending or descending. */
export function sortOrder() {
	return field(choice(shared.SORT_ORDERS, shared.SORT_ORDER_CHOICES).optional(), {
		in: 'query',
		label: 'Sort Order',
		description: 'The order of the items by time',
		show: 'option',
	});
}

/** A moment in the query. */
export function moment(about: Pick<Details, 'label' | 'description'> & Partial<Details>) {
	return field(timestamp().optional(), {
		in: 'query',
		placeholder: '2026-09-01T00:00:00Z',
		...about,
	});
}
