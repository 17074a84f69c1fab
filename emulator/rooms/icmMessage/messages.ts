import { icmMessagesOf } from '../../world/icmMessages';
import type { IcmMessage, Transfer } from '../../../core/testing/network';
import { transactionOf } from '../../world/evmTransactions';
import { type Call, type Endpoint, found, listed } from '../../rest/endpoint';
import { erc20Token } from '../../data/evm';

/** Messages between chains; their transactions are found on the chains. */

/** The messenger has the same address on every chain. */
const MESSENGER = '0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf';
const REWARD = 10n ** 16n;

function carrier(transfer: Transfer) {
	const { gasUsed, gasPrice } = transactionOf(transfer);
	return {
		txHash: transfer.txHash,
		timestamp: transfer.blockTimestamp,
		gasSpent: String(BigInt(gasUsed) * gasPrice),
	};
}

function messageJson(call: Call, message: IcmMessage) {
	const { id, nonce, source, destination, delivery, executed = true } = message;
	const { chain, transfer } = source;
	const [, wrapped] = call.world.tokens(chain).erc20;
	return {
		messageId: id,
		icmContractAddress: MESSENGER,
		sourceBlockchainId: chain.blockchainId,
		destinationBlockchainId: destination.blockchainId,
		sourceEvmChainId: chain.chainId,
		destinationEvmChainId: destination.chainId,
		messageNonce: String(nonce),
		from: transfer.from,
		to: transfer.to,
		messageExecuted: delivery !== undefined && executed,
		receipts: [],
		receiptDelivered: delivery !== undefined && nonce % 2 === 0,
		rewardDetails: { ...erc20Token(wrapped), value: String(REWARD) },
		sourceTransaction: carrier(transfer),
		...(delivery
			? {
					destinationTransaction: {
						...carrier(delivery),
						rewardRedeemer: delivery.from,
						delivererAddress: delivery.from,
					},
					status: 'delivered',
				}
			: { status: 'pending' }),
	};
}

function networkIn({ input }: Call): string | undefined {
	return input.network === 'testnet' ? 'fuji' : (input.network as string | undefined);
}

function page(call: Call, messages: readonly IcmMessage[]) {
	return listed(call, 'messages', messages, (one) => messageJson(call, one));
}

function isChain({ blockchainId, chainId }: IcmMessage['destination'], id: unknown): boolean {
	return id === undefined || id === blockchainId || id === chainId;
}

const isSame = (given: unknown, address: string) =>
	given === undefined || String(given).toLowerCase() === address;

const getMessage: Endpoint = {
	method: 'GET',
	path: '/v1/icm/messages/{messageId}',
	answer(call) {
		const id = String(call.input.messageId).toLowerCase().replace(/^0x/, '');
		const message = icmMessagesOf(call.world).find((one) => one.id === id);
		return messageJson(call, found(`Message ${id}`, message));
	},
};

const listMessages: Endpoint = {
	method: 'GET',
	path: '/v1/icm/messages',
	answer(call) {
		const { sourceBlockchainId, destinationBlockchainId, blockchainId, from, to } = call.input;
		const matching = icmMessagesOf(call.world, networkIn(call)).filter(
			({ source: { chain, transfer }, destination }) =>
				isChain(chain, sourceBlockchainId) &&
				isChain(destination, destinationBlockchainId) &&
				(isChain(chain, blockchainId) || isChain(destination, blockchainId)) &&
				isSame(from, transfer.from) &&
				isSame(to, transfer.to),
		);
		return page(call, matching);
	},
};

const listOfAddress: Endpoint = {
	method: 'GET',
	path: '/v1/icm/addresses/{address}/messages',
	answer(call) {
		const { address } = call.input;
		const matching = icmMessagesOf(call.world, networkIn(call)).filter(
			({ source: { transfer } }) => isSame(address, transfer.from) || isSame(address, transfer.to),
		);
		return page(call, matching);
	},
};

export const icmEndpoints: Endpoint[] = [getMessage, listMessages, listOfAddress];
