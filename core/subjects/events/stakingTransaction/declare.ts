import { network, owners, pChain, txTypes } from '../../shared/data/fields';
import { addressesOfNetwork } from '../../shared/data/rules';
import * as staking from '../../staking/stakingTransaction';
import { field } from '../../../fields/field';
import { id, nodeIds } from '../../../fields/identifiers';
import type { Output } from '../../../fields/outputs';
import { columnsOf, itemOutput } from '../../../operations/derived';
import { PRIMARY_NETWORK } from '../../../operations/shared';
import { declareArrivals } from '../../../events/arrivalEvent';
import { transactionPage } from '../../../events/explorer';
import { aboutNodes, minAmount } from '../../../events/fields';
import { EXAMPLE_NODE, EXAMPLE_TX, atLeast } from '../../../events/sample';
import {
	type Transaction,
	transactionMark,
	stakedOf,
	stakingPages,
	timeOf,
} from '../shared/staking';
import { deedWords, movedIn } from '../shared/transactionWords';
import { AVAX_ID } from '../../shared/money';
import { baseUnits } from '../../../formats/amount';
import { moment } from '../../../events/words';

const record = itemOutput(staking.getManyTransactions);
const columns: Readonly<Record<string, Output>> = record.type === 'object' ? record.fields : {};

/** Staking transactions of the P-Chain: each once, with the whole record of the service. */
export const stakingTransaction = declareArrivals({
	value: 'stakingTransaction',
	type: 'staking.transaction',
	name: 'New Staking Transaction',
	description: 'A validator or delegator stakes, or an L1 validator is registered or changed',
	what: 'staking transaction',
	reads: 'the data service: staking transactions (`transactions:listStaking`)',
	remembers: '12 characters of each matching transaction in the overlap',
	fields: {
		network: network('form'),
		addresses: owners(),
		blockchainId: pChain(),
		minAmount: minAmount('staking transactions', '25'),
		nodeIds: field(nodeIds().optional(), {
			...aboutNodes('Only transactions of these nodes, separated by commas'),
			show: 'filter',
		}),
		subnetId: field(id('a subnet id').optional(), {
			in: 'form',
			label: 'Subnet ID',
			description: 'Only transactions of this subnet (cb58)',
			placeholder: PRIMARY_NETWORK,
		}),
		txTypes: txTypes('AddPermissionlessValidatorTx'),
	},
	rules: [addressesOfNetwork('addresses')],
	columns,
	simplified: columnsOf(staking.getManyTransactions),
	pages: (settings, context, reading) => stakingPages(settings, context, reading),
	timeOf,
	markOf: transactionMark,
	matcher({ minAmount: least, nodeIds: nodes, subnetId }) {
		const wanted = nodes && nodes.length > 0 ? new Set(nodes) : undefined;
		return (item) => {
			if (wanted && !wanted.has(String(item.nodeId))) return false;
			if (subnetId && item.subnetId !== subnetId) return false;
			return least === undefined || stakedOf(item) >= baseUnits(least, 9);
		};
	},
	tell(item, { network: on }) {
		const { nodeId, subnetId, endTimestamp } = item;
		const txHash = String(item.txHash);
		const subject = nodeId ?? subnetId ?? txHash;
		const what = deedWords(item, movedIn(item));
		const until = endTimestamp ? `, until ${moment(Number(endTimestamp))}` : '';
		return {
			id: txHash,
			subject,
			title: what.includes(subject) ? what : `${subject}: ${what}`,
			text: `${what} at ${moment(timeOf(item))}${until}: transaction ${txHash}.`,
			url: transactionPage(on, 'p-chain', txHash),
			columns: item,
		};
	},
	example(
		{ network: on, minAmount: least, nodeIds: nodes, subnetId = PRIMARY_NETWORK, txTypes: types },
		now,
	) {
		const amount = atLeast(least, 2_000_000_000_000n);
		return {
			txHash: EXAMPLE_TX,
			txType: types?.[0] ?? 'AddPermissionlessValidatorTx',
			blockTimestamp: now,
			nodeId: nodes?.[0] ?? EXAMPLE_NODE,
			subnetId,
			startTimestamp: now,
			endTimestamp: now + 90 * 86_400,
			amountStaked: [
				{ amount, assetId: AVAX_ID[on as 'mainnet'], symbol: 'AVAX', denomination: 9 },
			],
		} as unknown as Transaction;
	},
});
