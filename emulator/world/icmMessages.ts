import { bytesToHex } from '../../core';
import { sha256 } from './bytes';
import { transactionOf } from './evmTransactions';
import { type Transfer, tokensOf } from './tokens';
import type { EvmChain, World } from './types';

/** Messages between chains: every seventh transaction sends one to the next chain of its network. */

export interface IcmMessage {
	/** Hex. */
	id: string;
	nonce: number;
	source: { chain: EvmChain; transfer: Transfer };
	/** Where it arrived: the next transfer of the other chain. Absent while it is on its way. */
	delivery?: Transfer;
	destination: EvmChain;
}

const EVERY = 7;
/** Of every five messages, one is on its way. */
const PENDING = 5;

/** The chains of a network that answer, in their order. */
function chainsOf(world: World, network: string): EvmChain[] {
	return world.evmChains.filter((chain) => chain.network === network && chain.status === 'OK');
}

function sentFrom(world: World, chain: EvmChain): IcmMessage[] {
	const chains = chainsOf(world, chain.network);
	const destination = chains[(chains.indexOf(chain) + 1) % chains.length];
	const arrivals = tokensOf(world, destination).transfers();
	return tokensOf(world, chain)
		.transfers()
		.filter((transfer) => transfer.index % EVERY === 0 && transactionOf(transfer).succeeded)
		.map((transfer): IcmMessage => {
			const nonce = transfer.index / EVERY + 1;
			const arrived = nonce % PENDING !== 0;
			return {
				id: bytesToHex(sha256(Buffer.from(transfer.txHash))),
				nonce,
				source: { chain, transfer },
				destination,
				...(arrived && { delivery: arrivals[transfer.index + 1] }),
			};
		});
}

/** The messages of a network, or of both, newest first. */
export function icmMessagesOf(world: World, network?: string): IcmMessage[] {
	const networks = network === undefined ? ['mainnet', 'fuji'] : [network];
	return networks
		.flatMap((name) => chainsOf(world, name))
		.flatMap((chain) => sentFrom(world, chain))
		.sort((a, b) => b.source.transfer.blockTimestamp - a.source.transfer.blockTimestamp);
}

/** The message that a transaction sent or delivered. */
export function icmMessageOf(world: World, chain: EvmChain, txHash: string) {
	const all = icmMessagesOf(world, chain.network);
	const sent = all.find(({ source }) => source.transfer.txHash === txHash);
	if (sent) return { message: sent, isSource: true };
	const message = all.find(({ delivery }) => delivery?.txHash === txHash);
	return message && { message, isSource: false };
}
