/**
 * The records of the data service, transcribed by hand from the documents ("Resources and their
 * fields"). `s` string, `i` integer, `n` number, `b` boolean, `S` array of strings, `A` array,
 * `o` object.
 */
type Letter = 's' | 'i' | 'n' | 'b' | 'S' | 'A' | 'o';
export type Shape = Record<string, Letter>;

export const AMOUNT: Shape = {
	assetId: 's',
	name: 's',
	symbol: 's',
	denomination: 'i',
	type: 's',
	amount: 's',
};
export const BALANCE: Shape = { ...AMOUNT, utxoCount: 'i' };
export const ATOMIC: Shape = { ...BALANCE, sharedWithChainId: 's', status: 's' };
export const STAKING_TX: Shape = {
	txHash: 's',
	txType: 's',
	blockTimestamp: 'i',
	blockNumber: 's',
	blockHash: 's',
	consumedUtxos: 'A',
	emittedUtxos: 'A',
	sourceChain: 's',
	destinationChain: 's',
	value: 'A',
	amountBurned: 'A',
	amountStaked: 'A',
	amountL1ValidatorBalanceBurned: 'A',
	startTimestamp: 'i',
	endTimestamp: 'i',
	delegationFeePercent: 's',
	nodeId: 's',
	subnetId: 's',
	l1ValidatorManagerDetails: 'o',
	l1ValidatorDetails: 'A',
	estimatedReward: 's',
	rewardTxHash: 's',
	memo: 's',
	stakingTxHash: 's',
	rewardAddresses: 'S',
	subnetOwnershipInfo: 'o',
	blsCredentials: 'o',
	blockchainInfo: 'o',
};
export const UTXO: Shape = {
	addresses: 'S',
	asset: 'o',
	consumedOnChainId: 's',
	createdOnChainId: 's',
	consumingTxHash: 's',
	txHash: 's',
	utxoId: 's',
	utxoBytes: 's',
	amount: 's',
	assetId: 's',
	blockNumber: 's',
	consumingBlockNumber: 's',
	blockTimestamp: 'i',
	consumingBlockTimestamp: 'i',
	platformLocktime: 'i',
	stakeableLocktime: 'i',
	outputIndex: 'i',
	threshold: 'i',
	rewardType: 's',
	utxoType: 's',
	staked: 'b',
	utxoStartTimestamp: 'i',
	utxoEndTimestamp: 'i',
};
export const PENDING_REWARD: Shape = {
	addresses: 'S',
	txHash: 's',
	amountStaked: 's',
	nodeId: 's',
	startTimestamp: 'i',
	endTimestamp: 'i',
	rewardType: 's',
	progress: 'n',
	estimatedReward: 'o',
};
export const L1_VALIDATOR: Shape = {
	validationId: 's',
	validationIdHex: 's',
	nodeId: 's',
	subnetId: 's',
	weight: 'i',
	remainingBalance: 'i',
	creationTimestamp: 'i',
	blsCredentials: 'o',
	remainingBalanceOwner: 'o',
	deactivationOwner: 'o',
};
export const VERTEX: Shape = {
	vertexHash: 's',
	parentHashes: 'S',
	vertexHeight: 'i',
	vertexIndex: 'i',
	vertexTimestamp: 'i',
	txCount: 'i',
	vertexSizeBytes: 'i',
	transactions: 'S',
};
export const ERC20_TRANSFER: Shape = {
	blockNumber: 's',
	blockTimestamp: 'i',
	blockHash: 's',
	txHash: 's',
	from: 'o',
	to: 'o',
	logIndex: 'i',
	value: 's',
	erc20Token: 'o',
};
export const ERC20_TOKEN: Shape = {
	address: 's',
	name: 's',
	symbol: 's',
	decimals: 'i',
	logoUri: 's',
	ercType: 's',
	price: 'o',
};
export const NATIVE_BALANCE: Shape = {
	name: 's',
	symbol: 's',
	decimals: 'i',
	logoUri: 's',
	chainId: 's',
	price: 'o',
	balance: 's',
	balanceValue: 'o',
};
export const ERC1155_BALANCE: Shape = {
	address: 's',
	ercType: 's',
	tokenId: 's',
	tokenUri: 's',
	chainId: 's',
	balance: 's',
	metadata: 'o',
};
export const ERC721_BALANCE: Shape = {
	address: 's',
	name: 's',
	symbol: 's',
	ercType: 's',
	tokenId: 's',
	tokenUri: 's',
	ownerAddress: 's',
	chainId: 's',
	metadata: 'o',
};
export const NATIVE_TRANSACTION: Shape = {
	blockNumber: 's',
	blockHash: 's',
	chainId: 's',
	txHash: 's',
	txStatus: 's',
	gasLimit: 's',
	gasUsed: 's',
	gasPrice: 's',
	nonce: 's',
	value: 's',
	input: 's',
	baseFeePerGas: 's',
	maxFeePerGas: 's',
	maxPriorityFeePerGas: 's',
	blockTimestamp: 'i',
	blockIndex: 'i',
	txType: 'i',
	from: 'o',
	to: 'o',
	method: 'o',
};
export const CHAIN: Shape = {
	chainId: 's',
	chainName: 's',
	description: 's',
	platformChainId: 's',
	subnetId: 's',
	vmId: 's',
	explorerUrl: 's',
	rpcUrl: 's',
	wsUrl: 's',
	chainLogoUri: 's',
	status: 's',
	vmName: 's',
	isTestnet: 'b',
	private: 'b',
	utilityAddresses: 'o',
	networkToken: 'o',
	enabledFeatures: 'S',
};

function letterFits(letter: Letter, value: unknown): boolean {
	switch (letter) {
		case 's':
			return typeof value === 'string';
		case 'i':
			return Number.isInteger(value);
		case 'n':
			return typeof value === 'number';
		case 'b':
			return typeof value === 'boolean';
		case 'S':
			return Array.isArray(value) && value.every((item) => typeof item === 'string');
		case 'A':
			return Array.isArray(value) && value.every((item) => typeof item === 'object');
		case 'o':
			return typeof value === 'object' && value !== null && !Array.isArray(value);
	}
}

/**
 * Faults of a record: fields of another type or that the documents do not name, and the required
 * ones that are missing (all, unless some are named as optional).
 */
export function faultsOf(record: object, shape: Shape, optional: readonly string[] = []): string[] {
	const faults = Object.entries(record).flatMap(([name, value]) => {
		const letter = shape[name];
		if (letter === undefined) return [`${name} is unknown`];
		return letterFits(letter, value) ? [] : [`${name} is not a ${letter}`];
	});
	const missing = Object.keys(shape).filter(
		(name) => !(name in record) && !optional.includes(name),
	);
	return [...faults, ...missing.map((name) => `${name} is missing`)];
}
