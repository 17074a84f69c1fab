import { idBytes } from '../../core/testing/network/bytes';
import type { Bls, NetworkWorld, StakingTx } from '../world';
import {
	asAsked,
	byTime,
	type Call,
	chainInfo,
	listed,
	networkOf,
	ownersOf,
	setOf,
} from '../rest/endpoint';
import { genesisOf } from './genesis';
import { hex } from './ids';
import { flowOf } from './utxoJson';

/** A validator's BLS key with the proof that its owner holds the secret. */
export function blsJson(bls: Bls | undefined) {
	if (!bls) return {};
	return {
		blsCredentials: {
			publicKey: hex(bls.publicKey()),
			proofOfPossession: hex(bls.proofOfPossession()),
		},
	};
}

function l1Details(network: NetworkWorld, tx: StakingTx) {
	if (!tx.l1) return {};
	const l1ValidatorDetails = tx.l1.flatMap(({ validationId, balanceChange }) => {
		const one = network.l1.find(validationId);
		if (!one) return [];
		return {
			validationId,
			validationIdHex: hex(idBytes(validationId)),
			nodeId: one.nodeId,
			subnetId: one.subnetId,
			weight: one.weight,
			remainingBalance: one.balance,
			balanceChange,
			blsCredentials: { publicKey: hex(one.bls.publicKey()) },
		};
	});
	return { l1ValidatorDetails };
}

function subnetParts(call: Call, network: NetworkWorld, tx: StakingTx) {
	const subnet = network.subnet(tx.subnetId);
	if (!subnet || subnet.kind === 'primary') return {};
	const [blockchain] = subnet.blockchains;
	const converts = tx.txType === 'ConvertSubnetToL1Tx';
	const creates = tx.txType === 'CreateChainTx';
	return {
		...(converts && subnet.managerAddress
			? {
					l1ValidatorManagerDetails: {
						blockchainId: blockchain.id,
						contractAddress: subnet.managerAddress,
					},
				}
			: {}),
		subnetOwnershipInfo: { locktime: 0, ...subnet.owner },
		...(creates
			? {
					blockchainInfo: {
						chainName: blockchain.name,
						vmId: blockchain.vmId,
						// The deployed service gives the genesis of other machines as text.
						genesisData:
							call.dialect === 'live' && tx.sequence % 2 === 1 ? '0x7b7d' : genesisOf(blockchain),
					},
				}
			: {}),
	};
}

/** A transaction of the P-Chain. */
export function stakingTxJson(call: Call, network: NetworkWorld, tx: StakingTx) {
	const { P } = network.chains;
	return {
		txHash: tx.txHash,
		txType: tx.txType,
		blockTimestamp: tx.timestamp,
		blockNumber: String(tx.blockNumber),
		blockHash: network.chain('P').block(tx.blockNumber)?.id ?? tx.txHash,
		...flowOf(network, tx),
		// Only cross-chain transactions have them on the deployed service.
		...(call.dialect === 'spec' ? { sourceChain: P, destinationChain: P } : {}),
		startTimestamp: tx.startTimestamp,
		endTimestamp: tx.endTimestamp,
		delegationFeePercent: tx.delegationFee === undefined ? undefined : String(tx.delegationFee),
		nodeId: tx.nodeId,
		subnetId: tx.subnetId,
		...subnetParts(call, network, tx),
		...l1Details(network, tx),
		estimatedReward: tx.estimatedReward === undefined ? undefined : String(tx.estimatedReward),
		...(tx.txType.startsWith('Reward')
			? {
					rewardTxHash: tx.txHash,
					stakingTxHash: tx.stakingTxHash ?? network.primary.current()[0]?.txId,
				}
			: {}),
		rewardAddresses: tx.addresses,
		memo: tx.memo ?? '0x',
		...blsJson(tx.bls),
	};
}

/** The transactions of the P-Chain that a query asks for; those that ended only where they count. */
export function stakingTxsOf(call: Call, ended = false): StakingTx[] {
	return networkOf(call).staking.find({
		addresses: ownersOf(call),
		txTypes: setOf(call, 'txTypes'),
		start: call.input.startTimestamp as number | undefined,
		end: call.input.endTimestamp as number | undefined,
		// "After" and "before" in the documents; the deployed service counts the bounds in.
		inclusive: call.dialect === 'live',
		ended,
	});
}

/** One page of transactions of the P-Chain. */
export function listedOnP(call: Call, found: readonly StakingTx[]) {
	const network = networkOf(call);
	const json = (tx: StakingTx) => stakingTxJson(call, network, tx);
	const page = listed(call, 'transactions', found, json, asAsked(call, byTime));
	return { ...page, chainInfo: chainInfo(call, 'P') };
}
