import type { NetworkWorld, StakingTx, Validation } from '../../world';
import { ServiceFailure } from '../../rest/failure';
import { utxoId } from '../../../core/testing/network/bytes';
import {
	asAsked,
	type Call,
	type Endpoint,
	listed,
	money,
	networkOf,
	ownersOf,
	setOf,
} from '../../rest/endpoint';
import { amountOf } from '../../data/utxoJson';
import { rewardTxOf } from './validators';

interface Reward {
	addresses: string[];
	txHash: string;
	amount: bigint;
	nodeId: string;
	start: number;
	end: number;
	rewardType: string;
	reward: bigint;
	order: number;
	/** Of an auto-renewed stake: the transaction that ended the period, whose first outputs pay. */
	rewardTxId?: string;
}

/** Rewards that the periods of an auto-renewed stake paid. Inferred: no document says how the service lists them. */
function ofPeriods({ renewal, ...validation }: Validation, order: number): Reward[] {
	const { rewardAddresses, txId, nodeId } = validation;
	return (renewal?.cycles ?? []).flatMap(
		({ startTime: start, endTime: end, weight: amount, paid, paidFee, rewardTxId }) => {
			const base = {
				addresses: rewardAddresses,
				txHash: txId,
				amount,
				nodeId,
				start,
				end,
				rewardTxId,
			};
			const own = { ...base, rewardType: 'VALIDATOR', reward: paid, order };
			const fee = { ...base, rewardType: 'VALIDATOR_FEE', reward: paidFee, order: order + 0.5 };
			return [own, fee].filter(({ reward }) => reward > 0n);
		},
	);
}

function ofValidator(validation: Validation, delegations: StakingTx[], order: number): Reward[] {
	const { rewardAddresses, txId, weight, nodeId, startTime, endTime } = validation;
	const base = {
		addresses: rewardAddresses,
		txHash: txId,
		amount: weight,
		nodeId,
		start: startTime,
		end: endTime,
	};
	const own = { ...base, rewardType: 'VALIDATOR', reward: validation.potentialReward, order };
	if (delegations.length === 0) return [own];
	const rewards = delegations.reduce((sum, { estimatedReward = 0n }) => sum + estimatedReward, 0n);
	const fee = (rewards * BigInt(validation.delegationFee)) / 100n;
	return [own, { ...base, rewardType: 'VALIDATOR_FEE', reward: fee, order: order + 0.5 }];
}

function ofDelegation(tx: StakingTx): Reward {
	return {
		addresses: tx.addresses,
		txHash: tx.txHash,
		amount: tx.amount,
		nodeId: tx.nodeId ?? '',
		start: tx.startTimestamp ?? 0,
		end: tx.endTimestamp ?? 0,
		rewardType: 'DELEGATOR',
		reward: tx.estimatedReward ?? 0n,
		order: 1_000_000 + tx.sequence,
	};
}

/** Of stakes that have ended. */
function paidOf(network: NetworkWorld, now: number): Reward[] {
	const { primary, staking } = network;
	const ended = staking.delegations().filter(({ endTimestamp = Infinity }) => endTimestamp <= now);
	const periods = primary.history();
	const validators = periods
		.filter((one) => primary.status(one) === 'completed' && !one.renewal)
		.flatMap((one, i) =>
			ofValidator(
				one,
				ended.filter(
					({ nodeId, endTimestamp = 0 }) =>
						nodeId === one.nodeId && endTimestamp > one.startTime && endTimestamp <= one.endTime,
				),
				i,
			),
		);
	return [...validators, ...periods.flatMap(ofPeriods), ...ended.map(ofDelegation)];
}

