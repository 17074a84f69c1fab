import * as evmSubnet from '../../evmSubnet/evmSubnet';
import * as pChainStaking from '../../pChainStaking/pChainStaking';
import { network } from '../../shared/data/fields';
import { subnetEvmChain } from '../../shared/node/fields';
import * as staking from '../../staking/l1Validator';
import { field } from '../../../fields/field';
import { id, idOrAlias, nodeId } from '../../../fields/identifiers';
import { choice, flag } from '../../../fields/inputs';
import type { Output } from '../../../fields/outputs';
import * as out from '../../../fields/outputs';
import type { AnyOperation } from '../../../operations/declare';
import { itemOutput } from '../../../operations/derived';
import { NETWORKS, NETWORK_CHOICES, PRIMARY_NETWORK } from '../../../operations/shared';
import { EXAMPLE_NODE, EXAMPLE_TX } from '../../../events/sample';
import { declareSets } from '../../../events/setEvent';
import { type ValidatorSource, readValidators } from './validatorSets';
import { moment } from '../../../events/words';

const SOURCES = [
	{
		value: 'primary',
		name: 'Primary Network, From the Node',
		description: 'The network of the node (platform.getCurrentValidators)',
	},
	{
		value: 'subnet',
		name: 'Subnet or L1, From the Node',
		description: 'One subnet or L1 (platform.getCurrentValidators)',
	},
	{
		value: 'l1',
		name: 'L1s, From the Data Service',
		description: 'L1 validators with their continuous-fee balance',
	},
	{
		value: 'evm',
		name: 'EVM L1, From Its Own Chain',
		description: 'With uptime and connection (validators.getCurrentValidators)',
	},
] as const;

function recordOf(operation: AnyOperation): Readonly<Record<string, Output>> {
	const record = itemOutput(operation);
	return record.type === 'object' ? record.fields : {};
}

/** The fields of a validator's record, by source. */
const RECORDS: Readonly<Record<ValidatorSource, Readonly<Record<string, Output>>>> = {
	primary: recordOf(pChainStaking.getManyValidators),
	subnet: recordOf(pChainStaking.getManyValidators),
	l1: recordOf(staking.getManyL1Validators as AnyOperation),
	evm: recordOf(evmSubnet.getManyValidators as AnyOperation),
};

/** The columns that records of all sources have, by one name. */
const COMMON = {
	nodeId: out.nodeId(),
	validator: out.id('Validation ID, or the transaction that added the validator'),
	active: out.flag('False if an L1 validator has no balance for the continuous fee'),
};

/** Validators that join, leave, or turn inactive or active again. */
export const validator = declareSets({
	value: 'validator',
	type: 'validator',
	name: 'New Validator',
	description: 'A validator joins the primary network, a subnet or an L1',
	what: 'validator',
	reads:
		'all validators of the set: the node (`platform.getCurrentValidators`, or `validators.getCurrentValidators` of an EVM L1), or the data service (`l1Validators`)',
	remembers:
		'50 bits for each validator: 6.7 bytes at 100,000; with Fire When a Validator Leaves also the node IDs of up to 2,048',
	fields: {
		source: field(choice(['primary', 'subnet', 'l1', 'evm'], SOURCES), {
			in: 'form',
			label: 'Validators Of',
			description: 'Which validators to watch, and where to read them',
			default: 'primary',
		}),
		network: field(choice(NETWORKS, NETWORK_CHOICES).optional(), {
			...network('form').info,
			shownFor: { field: 'source', values: ['l1'] },
		}),
		subnetId: field(id('a subnet id').optional(), {
			in: 'form',
			label: 'Subnet ID',
			description: 'The subnet or L1 (cb58); from the data service, all L1s by default',
			placeholder: '2ebCneCbwthjQ1rYT41nhd7M76Hc6YmosMAQrTFhBq8qeqh6tt',
			show: 'main',
			shownFor: { field: 'source', values: ['subnet', 'l1'] },
			requiredFor: ['subnet'],
		}),
		blockchainId: field(idOrAlias('a blockchain id', 'mychain').optional(), {
			...subnetEvmChain().info,
			in: 'form',
			shownFor: { field: 'source', values: ['evm'] },
			requiredFor: ['evm'],
		}),
		nodeId: field(nodeId().optional(), {
			in: 'form',
			names: 'l1Node',
			label: 'Node ID',
			description: 'Only validations by this node, NodeID- and a hash (cb58)',
			placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			shownFor: { field: 'source', values: ['l1'] },
		}),
		includeInactive: field(flag().optional(), {
			in: 'form',
			label: 'Include Inactive',
			description: 'Whether to also fire for a validator that joins without balance',
			default: false,
			shownFor: { field: 'source', values: ['l1'] },
		}),
	},
	activityFor: {
		field: 'source',
		values: ['subnet', 'l1', 'evm'],
		when: 'the continuous-fee balance of an L1 validator is used up or topped up',
	},
	columns: { ...RECORDS.evm, ...RECORDS.l1, ...RECORDS.primary, ...COMMON },
	simplified: [
		'change',
		'nodeId',
		'validator',
		'active',
		'subnetId',
		'weight',
		'balance',
		'remainingBalance',
		'startTime',
		'endTime',
		'startTimestamp',
		'creationTimestamp',
		'delegationFee',
	],
	shapeFor: ({ source, subnetId }) => ({
		columns: { ...RECORDS[source], ...COMMON },
		// The weight in the primary network is an amount of AVAX.
		input: { subnetID: subnetId },
	}),
	read: async (settings, context) => await readValidators(settings, context),
	ignoresInactive: ({ source, includeInactive }) => source === 'l1' && includeInactive !== true,
	say(memberChange) {
		if (memberChange.change === 'left') {
			const subject = memberChange.name ?? 'A validator';
			return {
				subject,
				title: `${subject}: no longer a validator`,
				text: `${subject} is no longer in the validator set.`,
			};
		}
		const { nodeId: subject, since, active, record } = memberChange.member;
		if (memberChange.change === 'joined') {
			const unpaid = active ? '' : ' It is inactive: it has no balance for the continuous fee.';
			// The record of an auto-renewed stake has the start of its present period only.
			const began =
				typeof record.nextPeriod === 'number' ? 'is in its present period' : 'is a validator';
			return {
				subject,
				title: `${subject}: new validator`,
				text: `${subject} ${began} since ${moment(since)}.${unpaid}`,
			};
		}
		return {
			subject,
			title: `${subject}: ${active ? 'active again' : 'inactive'}`,
			text: active
				? `${subject} has a balance for the continuous fee again, and is active.`
				: `${subject} has used up its balance for the continuous fee, and no longer validates.`,
		};
	},
	show(memberChange) {
		if (memberChange.change === 'left')
			return { ...(memberChange.name && { nodeId: memberChange.name }), active: false };
		const { id: own, nodeId: node, active, record } = memberChange.member;
		return { validator: own, nodeId: node, active, ...record };
	},
	example: ({ source, subnetId = PRIMARY_NETWORK, nodeId: node = EXAMPLE_NODE }, now) => ({
		id: EXAMPLE_TX,
		nodeId: node,
		name: node,
		active: true,
		since: now,
		record: { weight: '2000000000000', ...(source === 'l1' && { subnetId }) },
	}),
});
