import { field } from '../../../fields/field';
import { nodeIds } from '../../../fields/identifiers';
import * as out from '../../../fields/outputs';
import { network } from '../../shared/data/fields';
import { declareArrivals } from '../../../events/arrivalEvent';
import { transactionPage } from '../../../events/explorer';
import { aboutNodes, minAmount } from '../../../events/fields';
import {
	type Transaction,
	transactionMark,
	stakedOf,
	stakingPages,
	timeOf,
} from '../shared/staking';
import { EXAMPLE_TX, atLeast } from '../../../events/sample';
import { totalOf } from '../shared/amounts';
import { AVAX_ID } from '../../shared/money';
import { baseUnits } from '../../../formats/amount';
import { avax, moment } from '../../../events/words';

const TX_TYPES = ['AddPermissionlessDelegatorTx', 'AddDelegatorTx'];

/** New delegations to validators. */
export const delegation = declareArrivals({
	value: 'delegation',
	type: 'delegation.added',
	name: 'Delegation',
	description: 'A new delegation to your validators, with amount, end and delegator',
	what: 'delegation',
	reads: 'the data service: `transactions:listStaking`, delegations only',
	remembers: '12 characters of each matching transaction in the overlap',
	fields: {
		network: network('form'),
		nodeIds: field(nodeIds(), aboutNodes('Delegations to these validators, separated by commas')),
		minAmount: minAmount('delegations', '25'),
	},
	columns: {
		txHash: out.hash(),
		nodeId: out.nodeId(),
		amount: out.nAvax('Delegated amount'),
		delegators: out.list(out.address(), 'P-Chain addresses that paid the stake'),
		startTime: out.seconds(),
		endTime: out.seconds(),
		estimatedReward: out.nAvax(),
	},
	pages: ({ network }, context, reading) =>
		stakingPages({ network, blockchainId: 'p-chain', txTypes: TX_TYPES }, context, reading),
	timeOf,
	markOf: transactionMark,
	matcher({ nodeIds: nodes, minAmount = '0' }) {
		const mine = new Set(nodes);
		return (item) => mine.has(String(item.nodeId)) && stakedOf(item) >= baseUnits(minAmount, 9);
	},
	tell(item, { network }) {
		const txHash = String(item.txHash);
		const nodeId = String(item.nodeId);
		const amount = stakedOf(item);
		const staked = totalOf(item.amountStaked)?.words ?? avax(amount);
		const until = item.endTimestamp ? `, until ${moment(Number(item.endTimestamp))}` : '';
		return {
			id: txHash,
			subject: nodeId,
			title: `${nodeId}: new delegation of ${staked}`,
			text: `${staked} was delegated to ${nodeId}${until}.`,
			url: transactionPage(network, 'p-chain', txHash),
			columns: {
				txHash,
				nodeId,
				amount: String(amount),
				delegators: delegatorsOf(item),
				startTime: item.startTimestamp ?? null,
				endTime: item.endTimestamp ?? null,
				estimatedReward: item.estimatedReward ?? null,
			},
		};
	},
	example({ network: on, nodeIds: [nodeId], minAmount }, now) {
		const amount = atLeast(minAmount, 250_000_000_000n);
		return {
			txHash: EXAMPLE_TX,
			txType: 'AddPermissionlessDelegatorTx',
			blockTimestamp: now,
			nodeId,
			amountStaked: [
				{ amount, assetId: AVAX_ID[on as 'mainnet'], symbol: 'AVAX', denomination: 9 },
			],
			startTimestamp: now,
			endTimestamp: now + 90 * 86_400,
			estimatedReward: String(BigInt(amount) / 80n),
		} as unknown as Transaction;
	},
});

/** The payers: the owners of the consumed outputs, each once. */
function delegatorsOf({ consumedUtxos }: Transaction): string[] {
	const owners = (consumedUtxos ?? []).flatMap(({ addresses }) => addresses ?? []);
	return [...new Set(owners)];
}
