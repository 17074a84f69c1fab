import { bytesToHex } from '../../core';
import { sha256 } from '../../core/testing/network/bytes';
import { transactionOf } from './evmTransactions';
import type {
	EvmChain,
	IcmMessage,
	NewIcmMessage,
	Transfer,
	World,
} from '../../core/testing/network';

/** Messages between chains: every seventh transaction sends one to the next chain of its network. */

/** Adds a message that is on its way; an old `timestamp` makes one that was indexed late. */
export function addIcmMessage(world: World, given: NewIcmMessage): IcmMessage {
	const { sourceChainId = '43114', destinationChainId, ...rest } = given;
	const chain = world.evmChain(sourceChainId);
	if (!chain) throw new Error(`${sourceChainId} is not an EVM chain`);
	const [other] = chainsOf(world, chain.network).filter((one) => one !== chain);
	const destination = destinationChainId ? world.evmChain(destinationChainId) : other;
	if (!destination) throw new Error(`${destinationChainId} is not an EVM chain`);
	const transfer = carrierOn(world, chain, rest);
	const { icmMessages } = world.conditions;
	const id = bytesToHex(sha256(Buffer.from(transfer.txHash)));
	const message = {
		id,
		nonce: 10_000 + icmMessages.length,
		source: { chain, transfer },
		destination,
	};
	icmMessages.push(message);
	return message;
}

/** Delivers an added message. False where there is none. */
export function deliverIcmMessage(
	world: World,
	messageId: string,
	{ executed, timestamp }: { executed?: boolean; timestamp?: number },
): boolean {
	const message = world.conditions.icmMessages.find(({ id }) => id === messageId);
	if (!message) return false;
	message.delivery = carrierOn(world, message.destination, { timestamp });
	message.executed = executed;
	return true;
}

/** A transaction of now, or of a time, that moves nothing. */
function carrierOn(
	world: World,
	chain: EvmChain,
	{ timestamp = world.clock.seconds(), from, to }: Pick<NewIcmMessage, 'timestamp' | 'from' | 'to'>,
): Transfer {
	const ends = { ...(from && { from }), ...(to && { to }) };
	const transfer = { blockNumber: chain.height, only: 'native', value: 0n } as const;
	return Object.assign(world.tokens(chain).add({ ...transfer, ...ends }), {
		blockTimestamp: timestamp,
	});
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
	const arrivals = world.tokens(destination).generated();
	return world
		.tokens(chain)
		.generated()
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
	const added = world.conditions.icmMessages.filter(({ source }) =>
		networks.includes(source.chain.network),
	);
	return networks
		.flatMap((name) => chainsOf(world, name))
		.flatMap((chain) => sentFrom(world, chain))
		.concat(added)
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
