import * as staking from '../../staking/l1Validator';
import type { InputOf } from '../../../operations/declare';
import * as evmSubnet from '../../evmSubnet/evmSubnet';
import * as pChainStaking from '../../pChainStaking/pChainStaking';
import type { PollContext } from '../../../events/event';
import { wholeList } from '../../../events/lists';
import type { Member } from '../../../events/setChanges';
import { type Needs, hasNeeds } from '../../../events/unreadable';

/**
 * `primary`: the primary network, from the node. `subnet`: the subnet or L1 `subnetId`, from the node. `l1`:
 * L1 validators from the data service. `evm`: the EVM L1 `blockchainId`, from its own chain on the node.
 */
export type ValidatorSource = 'primary' | 'subnet' | 'l1' | 'evm';

/** A set of validators, and the service that it is read from. */
export interface ValidatorSet {
	source: ValidatorSource;
	/** Of source `l1`. */
	network?: string;
	/** Subnet ID, of the sources `subnet` and `l1`. */
	subnetId?: string;
	/** Of source `l1`. */
	nodeId?: string;
	blockchainId?: string;
}

/** One validator, with the same names for all services; its id is that of the validation or transaction. */
export interface Validator extends Member {
	nodeId: string;
	record: Record<string, unknown>;
}

type Json = Record<string, unknown>;

/** The ids that can identify a validator: a record needs one of them. */
const NEEDS: Needs = [['validationID', 'txID', 'nodeID']];

/**
 * All validators of a set, or a thrown `Failure`; without the records that cannot be read, which the
 * context collects.
 */
export async function readValidators(
	set: ValidatorSet,
	context: PollContext,
): Promise<Validator[]> {
	const { client } = context;
	if (set.source === 'primary' || set.source === 'subnet') {
		const { subnetId } = set;
		const answer = await client.call(
			pChainStaking.getManyValidators,
			subnetId ? { subnetID: subnetId } : {},
		);
		const all = answer.validators as Json[];
		const usable = all.filter((each) =>
			hasNeeds(each, NEEDS, pChainStaking.getManyValidators.id, context),
		);
		return usable.map((each) =>
			validatorOf(
				each,
				each.validationID ?? each.txID,
				each.nodeID,
				each.startTime,
				String(each.balance ?? '1') !== '0',
			),
		);
	}
	if (set.source === 'evm') {
		const answer = await client.call(evmSubnet.getManyValidators, {
			blockchainId: set.blockchainId ?? '',
		});
		return (answer.validators as Json[]).map((each) =>
			validatorOf(
				each,
				each.validationID,
				each.nodeID,
				each.startTimestamp,
				each.isActive !== false,
			),
		);
	}
	const input = {
		network: set.network ?? 'mainnet',
		subnetId: set.subnetId,
		nodeId: set.nodeId,
		// Otherwise an inactive validator would count as gone, and as new when it is active again.
		includeInactiveL1Validators: true,
	} as InputOf<typeof staking.getManyL1Validators>;
	const validators = new Map<string, Validator>();
	for (const each of (await wholeList(context, staking.getManyL1Validators, input)) as Json[]) {
		if (!hasNeeds(each, [['validationId']], staking.getManyL1Validators.id, context)) continue;
		const active = String(each.remainingBalance ?? '1') !== '0';
		const one = validatorOf(each, each.validationId, each.nodeId, each.creationTimestamp, active);
		// The list may change while it is read, and contain one twice.
		validators.set(one.id, one);
	}
	return [...validators.values()];
}

function validatorOf(
	record: Json,
	id: unknown,
	nodeId: unknown,
	since: unknown,
	active: boolean,
): Validator {
	const node = String(nodeId ?? '');
	const own = { id: String(id ?? node), nodeId: node, name: node };
	return { ...own, active, since: Number(since ?? 0), record };
}
