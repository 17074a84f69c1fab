import { type ResolvedColumn, partAt } from '../fields/columns';
import { field } from '../fields/field';
import { fieldSet } from '../fields/fieldSet';
import { id, nodeIds } from '../fields/identifiers';
import { bigWhole } from '../fields/inputs';
import * as out from '../fields/outputs';
import { network, owners, pChain, txTypes } from '../operations/data/fields';
import { addressesOfNetwork } from '../operations/data/rules';
import { listStakingTransactions } from '../operations/data/stakingTransaction';
import { columnsOf, itemOutput } from '../operations/declare';
import type { EventDeclaration } from './declare';
import { HEADLINE } from './item';
import { stakingSource } from './staking';

/**
 * The declaration of the staking event: its items and its replay. The trigger's form and the
 * settings of notify are older than declarations, and not derived from it.
 */

/** The filters that the service does not support. */
export const STAKING_FILTERS = {
	minAmountStaked: field(bigWhole().optional(), {
		in: 'form',
		label: 'Minimum Amount (nAVAX)',
		description: 'Only transactions that stake at least this much, in nAVAX (1 AVAX is 1000000000)',
		placeholder: '25000000000',
	}),
	nodeIds: field(nodeIds().optional(), {
		in: 'form',
		label: 'Node IDs',
		description: 'Only transactions of these nodes, separated by commas',
		placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	}),
	subnetId: field(id('a subnet id').optional(), {
		in: 'form',
		label: 'Subnet ID',
		description: 'Only transactions of this subnet (cb58)',
		placeholder: '11111111111111111111111111111111LpoYY',
	}),
};

const record = itemOutput(listStakingTransactions);
const output = out.object({ ...HEADLINE, ...(record.type === 'object' && record.fields) });

/** The columns of the headline come before those of the record. */
const columns: readonly ResolvedColumn[] = [
	...Object.keys(HEADLINE).map((name) => ({
		path: [name],
		name,
		part: partAt(output, [name]),
	})),
	...(columnsOf(listStakingTransactions) ?? []),
];

export const stakingTransaction = {
	value: 'stakingTransaction',
	type: 'staking.transaction',
	name: 'Staking Transaction',
	description: 'A validator or delegator stakes, or an L1 validator is registered or changed',
	what: 'staking transaction',
	reads: 'the data service: staking transactions (`transactions:listStaking`)',
	remembers: '12 characters of each transaction in the overlap',
	fields: fieldSet(
		{
			network: network('form'),
			addresses: owners(),
			blockchainId: pChain(),
			...STAKING_FILTERS,
			txTypes: txTypes('AddPermissionlessValidatorTx'),
		},
		addressesOfNetwork('addresses'),
	),
	output,
	columns,
	source: stakingSource,
} satisfies EventDeclaration;
