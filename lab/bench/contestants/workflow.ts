import { evmTransaction } from '../lib/core';
import { ownStep, pagedRequest, runSteps, splitOut, startEngine, type Step } from '../lib/n8nHost';

export type Way = 'own' | 'httpRequest';

interface Setup {
	url: string;
	way: Way;
}

const listOf = (url: string, address: string) =>
	`${url}/v1/chains/43114/addresses/${address}/transactions:listErc20?pageSize=100`;

function stepsOf({ url, way }: Setup, address: string): Step[] {
	if (way === 'own') {
		return [
			ownStep(evmTransaction.getManyErc20Transfers, {
				chainId: { __rl: true, mode: 'id', value: '43114' },
				address,
				returnAll: true,
				// As the service sends them: what the other way gives.
				simplify: false,
			}),
		];
	}
	return [pagedRequest(listOf(url, address)), splitOut('transactions')];
}

/** Each run walks a list in a workflow and gives the number of items. */
export async function prepare(setup: Setup) {
	const engine = await startEngine(setup.url);
	return async (address: string): Promise<number> =>
		(await runSteps(engine, stepsOf(setup, address))).length;
}
