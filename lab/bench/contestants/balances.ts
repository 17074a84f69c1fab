import { tokenBalance } from '../lib/core';
import { httpRequest, ownStep, runSteps, startEngine, type Step } from '../lib/n8nHost';

/** Distribution of the calls for many input items. */
export type Spread =
	| { node: 'own'; options: { concurrency?: number } }
	| { node: 'httpRequest'; batchSize: number; batchInterval: number };

function stepOf(url: string, spread: Spread): Step {
	if (spread.node === 'own') {
		return ownStep(tokenBalance.getNative, {
			chainId: { __rl: true, mode: 'id', value: '43114' },
			address: '={{ $json.address }}',
			simplify: false,
			options: spread.options,
		});
	}
	const { batchSize, batchInterval } = spread;
	return httpRequest({
		url: `=${url}/v1/chains/43114/addresses/{{ $json.address }}/balances:getNative`,
		options: { batching: { batch: { batchSize, batchInterval } } },
	});
}

/** Each run requests the balance of every address, and returns the number of responses. */
export async function prepare({ url, spread }: { url: string; spread: Spread }) {
	const engine = await startEngine(url);
	return async (addresses: string[]): Promise<number> => {
		const items = addresses.map((address) => ({ json: { address } }));
		const out = await runSteps(engine, [stepOf(url, spread)], items);
		return out.filter(({ json }) => JSON.stringify(json).includes('1250000000000000000')).length;
	};
}
