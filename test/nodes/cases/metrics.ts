import type { Case } from '../case';

/** The chains of a page of the emulator: the service names no parameter for it. */
const PAGE = 4;

/** Queries of the metrics service whose pages have a size of the service's own. */
export const metrics: Record<string, Case> = {
	'indexedChain.getMany': {
		parameters: () => ({}),
		check(items, { world }) {
			expect(items.map(({ evmChainId }) => evmChainId)).toEqual(
				world.evmChains.map(({ chainId }) => chainId),
			);
		},
		list: {
			total: ({ world }) => world.evmChains.length,
			key: ({ blockchainId }) => blockchainId,
			pages: { size: PAGE },
		},
	},
};
