/**
 * The order of the menus, and of n8n's lists of triggers and actions, which have no search: by use. What is not
 * named here comes last, by name. The first entry of a menu is its default.
 */

/** The events, each with its entry in n8n's list of triggers. */
export const TRIGGERS: Readonly<Record<string, string>> = {
	watchValidator: 'On trouble with a validator',
	watchNode: 'On trouble with a node',
	watchAddress: 'On activity of an address',
	watchL1: 'On trouble with an L1',
	watchL1Administration: 'On a change of how an L1 is administered',
	transfer: 'On an incoming or outgoing transfer',
	contractEvent: 'On an event of a contract',
	contractValue: 'On a value of a contract',
	blockTransaction: 'On a transaction of an EVM chain',
	newBlock: 'On a new block of an EVM chain',
	l1Administration: 'On a change by the administrators of an L1',
	l1Configuration: 'On a change of the configuration of an L1',
	l1ChangePending: 'On a change of an L1 that is not completed',
	balanceCrossed: 'On a balance above or below a threshold',
	delegation: 'On a new delegation',
	rewardPaid: 'On a staking reward',
	stakeEnding: 'On the end of a stake',
	validatorUptime: 'On low uptime of a validator',
	validatorDisconnected: 'On a disconnected validator',
	l1BalanceLow: 'On a low fee balance of an L1 validator',
	l1Validator: 'On a change of an L1 validator',
	health: 'On an unhealthy node',
	nodeTrouble: "On a metric of Ava Labs' paging list",
	nodeVersionBehind: 'On an outdated node version',
	primaryTransaction: 'On a P- or X-Chain transaction',
	stakingTransaction: 'On a new staking transaction',
	validator: 'On a new validator',
	feeLevel: 'On a fee above or below a threshold',
	metricCrossed: 'On a metric above or below a threshold',
	nodeMetricCrossed: 'On a metric of your node above or below a threshold',
	balanceThreshold: 'On a low balance of P-Chain addresses',
	stakeRenewed: 'On a renewed stake',
	icmMessage: 'On an interchain message',
	icmUndelivered: 'On an undelivered interchain message',
	l1ConnectionLow: 'On a lost connection to an L1',
	indexerBehind: 'On a data service that is behind',
	rpcSlow: 'On a JSON-RPC endpoint that answers slowly',
	newContainer: 'On a new block or vertex of an index',
};

/** The operations of each resource. */
export const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
	staking: ['getManyValidators', 'getValidator', 'getManyDelegators', 'getManyPendingRewards'],
	tokenBalance: ['getPortfolio', 'getNative', 'getManyErc20', 'getManyErc721'],
	primaryTransaction: ['getMany', 'get'],
	evmTransaction: ['getMany', 'get', 'getManyErc20Transfers', 'getManyNative', 'getManyInternal'],
	event: ['format', 'confirm', 'transfer', 'delegation', 'rewardPaid', 'stakingTransaction'],
	primaryNetwork: ['getBalance', 'get', 'getAvaxSupply', 'getManyUtxos', 'getManySubnets'],
	transactionExport: ['startAndWait', 'start', 'get'],
	chain: ['getMany', 'get', 'getManyBlocks', 'getBlock', 'getManyOfAddress'],
	metric: ['getChainMetric', 'getRollingWindowMetric', 'getStakingMetric', 'getAverageTps'],
	contract: ['get', 'getManyTransfers', 'getManyNfts', 'getNft'],
	icmMessage: ['getMany', 'get', 'getManyOfAddress', 'aggregateSignatures'],
	webhook: ['getMany', 'create', 'get', 'update', 'delete', 'getManyAddresses', 'addAddresses'],
	lookingGlass: ['getManyTokenHolders', 'getManyNftHolders', 'getManyValidatorAddresses'],
	primaryBlock: ['getMany', 'get', 'getManyByNode'],
	account: ['getApiUsage', 'getManyApiLogs'],
	pChainStaking: ['getManyValidators', 'getStake', 'getMinimumStake', 'getCurrentSupply'],
	evm: ['getBalance', 'getTransaction', 'getTransactionReceipt', 'getBlock', 'getSuggestedFees'],
	evmContract: ['read', 'getManyEvents', 'decodeLogs', 'resolveName'],
	pChain: ['getBalance', 'getTransaction', 'getTransactionStatus', 'getHeight', 'getBlock'],
	xChain: ['getBalance', 'getManyBalances', 'getTransaction', 'getTransactionStatus', 'getHeight'],
	cChain: ['getTransaction', 'getTransactionStatus', 'getManyUtxos'],
	pChainSubnet: ['getSubnet', 'getManySubnets', 'getL1Validator', 'getManyBlockchains'],
	pChainFee: ['getFeeState', 'getValidatorFeeState'],
	info: ['getNodeVersion', 'getUptime', 'getManyPeers', 'getBootstrapStatus', 'getNodeId'],
	warp: ['getMessageAggregateSignature', 'getMessage'],
	evmSubnet: ['getChainConfig', 'getFeeConfig', 'getManyValidators', 'getManyReceipts'],
	index: ['getManyContainers', 'getLastAcceptedContainer', 'getContainer'],
};

/** Compares menu entries by a list of their values. */
export function byUse(order: readonly string[] = []) {
	const rank = ({ value }: Entry) => (order.indexOf(String(value)) + 1 || order.length + 1) - 1;
	return (a: Entry, b: Entry) => rank(a) - rank(b) || a.name.localeCompare(b.name);
}

type Entry = Readonly<{ name: string; value: string | number | boolean }>;
