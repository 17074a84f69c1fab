import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { evmHash } from '../kinds';
import { bool, maybe, maybeMany, number, seconds, text } from '../shared';
import { evmChain, inputOf } from './fields';
import {
	addressInfo,
	erc1155Token,
	erc20Transfer,
	erc721Token,
	networkToken,
	price,
} from './shapes';

/** The output is one loose object: each list is there only where the transaction has such a part. */
function transactionDetail() {
	return z.looseObject({
		nativeTransaction: z.looseObject({
			chainId: text('EVM chain id'),
			blockNumber: text('Decimal digits'),
			blockTimestamp: seconds('When the block was made'),
			blockHash: text(),
			blockIndex: number('Place in the block'),
			txHash: text(),
			txStatus: text('1: succeeded, 0: reverted'),
			txType: number('EIP-2718 type'),
			gasLimit: text(),
			gasUsed: text(),
			gasPrice: text('Wei'),
			nonce: text(),
			from: addressInfo(),
			to: addressInfo(),
			method: maybe({
				callType: text('NATIVE_TRANSFER, CONTRACT_CALL or CONTRACT_CREATION'),
				methodHash: text(),
				methodName: text(),
			}),
			value: text('Wei, decimal digits'),
			input: text('Hex'),
			baseFeePerGas: text('Wei'),
			maxFeePerGas: text('Wei'),
			maxPriorityFeePerGas: text('Wei'),
		}),
		erc20Transfers: maybeMany(erc20Transfer()),
		erc721Transfers: maybeMany({
			from: addressInfo(),
			to: addressInfo(),
			logIndex: number(),
			erc721Token: maybe(erc721Token()),
		}),
		erc1155Transfers: maybeMany({
			from: addressInfo(),
			to: addressInfo(),
			logIndex: number(),
			value: text(),
			erc1155Token: maybe(erc1155Token()),
		}),
		internalTransactions: maybeMany({
			from: addressInfo(),
			to: addressInfo(),
			internalTxType: text('Such as CALL, CREATE or UNKNOWN'),
			value: text('Wei, decimal digits'),
			isReverted: bool(),
			gasUsed: text(),
			gasLimit: text(),
		}),
		networkTokenDetails: maybe({
			networkToken: networkToken(),
			currentPrice: price(),
			historicalPrice: price('Of the day of a transaction older than 24 hours'),
		}),
		teleporterMessageInfo: maybe({
			teleporterMessageId: text(),
			direction: text('SOURCE_TRANSACTION or DESTINATION_TRANSACTION'),
			sourceChainId: text(),
			destinationChainId: text(),
		}),
	});
}

/** One transaction of an EVM chain with all that it did. */
export const getEvmTransaction = declare({
	id: 'evmTransaction.get',
	node: 'avalanche',
	resource: 'EVM Transaction',
	operation: 'Get',
	action: 'Get an EVM transaction',
	description:
		'Returns a transaction of an EVM chain by its hash, with token transfers, internal transactions, prices and the cross-chain message it sent or received',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}/transactions/{txHash}' },
	input: inputOf({
		chainId: evmChain(),
		txHash: field(evmHash(), {
			in: 'path',
			label: 'Transaction Hash',
			description: 'Hash of the transaction, 0x and 64 hexadecimal digits',
			placeholder: '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45',
		}),
	}),
	output: transactionDetail,
	simplify: [
		'nativeTransaction.txHash as txHash',
		'nativeTransaction.txStatus as txStatus',
		'nativeTransaction.blockNumber as blockNumber',
		'nativeTransaction.blockTimestamp as blockTimestamp',
		'nativeTransaction.from.address as from',
		'nativeTransaction.to.address as to',
		'nativeTransaction.value as value',
		'networkTokenDetails.networkToken.symbol as symbol',
		'nativeTransaction.method.methodName as method',
		'nativeTransaction.gasUsed as gasUsed',
		'nativeTransaction.gasPrice as gasPrice',
		'erc20Transfers',
		'erc721Transfers',
		'erc1155Transfers',
	],
	cost: 20,
	spec: 'Chain data: EVM queries',
});
