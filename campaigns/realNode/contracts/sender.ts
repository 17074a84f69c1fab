import type { Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { Clock } from '../../../core';
import type { Ask, Json } from '../raw';

/** Transactions on the C-Chain of a local network, signed with the key that every such network has. */

/** The network whose genesis gives the account below its funds. */
const LOCAL_NETWORK = '12345';
/** The key of avalanchego's local networks, from genesis/genesis_local.go: it is public, and has no value elsewhere. */
const LOCAL_KEY: Hex = '0x56289e99c94b6912bfc12adc093c9b51124f0dc54ac7a766b2bc5ccf558d8027';
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

/** Throws where the node is not of a local network. */
export async function createSender(ask: Ask, clock: Clock): Promise<Sender> {
	const { networkID } = (await ask('/ext/info', 'info.getNetworkID')) as Json;
	if (String(networkID) !== LOCAL_NETWORK) {
		throw new RangeError(
			`Contracts are deployed on local networks only (network ID ${LOCAL_NETWORK}); this one is ${String(networkID)}`,
		);
	}
	const rpc = async (method: string, ...params: unknown[]) =>
		await ask('/ext/bc/C/rpc', method, params);
	const account = privateKeyToAccount(LOCAL_KEY);
	const chainId = Number(await rpc('eth_chainId'));
	let nonce = Number(await rpc('eth_getTransactionCount', account.address, 'latest'));
	return {
		async send(data, to) {
			const signed = await account.signTransaction({
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
				if (receipt?.status === '0x1') return receipt;
				if (receipt) throw new Error(`The transaction ${hash} failed`);
				await clock.sleep(WAIT_MS);
			}
			throw new Error(`The transaction ${hash} is in no block`);
		},
	};
}