/** The pending rewards of the stakes that a filter selects; those of other stakes are not computed. */
function pendingOf(
	network: NetworkWorld,
	now: number,
	keeps: (nodeId: string | undefined, addresses: string[]) => boolean,
): Reward[] {
	const running = (tx: StakingTx) =>
		(tx.startTimestamp ?? now) <= now && (tx.endTimestamp ?? 0) > now;
	const validators = network.primary.current().flatMap((validation, i) => {
		const { nodeId, rewardAddresses } = validation;
		if (!keeps(nodeId, rewardAddresses)) return [];
		return ofValidator(validation, network.staking.delegations(nodeId).filter(running), i);
	});
	const delegators = network.staking
		.delegations()
		.filter((tx) => running(tx) && keeps(tx.nodeId, tx.addresses));
	return [...validators, ...delegators.map(ofDelegation)];
}

/** Filters of a query by owners and node ids: `filtered` is true if one of them is set. */
function filterOf(call: Call) {
	const owners = ownersOf(call);
	const nodeIds = setOf(call, 'nodeIds');
	const keeps = (nodeId: string | undefined, addresses: string[]) =>
		(!nodeIds || nodeIds.has(nodeId ?? '')) &&
		(!owners || addresses.some((address) => owners.has(address)));
	return { keeps, filtered: owners !== undefined || nodeIds !== undefined };
}

/** Fields of a reward that both lists have. */
function rewardJson(one: Reward) {
	return {
		addresses: one.addresses,
		txHash: one.txHash,
		amountStaked: String(one.amount),
		nodeId: one.nodeId,
		startTimestamp: one.start,
		endTimestamp: one.end,
		rewardType: one.rewardType,
	};
}

/** Rewards by the start or the end of their stakes. */
function listedBy(
	moment: 'start' | 'end',
	call: Call,
	name: string,
	rewards: Reward[],
	json: (one: Reward) => object,
) {
	const sorted = rewards.sort((a, b) => a[moment] - b[moment] || a.order - b.order);
	const order = asAsked<Reward>(call, (one) => [one[moment], one.order]);
	return listed(call, name, sorted, (one) => ({ ...rewardJson(one), ...json(one) }), order);
}

/** Primary-network queries: rewards of staking periods that still run. */
export const listPendingRewards: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/rewards:listPending',
	answer(call) {
		const { keeps, filtered } = filterOf(call);
		if (!filtered) throw new ServiceFailure(400, 'addresses or nodeIds is required');
		const network = networkOf(call);
		const now = call.world.clock.seconds();
		const pending = pendingOf(network, now, keeps);
		return listedBy('start', call, 'pendingRewards', pending, ({ start, end, reward }) => ({
			progress: Math.floor(((now - start) / (end - start)) * 10_000) / 100,
			estimatedReward: amountOf(network.assets[0], reward),
		}));
	},
};

/** The output that pays a reward: the one after those of the transaction that staked. */
function rewardIndex(network: NetworkWorld, { txHash, rewardType, rewardTxId, reward }: Reward) {
	if (rewardTxId) {
		const { outputs = [] } = network.chain('P').tx(rewardTxId) ?? {};
		return rewardType === 'VALIDATOR' || outputs[0]?.amount === reward ? 0 : 1;
	}
	const own = network.chain('P').tx(txHash)?.outputs.length ?? 1;
	return rewardType === 'VALIDATOR_FEE' ? own + 1 : own;
}

/** Primary-network queries: rewards of staking periods that have ended. */
export const listHistoricalRewards: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/rewards',
	answer(call) {
		const { world, input } = call;
		const { keeps } = filterOf(call);
		const network = networkOf(call);
		const paid = paidOf(network, world.clock.seconds()).filter(({ nodeId, addresses }) =>
			keeps(nodeId, addresses),
		);
		const avaxPrice = world.evmChain(network.chains.C)?.price ?? 0;
		const historicalPrice = money(avaxPrice, input.currency as string | undefined);
		return listedBy('end', call, 'historicalRewards', paid, (one) => {
			const outputIndex = rewardIndex(network, one);
			return {
				utxoId: utxoId(one.rewardTxId ?? one.txHash, outputIndex),
				outputIndex,
				reward: { ...amountOf(network.assets[0], one.reward), historicalPrice },
				rewardTxHash: one.rewardTxId ?? rewardTxOf(one.txHash),
			};
		});
	},
};
