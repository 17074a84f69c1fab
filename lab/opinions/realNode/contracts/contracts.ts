import type { Clock } from '../../../../core';
import type { Asker } from '../../../kit/operations/ask';
import type { Ask, Json } from '../raw';
import { creation, ECHO, ENDLESS, LARGEST, logger, longText, proxyOf, REFUSES } from './bytecode';
import { askHostile } from './hostile';
import { askLogs } from './logs';
import { askReads } from './reads';
import { createSender, type Sender } from './sender';
import { type Asking, type Contracts, type ContractsAsked, MEGABYTE } from './types';

/** The operations on contracts, held against viem with contracts that run on a real node. */

async function deploy({ send, receipt }: Sender): Promise<Contracts> {
	const first = [ECHO, REFUSES, longText(MEGABYTE), LARGEST, ENDLESS];
	const codes = [...first, ...[0, 1, 2, 3, 4].map(logger)];
	const hashes: string[] = [];
	for (const code of codes) hashes.push(await send(creation(code)));
	const addresses: string[] = [];
	for (const hash of hashes) addresses.push(String((await receipt(hash)).contractAddress));
	const [echo, refuses, megabyte, largest, endless, ...loggers] = addresses;
	const proxied = await receipt(await send(creation(proxyOf(echo))));
	const proxy = String(proxied.contractAddress);
	return { echo, proxy, refuses, megabyte, largest, endless, loggers };
}

/**
 * Deploys contracts and asks them. Throws where the network is not a local one, or does not take the
 * transactions.
 */
export async function askContracts(given: {
	ask: Ask;
	asker: Asker;
	clock: Clock;
	seed: number;
	say: (line: string) => void;
}): Promise<ContractsAsked> {
	const { ask, asker, clock, seed, say } = given;
	const asked: ContractsAsked = {
		...{ values: 0, reads: 0, proxied: 0, events: 0, calldata: 0, hostile: 0 },
		...{ findings: [], recorded: [] },
	};
	say('contracts: deployment');
	const sender = await createSender(ask, clock);
	const contracts = await deploy(sender);
	const rpc = async (method: string, ...params: unknown[]) =>
		await ask('/ext/bc/C/rpc', method, params);
	const { client, taken } = asker;
	const asking: Asking = { client, taken, rpc, seed, contracts, asked };
	say('contracts: reads');
	await askReads(asking);
	say('contracts: events and call data');
	await askLogs(asking, sender);
	say('contracts: hostile ones');
	const { blockchainID } = (await ask('/ext/info', 'info.getBlockchainID', { alias: 'C' })) as Json;
	await askHostile(asking, String(blockchainID));
	return asked;
}
