import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listChains } from '../../core/operations/data/chain';
import { clientFor } from './client';
import { nodeError } from './errors';

/** As users know a chain: many testnets have that in their names already. */
function nameOf(chain: {
	chainName?: string | null;
	chainId?: unknown;
	isTestnet?: boolean | null;
}): string {
	const { chainId, isTestnet } = chain;
	const chainName = chain.chainName ?? 'Chain';
	const kind = isTestnet && !/testnet|fuji/i.test(chainName) ? ', testnet' : '';
	return `${chainName} (${String(chainId)}${kind})`;
}

/** The chains of the data service, for the chain list of the form. */
export async function searchChains(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	try {
		const client = await clientFor(this, { retry: { retries: 1 }, timeoutMs: 15_000 });
		const { chains } = await client.call(listChains, {});
		const wanted = filter?.toLowerCase() ?? '';
		const results = chains
			.map((chain) => ({
				name: nameOf(chain),
				value: String(chain.chainId),
				...(chain.explorerUrl && { url: String(chain.explorerUrl) }),
			}))
			.filter(({ name }) => name.toLowerCase().includes(wanted))
			.sort((a, b) => a.name.localeCompare(b.name));
		return { results };
	} catch (error) {
		throw nodeError(this.getNode(), error);
	}
}
