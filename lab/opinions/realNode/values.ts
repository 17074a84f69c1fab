import type { Question } from '../live/questions';
import type { Facts } from './drawing';

/** The values of an operation's fields, drawn from the node. */

type Input = Readonly<Record<string, unknown>>;

/** The parts that a field can take, in the order of preference; of an operation, or of all. */
type Parts = readonly string[];

/** The chain of the P-, X- or C-Chain's operations. */
function primaryOf(id: string): 'P' | 'X' | 'C' {
	return id.startsWith('xChain.') ? 'X' : id.startsWith('cChain.') ? 'C' : 'P';
}

/** Fields whose parts differ between operations, by `<operation>.<field>`. */
export const OF_OPERATION: Readonly<Record<string, Parts>> = {
	'info.getManyPeers.nodeIDs': ['peer.id'],
	'pChainStaking.getManyValidators.nodeIDs': ['validator.id'],
	'evmSubnet.getManyValidators.nodeIDs': ['l1.nodeId'],
	'pChainSubnet.getBlockchainStatus.blockchainID': ['chain.C', 'chain.l1', 'chain.X', 'chain.P'],
	'pChainSubnet.getValidatingSubnet.blockchainID': ['chain.C', 'chain.l1', 'chain.X'],
	'pChainSubnet.getSubnet.subnetID': ['subnet.l1', 'subnet.permissioned'],
	// Only subnets of an old kind, with a token that is staked, have these.
	'pChainStaking.getCurrentSupply.subnetID': ['subnet.primary'],
	'pChainStaking.getMinimumStake.subnetID': ['subnet.primary'],
	'pChainStaking.getStakingAsset.subnetID': ['subnet.primary'],
	'pChainStaking.sampleValidators.subnetID': ['subnet.primary', 'subnet.permissioned'],
	'warp.getMessageAggregateSignature.subnetID': ['subnet.signers'],
	'warp.getBlockAggregateSignature.subnetID': ['subnet.signers'],
	'pChain.getManyRewardUtxos.txID': ['validator.tx', 'P.tx'],
	'pChain.issueTransaction.tx': ['P.rawTx'],
	'xChain.issueTransaction.tx': ['X.rawTx'],
	'cChain.issueTransaction.tx': ['C.rawAtomicTx'],
	'cChain.getTransaction.txID': ['C.atomicTx'],
	'cChain.getTransactionStatus.txID': ['C.atomicTx'],
	'evm.getManyLogs.fromBlock': ['evm.logBlock'],
	'evm.getManyLogs.toBlock': ['evm.logBlock', 'evm.head'],
	'evm.getManyLogs.blockHash': ['evm.logBlockHash'],
	'evm.getManyLogs.address': ['evm.contract'],
	// An archive node alone has the state before an older one.
	'evmSubnet.traceTransaction.txHash': ['evm.newestTx'],
};

/** Other fields; `P.` stands for the chain of the operation, `evm.` for the EVM chain. */
const OF_FIELD: Readonly<Record<string, Parts>> = {
	address: ['evm.from'],
	blockHash: ['evm.blockHash'],
	from: ['evm.from'],
	topics: ['evm.topic'],
	tx: ['evm.rawTx'],
	txHash: ['evm.tx'],
	timestamp: ['evm.time'],
	messageID: ['evm.messageId'],
	addresses: ['P.owner'],
	height: ['P.blockHeight'],
	startIndexAddress: ['P.startAddress'],
	startIndexUtxo: ['P.startUtxo'],
	sourceChain: ['P.source'],
	txID: ['P.tx'],
	ids: ['subnet.l1', 'subnet.permissioned', 'subnet.primary'],
	subnetID: ['subnet.primary', 'subnet.l1', 'subnet.permissioned'],
	validationID: ['l1.validationId'],
	assetID: ['asset.avax'],
};

/** Values that no node has to be asked for. */
const FIXED: Readonly<Record<string, readonly unknown[]>> = {
	alias: ['X', 'P', 'C'],
	blockCount: [3],
	// The warp precompile, and its method that tells the id of the chain.
	data: ['0x4213cf78'],
	to: ['0x0200000000000000000000000000000000000005'],
	gas: ['300000'],
	gasPrice: ['600000000000'],
	limit: [2],
	maxFeePerGas: ['600000000000'],
	maxPriorityFeePerGas: ['1'],
	'nodeMetric.names': ['health_checks_failing'],
	numToFetch: [2],
	quorumNum: [67],
	rewardPercentiles: [[10, 50, 90]],
	size: [1],
	slot: [0],
	storageKeys: [['0x0', '0x1']],
	timeout: ['10s'],
	tracerConfig: [{}],
	startIndex: [0],
	tags: ['P', 'application'],
	value: ['0'],
};

/**
 * Possible values of a field, besides its choices. `chain` is the EVM chain of `{blockchainId}`.
 */
export function valuesOf(
	{ id, fields }: Question,
	key: string,
	{ facts, evm, input = {} }: { facts: Facts; evm?: 'C' | 'l1'; input?: Input },
): readonly unknown[] {
	const field = fields.find((one) => one.key === key);
	const group = id.split('.')[0];
	const fact = (part: string) => {
		const chain = part.startsWith('evm.') ? evm : part.startsWith('P.') ? primaryOf(id) : undefined;
		// A subnet whose validators sign is that of the chain.
		if (part === 'subnet.signers') return facts[evm === 'l1' ? 'subnet.l1' : 'subnet.primary'];
		return facts[chain ? part.replace(/^\w+/, chain) : part];
	};
	const all = (parts: Parts) => parts.map(fact).filter((one) => one !== undefined);
	if (key === 'blockchainId') return evm === 'C' ? ['C'] : all(['chain.l1']);
	if (group === 'index') {
		const index = String(input.index ?? 'X/block');
		if (key === 'index') {
			const indices = (field?.choices ?? []).map(({ value }) => value);
			return indices.filter((one) => facts[`index.${one}.id`] !== undefined);
		}
		if (key === 'id') return all([`index.${index}.id`]);
		if (key === 'containerIndex') return all([`index.${index}.position`]);
	}
	if (key === 'chain') {
		if (group === 'proposerVm') return ['P', 'C', ...all(['chain.C', 'chain.l1'])];
		if (group === 'info') return ['X', 'P', 'C', ...all(['chain.l1'])];
		return ['X', ...all(['chain.X'])];
	}
	if (key === 'block' || key === 'newestBlock') {
		// The state of older blocks is not on every node.
		const hasState = key === 'block' && id !== 'evm.getBlock';
		const blocks = hasState ? ['evm.head', 'evm.headHash'] : ['evm.block'];
		return [...all(blocks), 'latest', 'pending', 'earliest', 'finalized'];
	}
	if (key === 'blockID') return all([group === 'warp' ? 'evm.blockId' : 'P.block']);
	if (key === 'address' && group === 'xChain') return all(['X.owner']);
	if (key === 'assetID') return ['AVAX', ...all(['asset.avax'])];
	if (key === 'height' && group === 'pChainStaking') return ['proposed', ...all(['P.blockHeight'])];
	const fixed = FIXED[`${group}.${key}`] ?? FIXED[key];
	if (fixed) return fixed;
	const parts = OF_OPERATION[`${id}.${key}`] ?? OF_FIELD[key];
	if (parts) return all(parts);
	if (field?.choices) return field.choices.map(({ value }) => value);
	if (field?.control === 'boolean') return [true, false];
	return [];
}
