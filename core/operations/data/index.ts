import type { Operation } from '../declare';
import { listChains } from './chain';
import { listDelegators } from './delegator';
import { getNativeBalance, listErc1155Balances, listErc721Balances } from './evmBalance';
import { getEvmTransaction } from './evmTransaction';
import { getExport, startExport } from './export';
import { listL1Validators } from './l1Validator';
import { listPendingRewards } from './pendingReward';
import { getPrimaryBalance } from './primaryBalance';
import { aggregateSignatures, getSignatures } from './signature';
import { listStakingTransactions } from './stakingTransaction';
import { listErc20Transfers } from './tokenTransfer';
import { getValidator } from './validator';
import { listVertices, listVerticesByHeight } from './vertex';

/** The 18 operations of the data service. */
export const dataOperations: readonly Operation[] = [
	aggregateSignatures,
	getSignatures,
	startExport,
	getExport,
	listStakingTransactions,
	getPrimaryBalance,
	listPendingRewards,
	getValidator,
	listDelegators,
	listL1Validators,
	listVertices,
	listVerticesByHeight,
	getNativeBalance,
	listErc20Transfers,
	listErc1155Balances,
	listErc721Balances,
	getEvmTransaction,
	listChains,
];
