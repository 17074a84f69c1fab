import type { Named } from '../../core/fields/field';
import type { loaders } from '../../core/operations/loaders';
import type { Operation } from '../../core/operations/declare';
import { PRIMARY_NETWORK } from '../../core/operations/shared';
import { isNodeId } from '../../core/formats/ids';

/** The lists of the services that fields offer to choose from, by n8n node. */

type Item = Readonly<Record<string, unknown>>;

/** One entry of a list. */
export interface Entry {
	name: string;
	value: string;
	url?: string;
}

/** Where a list comes from. */
export interface Source {
	/** The operation that lists. */
	id: keyof typeof loaders;
	/** Its input, beside network and page. */
	input?: Readonly<Record<string, unknown>>;
	/** The entry of one of its items, if it has one. Several items may have the same entry. */
	entry(item: Item): Entry | undefined;
	/** The input instead of `input` that finds the object of a whole ID, also beyond the list. */
	whole?(text: string): Readonly<Record<string, unknown>> | undefined;
	/** Entries of a network that no operation lists. */
	more?(network: string): readonly Entry[];
	/** Maximum number of items to read, to save compute units. */
	most?: number;
}

/** Names are not unique: the ID identifies the entry. */
function named(name: unknown, id: unknown): Entry {
	const value = String(id);
	return { name: name ? `${String(name)} (${value})` : value, value };
}

/** The display name of a chain: many testnets have "testnet" in their names already. */
function chainEntry({ chainId, chainName, isTestnet, explorerUrl }: Item): Entry {
	const name = String(chainName ?? 'Chain');
	const kind = isTestnet && !/testnet|fuji/i.test(name) ? ', testnet' : '';
	return {
		name: `${name} (${String(chainId)}${kind})`,
		value: String(chainId),
		...(explorerUrl ? { url: String(explorerUrl) } : {}),
	};
}

/** The display name of a subnet is the name of its blockchain. */
function subnetEntry(blockchainName: unknown, id: unknown): Entry {
	return named(id === PRIMARY_NETWORK ? 'Primary Network' : blockchainName, id);
}

/** The asset that each network began with. No transaction created it. */
const AVAX: Readonly<Record<string, string>> = {
	mainnet: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
	fuji: 'U8iRqJoiJm8xZHAacmvYyZVwqQx6uDNtQeP3CQ6fcgQk3JqnK',
};

/** A webhook by its name. Its URL may contain a secret and is not shown. */
function webhookEntry({ id, name, eventType, status }: Item): Entry {
	const called = name ? String(name) : String(eventType ?? 'Webhook');
	return named(status === 'inactive' ? `${called}, inactive` : called, id);
}

const LISTS: Readonly<Record<Operation['node'], Readonly<Partial<Record<Named, Source>>>>> = {
	avalanche: {
		chain: { id: 'chain.getMany', entry: chainEntry },
		subnet: {
			id: 'subnet.getMany',
			entry: ({ subnetId, blockchains }) => {
				const [first] = (blockchains ?? []) as Item[];
				return subnetEntry(first?.blockchainName, subnetId);
			},
		},
		blockchain: {
			id: 'blockchain.getMany',
			entry: ({ blockchainId, blockchainName }) => named(blockchainName, blockchainId),
		},
		validator: {
			id: 'validator.getMany',
			input: { validationStatus: 'active' },
			entry: ({ nodeId }) => named(undefined, nodeId),
			whole: (text) => (isNodeId(text) ? { nodeIds: [text] } : undefined),
		},
		asset: {
			id: 'primaryTransaction.getMany',
			input: { blockchainId: 'x-chain', txTypes: ['CreateAssetTx'] },
			entry({ assetCreated }) {
				const { assetId, name, symbol } = (assetCreated ?? {}) as Item;
				return assetId ? named(name || symbol, assetId) : undefined;
			},
			more: (network) => [named('AVAX', AVAX[network] ?? AVAX.fuji)],
			most: 300,
		},
		webhook: { id: 'webhook.getMany', entry: webhookEntry },
	},
	avalancheRpc: {
		subnet: {
			id: 'pChain.getBlockchains',
			entry: ({ name, subnetID }) => subnetEntry(name, subnetID),
		},
		blockchain: { id: 'pChain.getBlockchains', entry: ({ id, name }) => named(name, id) },
	},
};

function methodOf(names: string): string {
	return `search${names[0].toUpperCase()}${names.slice(1)}s`;
}

/** The list method of an n8n node for a field, if it has one. */
export function searchOf(node: Operation['node'], names: Named | undefined): string | undefined {
	return names && LISTS[node][names] && methodOf(names);
}

/** The lists of an n8n node by the name of the method. */
export function listsOf(node: Operation['node']): Array<readonly [method: string, source: Source]> {
	return Object.entries(LISTS[node]).map(([names, source]) => [methodOf(names), source] as const);
}
