import type { EvmChain } from '../world';
import { transactionOf } from '../world/evmTransactions';
import { BASE_FEE, PRIORITY_FEE } from '../world/evmFees';
import { isErc20 } from '../world/tokens';
import type { Transfer, TransferKind } from '../../core/testing/network';
import { icmMessageOf } from '../world/icmMessages';
import { type Call, money } from '../rest/endpoint';
import { addressInfo, erc1155Json, erc721Json, logoOf, transferDetails } from './evm';
import { DAY } from '../../core/formats/timeUnits';

/** A transaction as lists give it. */
export function nativeJson(call: Call, chain: EvmChain, transfer: Transfer) {
	const { dialect } = call;
	const tx = transactionOf(transfer);
	return {
		blockNumber: String(transfer.blockNumber),
		blockTimestamp: transfer.blockTimestamp,
		...(dialect === 'live' ? { blockTimestampMilliseconds: transfer.blockTimestamp * 1000 } : {}),
		blockHash: transfer.blockHash,
		chainId: chain.chainId,
		blockIndex: tx.blockIndex,
		txHash: transfer.txHash,
		// "0" failed, "1" succeeded.
		txStatus: tx.succeeded ? '1' : '0',
		txType: 2,
		gasLimit: String(tx.gasLimit),
		gasUsed: String(tx.gasUsed),
		gasPrice: String(tx.gasPrice),
		nonce: String(tx.nonce),
		from: addressInfo(dialect, transfer.from),
		to:
			transfer.only === 'native'
				? addressInfo(dialect, transfer.to)
				: addressInfo(dialect, transfer.token.address, transfer.token),
		method:
			transfer.only === 'native'
				? { callType: 'NATIVE_TRANSFER', methodHash: '', methodName: '' }
				: transfer.only === 'deployment'
					? { callType: 'CONTRACT_CREATION', methodHash: '', methodName: '' }
					: {
							callType: 'CONTRACT_CALL',
							methodHash: '0xa9059cbb',
							methodName: 'transfer(address,uint256)',
						},
		value: String(tx.nativeValue),
	};
}

/** A transaction with the fields that only a request by its hash returns. */
function wholeNative(call: Call, chain: EvmChain, transfer: Transfer) {
	const tx = transactionOf(transfer);
	return {
		...nativeJson(call, chain, transfer),
		input: tx.input,
		baseFeePerGas: String(BASE_FEE),
		maxFeePerGas: String(tx.maxFeePerGas),
		maxPriorityFeePerGas: String(PRIORITY_FEE),
	};
}

/** The ERC-20 transfer of a transaction, where it has one. */
export function erc20Of({ dialect }: Call, transfer: Transfer) {
	if (!isErc20(transfer)) return {};
	return { erc20Transfers: [transferDetails(dialect, transfer)] };
}

/** NFTs and internal transactions that went with some transfers; all of them in the documents. */
export function companions(call: Call, chain: EvmChain, transfer: Transfer) {
	const tokens = call.world.tokens(chain);
	const { only } = transfer;
	const every = call.dialect === 'spec' && !only;
	/** True for what an added transaction is to do, or a generated one does by its turn. */
	const does = (kind: TransferKind, turn: boolean) => (only ? only === kind : every || turn);
	const ends = {
		from: addressInfo(call.dialect, transfer.from),
		to: addressInfo(call.dialect, transfer.to),
	};
	return {
		...(does('erc721', transfer.index % 3 === 0)
			? {
					erc721Transfers: [
						{
							...ends,
							logIndex: transfer.logIndex + (only ? 0 : 1),
							erc721Token: erc721Json(call, tokens.nftOf(transfer, 'erc721')),
						},
					],
				}
			: {}),
		...(does('erc1155', transfer.index % 3 === 1)
			? {
					erc1155Transfers: [
						{
							...ends,
							logIndex: transfer.logIndex + (only ? 0 : 2),
							value: only ? String(transfer.value) : '2',
							erc1155Token: erc1155Json(call, tokens.nftOf(transfer, 'erc1155')),
						},
					],
				}
			: {}),
		...(does('internal', transfer.index % 4 === 0)
			? {
					internalTransactions: [
						{
							...ends,
							internalTxType: every ? 'UNKNOWN' : 'CALL',
							value: only ? String(transfer.value) : '1000000000000000000',
							isReverted: transfer.failed ?? false,
							gasUsed: '2300',
							gasLimit: '30000',
						},
					],
				}
			: {}),
	};
}

/** The message that the transaction sent or delivered. The deployed service names the other end only. */
function teleporter(call: Call, chain: EvmChain, transfer: Transfer) {
	const found = icmMessageOf(call.world, chain, transfer.txHash);
	if (!found) return {};
	const { message, isSource } = found;
	const every = call.dialect === 'spec';
	return {
		teleporterMessageInfo: {
			teleporterMessageId: message.id,
			direction: isSource ? 'SOURCE_TRANSACTION' : 'DESTINATION_TRANSACTION',
			...(every || !isSource ? { sourceChainId: message.source.chain.chainId } : {}),
			...(every || isSource ? { destinationChainId: message.destination.chainId } : {}),
		},
	};
}

/** A transaction with all that it did and the prices of its day. */
export function transactionInDetail(call: Call, chain: EvmChain, transfer: Transfer) {
	const old = transfer.blockTimestamp < call.world.clock.seconds() - DAY;
	const { price } = chain;
	const { name, symbol, decimals } = chain.token;
	return {
		...erc20Of(call, transfer),
		...companions(call, chain, transfer),
		networkTokenDetails: {
			networkToken: {
				name,
				symbol,
				decimals,
				logoUri: logoOf(symbol),
				description: `${name} is the native token of ${chain.name}`,
			},
			...(price === undefined ? {} : { currentPrice: money(price) }),
			...(price !== undefined && old
				? { historicalPrice: money(Math.round(price * 90) / 100) }
				: {}),
		},
		nativeTransaction: wholeNative(call, chain, transfer),
		...teleporter(call, chain, transfer),
	};
}
