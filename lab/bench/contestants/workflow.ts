import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { CREDENTIAL } from '../../kit/engine';
import { evmTransaction } from '../lib/core';
import { ownStep, pagedRequest, runSteps, splitOut, startEngine, type Step } from '../lib/n8nHost';

export type Way = 'own' | 'httpRequest' | 'helper';

interface Setup {
	url: string;
	way: Way;
}

const HELPER = 'bench.helper';

const listOf = (url: string, address: string) =>
	`${url}/v1/chains/43114/addresses/${address}/transactions:listErc20?pageSize=100`;

/** The least that a node must do that sends requests through n8n: send, parse, and return items. */
const helperNode: INodeType = {
	description: {
		displayName: 'Helper',
		name: 'helper',
		group: ['input'],
		version: 1,
		description: 'Helper',
		defaults: { name: 'Helper' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: CREDENTIAL, required: true }],
		properties: [{ displayName: 'List', name: 'list', type: 'string', default: '' }],
	},
	async execute(this: IExecuteFunctions) {
		const list = this.getNodeParameter('list', 0) as string;
		const send = this.helpers.httpRequestWithAuthentication;
		const items: INodeExecutionData[] = [];
		for (let next = ''; ; ) {
			const options = { url: `${list}${next}`, encoding: 'text', json: false } as const;
			const text = (await send.call(this, CREDENTIAL, options)) as string;
			const page = JSON.parse(text) as { transactions: IDataObject[]; nextPageToken?: string };
			for (const json of page.transactions) items.push({ json });
			if (!page.nextPageToken) return [items];
			next = `&pageToken=${page.nextPageToken}`;
		}
	},
};

function stepsOf({ url, way }: Setup, address: string): Step[] {
	if (way === 'helper') {
		return [{ name: 'Helper', type: HELPER, parameters: { list: listOf(url, address) } }];
	}
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
	const engine = await startEngine(setup.url, { [HELPER]: helperNode });
	return async (address: string): Promise<number> =>
		(await runSteps(engine, stepsOf(setup, address))).length;
}
