/** Pages of the official explorer. */

const HOSTS: Readonly<Record<string, string>> = {
	mainnet: 'https://subnets.avax.network',
	fuji: 'https://subnets-test.avax.network',
	testnet: 'https://subnets-test.avax.network',
};

/** The C-Chains by their EVM chain ids. */
const C_CHAINS: Readonly<Record<string, string>> = { '43114': 'mainnet', '43113': 'fuji' };

/** The page of a validator; undefined where the network has no explorer. */
export function validatorPage(network: string, nodeId: string): string | undefined {
	return HOSTS[network] && `${HOSTS[network]}/validators/${nodeId}`;
}

/** The page of a transaction of the P-, X- or C-Chain (`p-chain` and so on). */
export function transactionPage(network: string, chain: string, txHash: string) {
	return HOSTS[network] && `${HOSTS[network]}/${chain}/tx/${txHash}`;
}

/** The page of a transaction of an EVM chain; undefined for chains other than the C-Chains. */
export function evmTransactionPage(chainId: string, txHash: string): string | undefined {
	const network = C_CHAINS[chainId] as string | undefined;
	return network && transactionPage(network, 'c-chain', txHash);
}
