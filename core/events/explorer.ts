import { PUBLIC_EXPLORERS } from '../operations/explorer';

/** Pages of the public explorers. */

/** The C-Chains by their EVM chain ids. */
const C_CHAINS: Readonly<Record<string, string>> = { '43114': 'mainnet', '43113': 'fuji' };

const NETWORKS: Readonly<Record<string, string>> = { avax: 'mainnet', fuji: 'fuji' };

/**
 * The network of a P-, X- or C-Chain address by its prefix; undefined if the network has no
 * explorer.
 */
export function networkOf(address: string | undefined): string | undefined {
	const [, prefix] = /^(?:[PXC]-)?([a-z]+)1/.exec(address ?? '') ?? [];
	return Object.hasOwn(NETWORKS, prefix) ? NETWORKS[prefix] : undefined;
}

/** The page of a validator; undefined where the network has no explorer. */
export function validatorPage(network: string, nodeId: string): string | undefined {
	const base = PUBLIC_EXPLORERS[network] as string | undefined;
	return base && `${base}/validators/${nodeId}`;
}

/** The page of a transaction of the P-, X- or C-Chain (`p-chain` and so on). */
export function transactionPage(
	network: string,
	chain: string,
	txHash: string,
): string | undefined {
	const base = PUBLIC_EXPLORERS[network] as string | undefined;
	return base && `${base}/${chain}/tx/${txHash}`;
}

/** The page of a transaction of a C-Chain; undefined for other EVM chains. */
export function evmTransactionPage(chainId: string, txHash: string): string | undefined {
	const network = C_CHAINS[chainId] as string | undefined;
	return network && transactionPage(network, 'c-chain', txHash);
}
