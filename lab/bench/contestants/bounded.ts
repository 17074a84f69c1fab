import { clock } from '../../../core/transports/clock';
import { httpTransport } from '../../../core/transports/http';
import { clientWith, evmTransaction } from '../lib/core';
import { requirePeer } from '../lib/peers';
import { ownStep, pagedRequest, runSteps, splitOut, startEngine } from '../lib/n8nHost';
import { BLOCKS, digestOf } from '../servers/boundedService';
import type { Sdk } from './sdk';

/** A list between bounds, read whole by one of several ways. */
export type Way = 'bare' | 'core' | 'chainkit' | 'node' | 'httpRequest';

interface Setup {
	url: string;
	way: Way;
	/** Number of readers, of this package only. */
	readers?: number;
}

type Transfer = { blockNumber?: unknown; logIndex?: unknown };

const address = `0x${'1'.repeat(40)}`;
const bounds = { startBlock: 0, endBlock: BLOCKS };

const listOf = (url: string) =>
	`${url}/v1/chains/43114/addresses/${address}/transactions:listErc20?startBlock=0&endBlock=${BLOCKS}&pageSize=100`;

async function bare({ url }: Setup): Promise<Transfer[]> {
	const items: Transfer[] = [];
	for (let next = ''; ; ) {
		const response = await fetch(`${listOf(url)}${next}`);
		const { transactions, nextPageToken } = JSON.parse(await response.text()) as {
			transactions: Transfer[];
			nextPageToken?: string;
		};
		items.push(...transactions);
		if (!nextPageToken) return items;
		next = `&pageToken=${nextPageToken}`;
	}
}

async function core({ url, readers }: Setup): Promise<Transfer[]> {
	const client = clientWith({ services: { data: { url } }, transport: httpTransport, clock });
	const items: Transfer[] = [];
	const input = { chainId: '43114', address, ...bounds };
	for await (const page of client.pages(evmTransaction.getManyErc20Transfers, input, { readers })) {
		items.push(...page.items);
	}
	return items;
}

async function chainkit({ url }: Setup): Promise<Transfer[]> {
	const { Avalanche } = requirePeer('@avalanche-sdk/chainkit') as {
		Avalanche: new (options: object) => Sdk;
	};
	const { data } = new Avalanche({ serverURL: url, chainId: '43114', enableTelemetry: false });
	const items: Transfer[] = [];
	const request = { address, ...bounds, pageSize: 100 };
	const { transactions } = data.evm.address;
	for await (const { result } of await transactions.listErc20(request, { serverURL: url })) {
		items.push(...(result.transactions as Transfer[]));
	}
	return items;
}

/** A workflow of n8n that reads the list. */
async function workflow({ url, way, readers }: Setup) {
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
	return async () => (await runSteps(engine, steps)).map(({ json }) => json as Transfer);
}

/** Each run reads the list and gives the digest of what it read. */
export async function prepare(setup: Setup) {
	const ways = { bare, core, chainkit } as const;
	const { way } = setup;
	const read =
		way === 'node' || way === 'httpRequest' ? await workflow(setup) : () => ways[way](setup);
	return async (): Promise<string> => digestOf(await read());
}
