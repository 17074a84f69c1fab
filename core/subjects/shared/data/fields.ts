import type { Column } from '../../../fields/columns';
import { type Details, field } from '../../../fields/field';
import {
	addresses,
	addressesOrEvm,
	chain,
	collectionContract,
	evmAddress,
	id,
	nodeId,
} from '../../../fields/identifiers';
import { choice, choices } from '../../../fields/inputs';
import { timestamp } from '../../../fields/moments';
import * as shared from '../../../operations/shared';

/** The fields that many operations of the data service share. */

/** The network to query: `{network}` of a path, or a setting of an event. */
export function network(location: 'path' | 'form' = 'path') {
	return field(choice(shared.NETWORKS, shared.NETWORK_CHOICES), {
		in: location,
		label: 'Network',
		description: 'Whether to use the main network or the test network',
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

/** A filter on one NFT contract. */
export function contractAddress() {
	return field(collectionContract().optional(), {
		in: 'query',
		label: 'Contract Address',
		description: 'Only tokens of this contract, 0x and 40 hexadecimal digits',
		placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
	});
}

/** `{blockchainId}` of a path for the P-Chain only. */
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

/** `{blockchainId}` of a path for the X-Chain only. */
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

/** `{blockchainId}` of a path for the X-Chain only, required as in the API documents. */
export function xChainOfPath() {
	return field(choice(shared.X_CHAINS, shared.X_CHAIN_CHOICES), {
		...xChain().info,
		show: 'main',
	});
}

/** `{blockchainId}` of a path for all three chains. */
export function primaryChain() {
	return field(choice(shared.PRIMARY_CHAINS, shared.PRIMARY_CHAIN_CHOICES), {
		in: 'path',
		label: 'Blockchain',
		description: 'The P-, X- or C-Chain, by its alias or by its blockchain ID (cb58)',
		placeholder: 'p-chain',
		default: 'p-chain',
	});
}

/** Owners of outputs or transactions: addresses of the P- and X-Chain. `either`: what can be given in their place. */
export function owners(either?: string) {
	return field(addresses().optional(), {
		in: 'query',
		list: 'comma',
		label: 'Addresses',
		description:
			'X- or P-Chain addresses with the network prefix, optionally preceded by P- or X-, separated by commas',
		placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		show: 'main',
		...(either && { either }),
	});
}

/** Addresses of the primary network, and EVM addresses for atomic transactions. */
export function ownersOrEvm() {
	const { info } = owners();
	return field(addressesOrEvm().optional(), {
		...info,
		description: `${info.description}; for atomic transactions of the C-Chain also EVM addresses, 0x and 40 hexadecimal digits each`,
	} as Details & { in: 'query' });
}

/** Addresses in the body of a request, which may have more of them than a URL. */
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

/** `{nodeId}` of a path. */
export function nodeOfPath(who = 'The validator', about: Partial<Details> = {}) {
	return field(nodeId(), {
		in: 'path',
		label: 'Node ID',
		description: `${who}, NodeID- and a hash (cb58)`,
		placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
		...about,
	});
}

type AboutSubnet = Pick<Details, 'description'> & Partial<Details>;

function aboutSubnet(location: 'path' | 'query', about: AboutSubnet): Details {
	return { in: location, label: 'Subnet ID', placeholder: shared.PRIMARY_NETWORK, ...about };
}

/** `{subnetId}` of a path. */
export function subnetOfPath(about: AboutSubnet) {
	return field(id('a subnet id'), aboutSubnet('path', about));
}

/** A subnet in the query. */
export function subnetFilter(about: AboutSubnet) {
	return field(id('a subnet id').optional(), aboutSubnet('query', about));
}

function aboutAsset(location: 'path' | 'query', description: string): Details {
	const placeholder = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
	return { in: location, label: 'Asset ID', description, placeholder };
}

/** `{assetId}` of a path: an asset of the X-Chain. */
export function assetOfPath() {
	return field(id('an asset id'), aboutAsset('path', 'The asset (cb58)'));
}

/** An asset of the X-Chain in the query. */
export function assetFilter(description: string) {
	return field(id('an asset id').optional(), aboutAsset('query', description));
}

/** Only transactions of some types. */
export function txTypes(example: string, condition = '') {
	return field(choices(shared.TX_TYPES, shared.TX_TYPE_CHOICES).optional(), {
		in: 'query',
		list: 'repeat',
		label: 'Transaction Types',
		description: `Only transactions of these types${condition}`,
		placeholder: example,
	});
}

/** The start and end of a time range, with the rule between them. */
export function between(what: string, condition = '') {
	return {
		startTimestamp: moment({
			label: 'After',
			description: `Only ${what} after this time, Unix seconds or a date-time${condition}`,
		}),
		endTimestamp: moment({
			label: 'Before',
			description: `Only ${what} before this time, Unix seconds or a date-time${condition}`,
		}),
	};
}

/**
 * Bounds and order of lists with these fields. The documents exclude the ends, services include
 * them.
 */
export const BY_TIME = {
	unit: 'seconds',
	start: { field: 'startTimestamp', is: 'loose' },
	end: { field: 'endTimestamp', is: 'loose' },
	order: 'desc',
	position: (item: { readonly blockTimestamp: Column }) => [item.blockTimestamp],
} as const;

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
