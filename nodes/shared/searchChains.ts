import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { listChains } from '../../core/operations/data/chain';
import { clientFor } from './client';
import { nodeError } from './errors';

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
				name: `${chain.chainName ?? 'Chain'} (${chain.chainId})${chain.isTestnet ? ' – testnet' : ''}`,
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
