import { avaxIn, totalOf } from '../shared/amounts';
import { AVAX_ID } from '../../shared/money';
import { field } from '../../../fields/field';
import { nodeIds } from '../../../fields/identifiers';
import { choices } from '../../../fields/inputs';
import { broken } from '../../../fields/rules';
import * as out from '../../../fields/outputs';
import { network } from '../../shared/data/fields';
import * as staking from '../../staking/historicalReward';
import { addressesOfNetwork } from '../../shared/data/rules';
import type { ItemOf } from '../../../operations/declare';
import { declareArrivals } from '../../../events/arrivalEvent';
import { markOf } from '../../../events/event';
import { transactionPage } from '../../../events/explorer';
import { aboutNodes, minAmount, rewardAddresses } from '../../../events/fields';
import { pagesOfList, readBack } from '../../../events/lists';
import { EXAMPLE_NODE, EXAMPLE_TX, atLeast } from '../../../events/sample';
import { baseUnits } from '../../../formats/amount';
import { avax } from '../../../events/words';
import { DAY } from '../../../formats/timeUnits';

type Reward = ItemOf<typeof staking.getManyHistoricalRewards, 'tolerant'>;

const TYPES = {
	VALIDATOR: 'validation reward',
	DELEGATOR: 'delegation reward',
	VALIDATOR_FEE: 'delegation fee',
} as const;

/** Staking rewards that were paid. */
export const rewardPaid = declareArrivals({
	value: 'rewardPaid',
	type: 'reward.paid',
	name: 'Reward Paid',
	description:
		'A staking reward was paid for your validators or to your addresses; not the part that an auto-renewed stake adds to itself, which Auto-Renewed Stake Changed reports',
	what: 'reward',
	reads: 'the data service: historical rewards, newest first, one request for all',
	remembers: '22 characters of each matching reward in the overlap, one day by default',
	fields: {
		network: network('form'),
		nodeIds: field(
			nodeIds().optional(),
			aboutNodes('Rewards of stakes on these validators, separated by commas', 'Reward Addresses'),
		),
		rewardAddresses: rewardAddresses(
			'Rewards to these P-Chain addresses, separated by commas; node IDs or reward addresses are required; with both, a reward must match both',
		),
		minAmount: minAmount('rewards', '1'),
		rewardTypes: field(
			choices(Object.keys(TYPES), [
				{ value: 'VALIDATOR', name: 'Validation Reward' },
				{ value: 'DELEGATOR', name: 'Delegation Reward' },
				{ value: 'VALIDATOR_FEE', name: 'Fee of Delegations' },
			]).optional(),
			{
				in: 'form',
				label: 'Reward Types',
				description: 'Only rewards of these types',
				show: 'filter',
			},
		),
	},
	rules: [
		({ nodeIds: nodes, rewardAddresses }, context) => {
			if (nodes || rewardAddresses) return;
			broken(context, 'nodeIds', 'or reward addresses are required: the rewards to watch');
		},
		addressesOfNetwork('rewardAddresses'),
	],
	columns: {
		rewardTxHash: out.hash('Transaction that paid the reward'),
		txHash: out.hash('Transaction of the stake'),
		nodeId: out.nodeId(),
		rewardType: out.choice(Object.keys(TYPES)),
		reward: out.nAvax(),
		amountStaked: out.nAvax(),
		addresses: out.list(out.address(), 'P-Chain addresses that own the reward'),
		startTime: out.seconds('Start of the staking period'),
		endTime: out.seconds('End of the staking period, one of several if the stake is auto-renewed'),
	},
	overlap: { seconds: DAY },
	pages({ network, nodeIds: nodes, rewardAddresses }, context, reading) {
		const input = {
			network,
			nodeIds: nodes,
			addresses: rewardAddresses,
			sortOrder: 'desc',
		} as const;
		const newestFirst = pagesOfList(context, staking.getManyHistoricalRewards, input, [
			['rewardTxHash', 'txHash'],
			['endTimestamp'],
		]);
		if (reading.order === 'newest') return newestFirst;
		return readBack(newestFirst, reading.from, timeOf, context);
	},
	timeOf,
	markOf: (item) => markOf(idOf(item)),
	matcher({ minAmount = '0', rewardTypes }) {
		const types = rewardTypes && new Set(rewardTypes);
		return ({ rewardType, reward }) =>
			(!types || types.has(String(rewardType))) &&
			avaxIn(reward && [reward]) >= baseUnits(minAmount, 9);
	},
	tell(item, { network }) {
		const { rewardTxHash, txHash, rewardType, amountStaked, addresses: owners } = item;
		const nodeId = String(item.nodeId);
		const amount = totalOf(item.reward && [item.reward])?.words ?? avax('0');
		const kind = TYPES[rewardType as keyof typeof TYPES] ?? 'reward';
		const to = owners && owners.length > 0 ? ` to ${owners.join(', ')}` : '';
		return {
			id: idOf(item),
			subject: nodeId,
			title: `${nodeId}: ${kind} of ${amount} paid`,
			text: `A ${kind} of ${amount} for ${nodeId} was paid${to}. The stake was ${avax(amountStaked ?? '0')}.`,
			url: rewardTxHash && transactionPage(network, 'p-chain', rewardTxHash),
			columns: {
				rewardTxHash: rewardTxHash ?? null,
				txHash: txHash ?? null,
				nodeId,
				rewardType: rewardType ?? null,
				reward: item.reward?.amount ?? null,
				amountStaked: amountStaked ?? null,
				addresses: owners ?? [],
				startTime: item.startTimestamp ?? null,
				endTime: item.endTimestamp ?? null,
			},
		};
	},
	example({ network, nodeIds: nodes, rewardAddresses, minAmount, rewardTypes }, now) {
		const amount = atLeast(minAmount, 98_765_432_100n);
		return {
			addresses: rewardAddresses?.slice(0, 1) ?? [],
			txHash: EXAMPLE_TX,
			nodeId: nodes?.[0] ?? EXAMPLE_NODE,
			rewardType: rewardTypes?.[0] ?? 'VALIDATOR',
			amountStaked: String(BigInt(amount) * 20n),
			startTimestamp: now - 160 * DAY,
			endTimestamp: now,
			rewardTxHash: '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP',
			outputIndex: 2,
			reward: { amount, assetId: AVAX_ID[network as 'mainnet'] },
		} as unknown as Reward;
	},
});

/** A reward is paid when its staking period ends. */
function timeOf({ endTimestamp }: Reward): number {
	return Number(endTimestamp ?? 0);
}

/** Periods of an auto-renewed stake have its transaction in common. */
function idOf({ rewardTxHash, txHash, rewardType, outputIndex, endTimestamp }: Reward): string {
	const paid = rewardTxHash ?? `${txHash}:${endTimestamp}`;
	return [paid, rewardType, outputIndex ?? 0].join(':');
}
