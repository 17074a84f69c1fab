import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { evmBalance } from '../lib/core';
import { httpRequest, ownStep, runSteps, startEngine, type Step } from '../lib/n8nHost';
import { balanceOf } from '../servers/evmNode';

export type Way = 'own' | 'ownSingle' | 'httpRequest' | 'httpRequestBatches';

interface Setup {
	url: string;
	way: Way;
	failing: string;
}

const PATH = '/ext/bc/C/rpc';
const BATCH = 40;
const CODE = 'bench.code';

/**
 * The work of a Code node: makes the bodies of batches, without the start of a sandbox, or orders the answers
 * of all batches.
 */
const codeNode: INodeType = {
	description: {
		displayName: 'Code',
		name: 'code',
		group: ['transform'],
		version: 1,
		description: 'Code',
		defaults: { name: 'Code' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [{ displayName: 'Task', name: 'task', type: 'string', default: '' }],
	},
	async execute() {
		const items = this.getInputData();
		const out = this.getNodeParameter('task', 0) === 'bodies' ? bodiesOf(items) : sorted(items);
		return [out];
	},
};

function callOf(address: unknown, id: number) {
	return { jsonrpc: '2.0', id, method: 'eth_getBalance', params: [address, 'latest'] };
}

function bodiesOf(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	const calls = items.map(({ json }, at) => callOf(json.address, at));
	const bodies: INodeExecutionData[] = [];
	for (let at = 0; at < calls.length; at += BATCH) {
		bodies.push({ json: { body: JSON.stringify(calls.slice(at, at + BATCH)) } });
	}
	return bodies;
}

function sorted(items: readonly INodeExecutionData[]): INodeExecutionData[] {
	return [...items].sort((a, b) => Number(a.json.id) - Number(b.json.id));
}

function stepsOf({ url, way }: Setup): Step[] {
	if (way === 'own' || way === 'ownSingle') {
		const parameters = {
			blockchainId: { __rl: true, mode: 'id', value: 'C' },
			address: '={{ $json.address }}',
			simplify: false,
			...(way === 'ownSingle' && { options: { batchSize: 1 } }),
		};
		return [{ ...ownStep(evmBalance.getBalance, parameters), onError: 'continueRegularOutput' }];
	}
	const request = (jsonBody: string) =>
		httpRequest({
			method: 'POST',
			url: url + PATH,
			sendBody: true,
			specifyBody: 'json',
			jsonBody,
			options: { batching: { batch: { batchSize: 50, batchInterval: 1000 } } },
		});
	if (way === 'httpRequest') {
		const call = `={{ JSON.stringify(${JSON.stringify(callOf('', 1))}).replace('""', '"' + $json.address + '"') }}`;
		return [request(call)];
	}
	return [
		{ name: 'Code before', type: CODE, parameters: { task: 'bodies' } },
		request('={{ $json.body }}'),
		{ name: 'Code after', type: CODE, parameters: { task: 'sort' } },
	];
}

/** The balance in an item of any of the ways, in wei; undefined in an item with an error. */
function balanceIn({ result, balance }: IDataObject): bigint | undefined {
	const found = balance ?? result;
	return typeof found === 'string' ? BigInt(found) : undefined;
}

/** Each run requests the balance of every address, and returns the number of right items. */
export async function prepare(setup: Setup) {
	const engine = await startEngine(setup.url, { [CODE]: codeNode });
	return async (addresses: string[]): Promise<number> => {
		const items = addresses.map((address) => ({ json: { address } }));
		const out = await runSteps(engine, stepsOf(setup), items);
		return addresses.filter((address, at) => {
			const found = balanceIn(out[at]?.json ?? {});
			return address === setup.failing ? 'error' in out[at].json : found === balanceOf(address);
		}).length;
	};
}
