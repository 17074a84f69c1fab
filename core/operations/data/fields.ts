import { type Details, field } from '../../fields/field';
import {
	addresses,
	chain,
	choice,
	evmAddress,
	id,
	timestamp,
	token,
	whole,
} from '../../fields/inputs';
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

/** The same where the documents insist on it. */
export function xChainOfPath() {
	return field(choice(shared.X_CHAINS, shared.X_CHAIN_CHOICES), {
		...xChain().info,
		show: 'main',
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

/** Whose outputs or transactions: addresses of the P- and X-Chain. */
export function owners() {
	return field(addresses().optional(), {
		in: 'query',
		list: 'comma',
		label: 'Addresses',
		description:
			'X- or P-Chain addresses with the network prefix, optionally preceded by P- or X-, separated by commas',
		placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		show: 'main',
	});
}

/** The same in a body, which takes more of them than a URL. */
export function ownersInBody() {
	const { in: _, ...about } = owners().info;
	return field(addresses(), { ...about, in: 'body' });
}

/** `{txHash}` of a path: a transaction of the primary network. */
export function primaryTxHash() {
	return field(id('a transaction hash'), {
		in: 'path',
		label: 'Transaction Hash',
		description: 'Hash of the transaction (cb58)',
		placeholder: '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP',
	});
}

/** The two ends of a range of time, and the rule between them. */
export function between(what: string) {
	return {
		startTimestamp: moment({
			label: 'After',
			description: `Only ${what} after this time, Unix seconds or a date-time`,
		}),
		endTimestamp: moment({
			label: 'Before',
			description: `Only ${what} before this time, Unix seconds or a date-time`,
		}),
	};
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
export function pageSize(max = 100, byDefault = 10) {
	return field(whole(1, max).optional(), {
		in: 'query',
		label: 'Page Size',
		description: `Number of items a request asks for, 1 to ${max}`,
		default: byDefault,
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
