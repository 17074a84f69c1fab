import type { Named } from '../../core/fields/field';
import type { loaders } from '../../core/operations/loaders';
import type { Operation } from '../../core/operations/declare';
import { PRIMARY_NETWORK } from '../../core/operations/shared';

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
	/** The entry of one of its items. Several items may have the same entry. */
	entry(item: Item): Entry;
}

/** Names repeat: the ID tells which one it is. */
function named(name: unknown, id: unknown): Entry {
	const value = String(id);
	return { name: name ? `${String(name)} (${value})` : value, value };
}

/** As users know a chain: many testnets have that in their names already. */
function chainEntry({ chainId, chainName, isTestnet, explorerUrl }: Item): Entry {
	const name = String(chainName ?? 'Chain');
	const kind = isTestnet && !/testnet|fuji/i.test(name) ? ', testnet' : '';
	return {
		name: `${name} (${String(chainId)}${kind})`,
		value: String(chainId),
		...(explorerUrl ? { url: String(explorerUrl) } : {}),
	};
}

/** People know a subnet by the name of its blockchain. */
function subnetEntry(blockchainName: unknown, id: unknown): Entry {
	return named(id === PRIMARY_NETWORK ? 'Primary Network' : blockchainName, id);
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

/** The method of an n8n node that lists what a field names, where it has one. */
export function searchOf(node: Operation['node'], names: Named | undefined): string | undefined {
	return names && LISTS[node][names] && methodOf(names);
}

/** The lists of an n8n node by the name of the method. */
export function listsOf(node: Operation['node']): Array<readonly [method: string, source: Source]> {
	return Object.entries(LISTS[node]).map(([names, source]) => [methodOf(names), source] as const);
}
