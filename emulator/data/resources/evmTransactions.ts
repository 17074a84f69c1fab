import { bytesToHex } from '../../../core';
import type { EvmChain } from '../../world';
import { BASE_FEE, PRIORITY_FEE, transactionOf } from '../../world/evmTransactions';
import { tokensOf, type Transfer } from '../../world/tokens';
import { sha256 } from '../../world/bytes';
import { ServiceFailure } from '../failure';
import { type Call, type Endpoint, money } from '../endpoint';
import { addressInfo, erc1155Json, erc721Json, evmChainOf, logoOf, transferDetails } from './evm';

const DAY = 86_400;

function native(call: Call, chain: EvmChain, transfer: Transfer) {
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
		to: addressInfo(dialect, transfer.token.address, transfer.token),
		method: {
			callType: 'CONTRACT_CALL',
			methodHash: '0xa9059cbb',
			methodName: 'transfer(address,uint256)',
		},
		value: String(tx.nativeValue),
		input: tx.input,
		baseFeePerGas: String(BASE_FEE),
		maxFeePerGas: String(tx.maxFeePerGas),
		maxPriorityFeePerGas: String(PRIORITY_FEE),
	};
}

/** NFTs and internal transactions that went with some transfers; all of them in the documents. */
function companions(call: Call, chain: EvmChain, transfer: Transfer) {
	const tokens = tokensOf(call.world, chain);
	const every = call.dialect === 'spec';
	const ends = {
		from: addressInfo(call.dialect, transfer.from),
		to: addressInfo(call.dialect, transfer.to),
	};
	const nft = {
		tokenId: String(transfer.index),
		owner: transfer.to,
		balance: 2n,
		blockNumber: transfer.blockNumber,
	};
	const erc721Token = erc721Json(call, { ...nft, contract: tokens.erc721[0] });
	const erc1155Token = erc1155Json(call, { ...nft, contract: tokens.erc1155[0] });
	return {
		...(every || transfer.index % 3 === 0
			? { erc721Transfers: [{ ...ends, logIndex: transfer.logIndex + 1, erc721Token }] }
			: {}),
		...(every || transfer.index % 3 === 1
			? {
					erc1155Transfers: [
						{ ...ends, logIndex: transfer.logIndex + 2, value: '2', erc1155Token },
					],
				}
			: {}),
		...(every || transfer.index % 4 === 0
			? {
					internalTransactions: [
						{
							...ends,
							internalTxType: every ? 'UNKNOWN' : 'CALL',
							value: '1000000000000000000',
							isReverted: false,
							gasUsed: '2300',
							gasLimit: '30000',
						},
					],
				}
			: {}),
	};
}

function teleporter(call: Call, chain: EvmChain, transfer: Transfer) {
	const every = call.dialect === 'spec';
	if (!every && transfer.index % 7 !== 0) return {};
	const other = call.world.evmChains.find(
		({ network, chainId }) => network === chain.network && chainId !== chain.chainId,
	);
	const source = transfer.index % 2 === 0;
	return {
		teleporterMessageInfo: {
			teleporterMessageId: `0x${bytesToHex(sha256(Buffer.from(transfer.txHash)))}`,
			direction: source ? 'SOURCE_TRANSACTION' : 'DESTINATION_TRANSACTION',
			// The deployed service names the other end only.
			...(every || !source ? { sourceChainId: source ? chain.chainId : other?.chainId } : {}),
			...(every || source ? { destinationChainId: source ? other?.chainId : chain.chainId } : {}),
		},
	};
}

/** EVM queries: one transaction in detail. */
export const evmTransaction: Endpoint = {
	method: 'GET',
	path: '/v1/chains/{chainId}/transactions/{txHash}',
	answer(call) {
		const chain = evmChainOf(call);
		const txHash = String(call.input.txHash);
		const transfer = tokensOf(call.world, chain).transferByHash(txHash);
		if (!transfer) throw new ServiceFailure(404, `Transaction ${txHash} not found`);
		const old = transfer.blockTimestamp < call.world.clock.seconds() - DAY;
		const { price } = chain;
		const { name, symbol, decimals } = chain.token;
		return {
			erc20Transfers: [transferDetails(call.dialect, transfer)],
			...companions(call, chain, transfer),
			networkTokenDetails: {
				networkToken: {
					name,
					symbol,
					decimals,
					logoUri: logoOf(symbol),
					description: `${name} is the native token of ${chain.name}`,
				},
				...(price === undefined ? {} : { currentPrice: money(call.dialect, price) }),
				...(price !== undefined && old
					? { historicalPrice: money(call.dialect, Math.round(price * 90) / 100) }
					: {}),
			},
			nativeTransaction: native(call, chain, transfer),
			...teleporter(call, chain, transfer),
		};
	},
};
