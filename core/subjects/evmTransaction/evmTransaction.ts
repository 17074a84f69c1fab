import { fieldSet } from '../../fields/fieldSet';
import { as, type Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare } from '../../operations/declare';
import { EVM_TX_INSIDE } from '../../operations/explorer';
import { dataResources } from '../resources';
import { evmHash } from '../../fields/identifiers';
import { evmChain } from '../shared/data/fields';
import { nativeTransaction, partsOfTransaction } from '../shared/data/evmShapes';
import { networkToken, price } from '../shared/data/shapes';
import { knownCoin } from '../shared/knownColumn';

/** The output is one loose object: each list is present only if the transaction has such parts. */
export const TRANSACTION = out.object({
	nativeTransaction: out.object({
		...nativeTransaction(),
		input: out.hex('Hex'),
		baseFeePerGas: out.gasPrice(),
		maxFeePerGas: out.optional(out.gasPrice()),
		maxPriorityFeePerGas: out.optional(out.gasPrice()),
	}),
	...partsOfTransaction({}),
	networkTokenDetails: out.object({
		networkToken: networkToken(),
		currentPrice: out.optional(price()),
		historicalPrice: out.optional(price('For a transaction older than 24 hours, of its day')),
	}),
	teleporterMessageInfo: out.optional(
		out.object({
			teleporterMessageId: out.id(),
			direction: out.choice(['SOURCE_TRANSACTION', 'DESTINATION_TRANSACTION']),
			sourceChainId: out.optional(out.id()),
			destinationChainId: out.optional(out.id()),
		}),
	),
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
		knownCoin(),
		as('method', item.nativeTransaction.method.methodName),
		as('gasUsed', item.nativeTransaction.gasUsed),
		as('gasPrice', item.nativeTransaction.gasPrice),
		item.erc20Transfers,
		item.erc721Transfers,
		item.erc1155Transfers,
	];
}

/** One transaction of an EVM chain with all its parts. */
export const get = declare({
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
