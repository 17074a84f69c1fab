import { evmTransaction } from '../lib/core';
import { ownStep, pagedRequest, runSteps, splitOut, startEngine } from '../lib/n8nHost';
import { BLOCKS, digestOf } from '../servers/boundedService';

/** A list between bounds, read whole by one of several ways. */
export type Way = 'node' | 'httpRequest';

interface Setup {
	url: string;
	way: Way;
	/** Number of readers, of this package only. */
	readers?: number;
}

const address = `0x${'1'.repeat(40)}`;
const bounds = { startBlock: 0, endBlock: BLOCKS };

const listOf = (url: string) =>
	`${url}/v1/chains/43114/addresses/${address}/transactions:listErc20?startBlock=0&endBlock=${BLOCKS}&pageSize=100`;

/** Each run reads the list in a workflow and gives the digest of what it read. */
export async function prepare({ url, way, readers }: Setup) {
	const engine = await startEngine(url);
	const own = ownStep(evmTransaction.getManyErc20Transfers, {
		chainId: { __rl: true, mode: 'id', value: '43114' },
		address,
		returnAll: true,
		simplify: false,
		filters: bounds,
		options: { parallelReads: readers },
	});
	const steps = way === 'node' ? [own] : [pagedRequest(listOf(url)), splitOut('transactions')];
	return async (): Promise<string> =>
		digestOf((await runSteps(engine, steps)).map(({ json }) => json));
}
