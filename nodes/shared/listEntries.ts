import { PRIMARY_NETWORK } from '../../core/operations/shared';
import { quoted } from '../../core/events/words';
import type { Entry, Item } from './listSource';

/** The entries of lists, as the menu shows them. */

/** Anyone can choose such a name: it stands in quotes before the ID, which identifies the entry. */
export const foreign = (name: unknown, id: unknown): Entry => named(quoted(name), id);

/** Names are not unique: the ID identifies the entry. */
export function named(name: unknown, id: unknown): Entry {
	const value = String(id);
	return { name: name ? `${String(name)} (${value})` : value, value };
}

/** The display name of a subnet is the name of its blockchain. */
export function subnetEntry(blockchainName: unknown, id: unknown): Entry {
	return id === PRIMARY_NETWORK ? named('Primary Network', id) : foreign(blockchainName, id);
}

/** The display name of a chain: many testnets have "testnet" in their names already. */
export function chainEntry({ chainId, chainName, isTestnet, explorerUrl }: Item): Entry {
	const name = String(chainName ?? 'Chain');
	const kind = isTestnet && !/testnet|fuji/i.test(name) ? ', testnet' : '';
	return {
		name: `${name} (${String(chainId)}${kind})`,
		value: String(chainId),
		...(explorerUrl ? { url: String(explorerUrl) } : {}),
	};
}
