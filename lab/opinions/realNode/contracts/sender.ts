import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Clock } from '../../../../core';
import type { Ask, Json } from '../raw';

/** Transactions on an EVM chain of a local network, signed with the key that every such network has. */

/** avalanchego's local network, and its custom networks with the same genesis: they give the key below its funds. */
const LOCAL_NETWORKS = ['12345', '1337'];
/** The key of avalanchego's local networks, from genesis/genesis_local.go: it is public, and has no value elsewhere. */
export const LOCAL_KEY: Hex = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027';
export const LOCAL_ACCOUNT = privateKeyToAccount(LOCAL_KEY);
const GAS = 3_000_000n;
const GWEI = 10n ** 9n;
const WAIT_MS = 100;
const MOST_WAITS = 600;

/** Sends transactions, each after the ones before it. */
export interface Sender {
	/** Sends a transaction; without `to`, one that creates a contract. Resolves to its hash. */
	send(data: string, to?: string): Promise<string>;
	/** The receipt of a transaction, once it is in a block. Throws if it failed or does not come. */
	receipt(hash: string): Promise<Json>;
}

/** True for a node of a local network. */
export async function isLocal(ask: Ask): Promise<boolean> {
	const { networkID } = (await ask('/ext/info', 'info.getNetworkID')) as Json;
	return LOCAL_NETWORKS.includes(String(networkID));
}

/** Throws where the node is not of a local network. `chain` is its blockchain id or an alias. */
export async function createSender(ask: Ask, clock: Clock, chain = 'C'): Promise<Sender> {
	if (!(await isLocal(ask))) {
		throw new RangeError(
			`Transactions are made on local networks only (network ID ${LOCAL_NETWORKS.join(' or ')})`,
		);
	}
	const rpc = async (method: string, ...params: unknown[]) =>
		await ask(`/ext/bc/${chain}/rpc`, method, params);
	const chainId = Number(await rpc('eth_chainId'));
	let nonce = Number(await rpc('eth_getTransactionCount', LOCAL_ACCOUNT.address, 'latest'));
	return {
		async send(data, to) {
			const signed = await LOCAL_ACCOUNT.signTransaction({
				...{ type: 'eip1559', chainId, nonce, gas: GAS, data: data as Hex },
				...{ maxFeePerGas: 500n * GWEI, maxPriorityFeePerGas: GWEI },
				...(to !== undefined && { to: to as Hex }),
			});
			const hash = String(await rpc('eth_sendRawTransaction', signed));
			nonce++;
			return hash;
		},
		async receipt(hash) {
			for (let waits = 0; waits < MOST_WAITS; waits++) {
				const receipt = (await rpc('eth_getTransactionReceipt', hash)) as Json | null;
				// A receipt is there before the logs of its block are.
				const isExecuted =
					receipt && Number(await rpc('eth_blockNumber')) >= Number(receipt.blockNumber);
				if (isExecuted && receipt.status === '0x1') return receipt;
				if (isExecuted) throw new Error(`The transaction ${hash} failed`);
				await clock.sleep(WAIT_MS);
			}
			throw new Error(`The transaction ${hash} is in no block`);
		},
	};
}
