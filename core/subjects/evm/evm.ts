import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field, type Value } from '../../fields/field';
import { evmHash } from '../../fields/identifiers';
import { flag } from '../../fields/inputs';
import { MOST_BYTES, hex } from '../../fields/hex';
import { declare } from '../../operations/declare';
import {
	account,
	atBlock,
	EVM,
	evmCall,
	evmCallAlone,
	filledWith,
	txHash,
} from '../shared/node/evmFields';
import {
	block,
	named,
	orNotFound,
	quantity,
	receipt,
	receiptColumns,
	transaction,
	wei,
} from '../shared/node/evmShapes';
import { evmChain } from '../shared/node/fields';

/** Common calls of an EVM chain on the node: the C-Chain, or another chain. */

/** Number of the last executed block. */
export const getBlockNumber = declare({
	id: 'evm.getBlockNumber',
	changing: true,
	...EVM,
	entry: { value: 'getBlockNumber', name: 'Get Block Number' },
	action: 'Get the latest block number of an EVM chain',
	description:
		'eth_blockNumber: returns the number of the last block that the node has executed: newer blocks of the C-Chain are accepted already, but have no receipts and logs yet',
	call: evmCall('eth_blockNumber'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({ blockNumber: out.essential(quantity(out.count())) }),
	adapt: named('blockNumber'),
});

/** EVM chain id of the chain. */
export const getChainId = declare({
	id: 'evm.getChainId',
	...EVM,
	entry: { value: 'getChainId', name: 'Get Chain ID' },
	action: 'Get the EVM chain ID of a chain',
	description: 'eth_chainId: returns the EVM chain ID, which signatures of transactions contain',
	call: evmCall('eth_chainId'),
	input: fieldSet({ blockchainId: evmChain() }),
	output: out.object({ chainId: out.essential(quantity(out.wideCount())) }),
	adapt: named('chainId'),
});

/** Balance of the native token of an address. */
export const getBalance = declare({
	id: 'evm.getBalance',
	...EVM,
	entry: { value: 'getBalance', name: 'Get Balance' },
	action: 'Get the native balance of an address from the node',
	description:
		'eth_getBalance: returns the balance of the native token (AVAX on the C-Chain) of an address at a block, in wei (18 decimals)',
	call: evmCall('eth_getBalance'),
	input: fieldSet({
		blockchainId: evmChain(),
		address: account('Address of the owner, 0x and 40 hexadecimal digits'),
		block: atBlock(),
	}),
	output: out.object({ balance: out.essential(wei()) }),
	adapt: named('balance'),
});

/** Number of transactions that an address has sent. */
export const getTransactionCount = declare({
	id: 'evm.getTransactionCount',
	...EVM,
	entry: { value: 'getTransactionCount', name: 'Get Transaction Count' },
	action: 'Get the transaction count of an address',
	description:
		'eth_getTransactionCount: returns how many transactions an address has sent, which is the nonce of its next one; with block pending, pending transactions are counted',
	call: evmCall('eth_getTransactionCount'),
	input: fieldSet({
		blockchainId: evmChain(),
		address: account('Address of the sender, 0x and 40 hexadecimal digits'),
		block: atBlock(),
	}),
	output: out.object({ transactionCount: out.essential(quantity(out.count())) }),
	adapt: named('transactionCount'),
});

function fullTransactions() {
	return field(filledWith(flag() as Value<boolean, unknown>, false), {
		in: 'params',
		label: 'Full Transactions',
		description: 'Whether to return whole transactions instead of their hashes',
		default: false,
		show: 'option',
	});
}

/** A block by its number. */
export const getBlock = declare({
	id: 'evm.getBlock',
	...EVM,
	entry: { value: 'getBlock', name: 'Get Block' },
	action: 'Get a block of an EVM chain from the node',
	description:
		'eth_getBlockByNumber: returns a block of an EVM chain by its number or name, with the hashes of its transactions; an unknown block is an error; on the C-Chain a number can be that of a block that is not executed yet',
	call: evmCall('eth_getBlockByNumber'),
	input: fieldSet({
		blockchainId: evmChain(),
		block: atBlock(),
		fullTransactions: fullTransactions(),
	}),
	// Null of a pending block.
	output: out.object(out.optionalParts(block(), 'miner', 'nonce')),
	adapt: orNotFound('block'),
	columns: (item) => [
		item.number,
		item.hash,
		item.parentHash,
		item.timestamp,
		item.gasUsed,
		item.gasLimit,
		item.baseFeePerGas,
		item.size,
		item.miner,
		item.transactions,
	],
});

/** A block by its hash. */
export const getBlockByHash = declare({
	id: 'evm.getBlockByHash',
	...EVM,
	entry: { value: 'getBlockByHash', name: 'Get Block by Hash' },
	action: 'Get a block of an EVM chain by its hash',
	description:
		'eth_getBlockByHash: returns a block of an EVM chain by its hash, with the hashes of its transactions; an unknown block is an error',
	call: evmCall('eth_getBlockByHash'),
	input: fieldSet({
		blockchainId: evmChain(),
		blockHash: field(evmHash(), {
			in: 'params',
			label: 'Block Hash',
			description: 'Hash of the block: 0x and 64 hexadecimal digits',
			placeholder: '0xf1b06a4d7a80f71ca22b21f7088f2f35a8d5ef1ad068534d3d6fad077d5ee6aa',
		}),
		fullTransactions: fullTransactions(),
	}),
	output: out.object(block()),
	adapt: orNotFound('block'),
	columns: (item) => [
		item.number,
		item.hash,
		item.parentHash,
		item.timestamp,
		item.gasUsed,
		item.gasLimit,
		item.baseFeePerGas,
		item.size,
		item.miner,
		item.transactions,
	],
});

/** A transaction by its hash. */
export const getTransaction = declare({
	id: 'evm.getTransaction',
	...EVM,
	entry: { value: 'getTransaction', name: 'Get Transaction' },
	action: 'Get a transaction of an EVM chain from the node',
	description:
		'eth_getTransactionByHash: returns a transaction as it was signed, also while it is pending; its gasPrice can be above the price that was paid, which is effectiveGasPrice of the receipt; an unknown hash is an error',
	call: evmCall('eth_getTransactionByHash'),
	input: fieldSet({ blockchainId: evmChain(), txHash: txHash() }),
	output: out.object(transaction()),
	adapt: orNotFound('transaction'),
	columns: (item) => [
		item.hash,
		item.blockNumber,
		item.from,
		item.to,
		item.value,
		item.nonce,
		item.gas,
		item.gasPrice,
		item.type,
		item.input,
	],
});

/** Receipt of a transaction. */
export const getTransactionReceipt = declare({
	id: 'evm.getTransactionReceipt',
	...EVM,
	entry: { value: 'getTransactionReceipt', name: 'Get Transaction Receipt' },
	action: 'Get the receipt of a transaction',
	description:
		'eth_getTransactionReceipt: returns the result, gas, fee and events of a transaction; an unknown or pending transaction is an error',
	call: evmCall('eth_getTransactionReceipt'),
	input: fieldSet({ blockchainId: evmChain(), txHash: txHash() }),
	output: out.object(receipt()),
	adapt: orNotFound('receipt'),
	columns: receiptColumns,
});

/** Sends a signed transaction to the network. */
export const sendRawTransaction = declare({
	id: 'evm.sendRawTransaction',
	...EVM,
	entry: { value: 'sendRawTransaction', name: 'Send Raw Transaction' },
	action: 'Send a signed transaction to an EVM chain',
	description:
		'eth_sendRawTransaction: sends a signed transaction to an EVM chain, which changes its state and pays the fee, and returns its hash; on the C-Chain, the charged gas is that used or half of its limit, whichever is more; a call that failed without a response is not retried, as it may have been received',
	call: evmCallAlone('eth_sendRawTransaction'),
	creates: true,
	input: fieldSet({
		blockchainId: evmChain(),
		tx: field(hex(MOST_BYTES.evmTransaction), {
			in: 'params',
			label: 'Signed Transaction',
			description: 'The signed transaction in hex, as wallets and SDKs encode it',
			placeholder: '0x02f86b',
		}),
	}),
	output: out.object({ transactionHash: out.essential(out.hash()) }),
	adapt: named('transactionHash'),
});
