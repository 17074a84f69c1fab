import { BASE_FEE, PRIORITY_FEE } from '../../world/evmFees';
import { logsOf, transactionOf } from '../../world/evmTransactions';
import { isErc20 } from '../../world/tokens';
import type { Contract, EvmChain, Transfer } from '../../../core/testing/network';
import type { StakingTx, World } from '../../world';
import type { Webhook } from './store';

/** The content of messages: of EVM transactions by their schema, of others as the old pages show it. */

/** A rounded number, as the service sends it: amounts must not be read from it. */
const rounded = (value: bigint, decimals: number) => String(Number(value) / 10 ** decimals);

function tokenJson({ address, name, symbol, decimals }: Contract, value: bigint) {
	return { address, name, symbol, decimals, valueWithDecimals: rounded(value, decimals) };
}

const inCapitals = (address: string) => `0x${address.slice(2).toUpperCase()}`;

/** One address has several cases in a message. */
function moveJson(transfer: Transfer, type: string, value: bigint) {
	return {
		transactionHash: transfer.txHash,
		type,
		from: transfer.from,
		to: inCapitals(transfer.to),
		value: String(value),
		blockTimestamp: transfer.blockTimestamp,
	};
}

function nftJson(world: World, chain: EvmChain, transfer: Transfer, kind: 'erc721' | 'erc1155') {
	const { contract, tokenId, balance } = world.tokens(chain).nftOf(transfer, kind);
	const value = kind === 'erc721' ? 1n : balance;
	return {
		...moveJson(transfer, kind.toUpperCase(), value),
		tokenId,
		logIndex: transfer.logIndex,
		[`${kind}Token`]: tokenJson(contract, value),
	};
}

/** The `event` of an EVM transaction. */
export function activityOf(
	world: World,
	chain: EvmChain,
	transfer: Transfer,
	{ includeInternalTxs, includeLogs }: Webhook,
) {
	const { only, value, logIndex, txHash } = transfer;
	const tx = transactionOf(transfer);
	const network = world.network(chain.network);
	const internal = {
		from: transfer.from,
		to: transfer.to,
		internalTxType: 'CALL',
		value: String(value),
		gasUsed: '2300',
		gasLimit: '30000',
		transactionHash: txHash,
	};
	const nft = only === 'erc721' || only === 'erc1155' ? only : undefined;
	const transaction = {
		blockHash: transfer.blockHash,
		blockNumber: String(transfer.blockNumber),
		from: inCapitals(transfer.from),
		to: only === 'native' ? transfer.to : transfer.token.address,
		gas: String(tx.gasLimit),
		gasPrice: String(tx.gasPrice),
		maxFeePerGas: String(tx.maxFeePerGas),
		maxPriorityFeePerGas: String(PRIORITY_FEE),
		txHash,
		txStatus: tx.succeeded ? '1' : '0',
		input: tx.input,
		nonce: String(tx.nonce),
		transactionIndex: tx.blockIndex,
		value: String(tx.nativeValue),
		type: 2,
		chainId: chain.chainId,
		receiptCumulativeGasUsed: String(tx.gasUsed),
		receiptGasUsed: String(tx.gasUsed),
		receiptEffectiveGasPrice: String(BASE_FEE),
		receiptRoot: transfer.blockHash,
		blockTimestamp: transfer.blockTimestamp,
		contractAddress: `0x${'0'.repeat(40)}`,
		// Messages about NFTs have no list of tokens, unlike their schema.
		...(only !== 'erc721' && {
			erc20Transfers: isErc20(transfer)
				? [
						{
							...moveJson(transfer, 'ERC20', value),
							logIndex,
							erc20Token: tokenJson(transfer.token, value),
						},
					]
				: [],
			erc1155Transfers: nft === 'erc1155' ? [nftJson(world, chain, transfer, nft)] : [],
		}),
		erc721Transfers: nft === 'erc721' ? [nftJson(world, chain, transfer, nft)] : [],
		...(includeInternalTxs === true && {
			internalTransactions: only === 'internal' ? [internal] : [],
		}),
	};
	const logs = logsOf(network, chain, transfer).map((log) => ({
		address: log.address,
		topic0: log.topics[0],
		topic1: log.topics[1] ?? null,
		topic2: log.topics[2] ?? null,
		topic3: log.topics[3] ?? null,
		data: log.data,
		transactionIndex: tx.blockIndex,
		logIndex: log.logIndex,
		removed: false,
	}));
	return { transaction, ...(includeLogs === true && { logs }) };
}

/** The transaction of a message about the P-Chain. */
export function stakeOf(tx: StakingTx) {
	return {
		txHash: tx.txHash,
		txType: tx.txType,
		blockTimestamp: tx.timestamp,
		blockNumber: String(tx.blockNumber),
		nodeId: tx.nodeId,
		subnetId: tx.subnetId,
		amountStaked: String(tx.amount),
	};
}
