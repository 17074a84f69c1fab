import { fieldSet } from '../../fields/fieldSet';
import { as, type Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare } from '../declare';
import { EVM_TX_INSIDE } from '../explorer';
import { dataResources } from '../resources';
import { evmHash } from '../../fields/identifiers';
import { evmChain } from './fields';
import { nativeTransaction, partsOfTransaction } from './evmShapes';
import { networkToken, price } from './shapes';

/** The output is one loose object: each list is there only where the transaction has such a part. */
export const TRANSACTION = out.object({
	nativeTransaction: out.object({
		...nativeTransaction(),
		input: out.hex('Hex'),
		baseFeePerGas: out.wei(),
		maxFeePerGas: out.wei(),
		maxPriorityFeePerGas: out.wei(),
	}),
	...partsOfTransaction({}),
	networkTokenDetails: out.object({
		networkToken: networkToken(),
		currentPrice: price(),
		historicalPrice: price('For a transaction older than 24 hours, of its day'),
	}),
	teleporterMessageInfo: out.object({
		teleporterMessageId: out.id(),
		direction: out.text('SOURCE_TRANSACTION or DESTINATION_TRANSACTION'),
		sourceChainId: out.id(),
		destinationChainId: out.id(),
	}),
});

/** The columns of a transaction with its transfers. */
export function transactionColumns(item: Paths<out.ValueOf<typeof TRANSACTION>>) {
	return [
		as('txHash', item.nativeTransaction.txHash),
		as('txStatus', item.nativeTransaction.txStatus),
		as('blockNumber', item.nativeTransaction.blockNumber),
		as('blockTimestamp', item.nativeTransaction.blockTimestamp),
		as('from', item.nativeTransaction.from.address),
		as('to', item.nativeTransaction.to.address),
		as('value', item.nativeTransaction.value),
		as('symbol', item.networkTokenDetails.networkToken.symbol),
		as('method', item.nativeTransaction.method.methodName),
		as('gasUsed', item.nativeTransaction.gasUsed),
		as('gasPrice', item.nativeTransaction.gasPrice),
		item.erc20Transfers,
		item.erc721Transfers,
		item.erc1155Transfers,
	];
}

/** One transaction of an EVM chain with all that it did. */
export const getEvmTransaction = declare({
	id: 'evmTransaction.get',
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: { value: 'get', name: 'Get' },
	action: 'Get an EVM transaction',
	description:
		'Returns a transaction of an EVM chain by its hash, with token transfers, internal transactions, prices and the cross-chain message it sent or received',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}/transactions/{txHash}' },
	input: fieldSet({
		chainId: evmChain(),
		txHash: field(evmHash(), {
			in: 'path',
			label: 'Transaction Hash',
			description: 'Hash of the transaction, 0x and 64 hexadecimal digits',
			placeholder: '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45',
		}),
	}),
	output: TRANSACTION,
	columns: transactionColumns,
	explorer: EVM_TX_INSIDE,
	cost: 20,
	spec: 'Chain data: EVM queries',
});
