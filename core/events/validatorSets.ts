import { listL1Validators } from '../operations/data/l1Validator';
import type { InputOf } from '../operations/declare';
import { getCurrentEvmValidators } from '../operations/rpc/evmSubnet';
import { getCurrentValidators } from '../operations/rpc/pChainStaking';
import type { PollContext } from './event';
import { wholeList } from './lists';
import { type Needs, hasNeeds } from './unreadable';

/** Whose validators are read, and where. */
export interface ValidatorSet {
	/**
	 * `node`: the primary network or the subnet `subnetId`, from the node. `l1`: L1 validators from the
	 * data service. `evm`: the EVM L1 `blockchainId`, from its own chain on the node.
	 */
	source: 'node' | 'l1' | 'evm';
	/** Of source `l1`. */
	network?: string;
	subnetId?: string;
	nodeId?: string;
	includeInactive?: boolean;
	blockchainId?: string;
}

/** One validator, with the same names for all services. */
export interface Validator {
	/** Validation id or transaction id: another id is another validator, even on the same node. */
	id: string;
	nodeId: string;
	active: boolean;
	/** Unix seconds of its start. */
	since: number;
	record: Record<string, unknown>;
}

type Json = Record<string, unknown>;

/** One of the ids by which a validator is known again. */
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
	if (set.source === 'node') {
		const { subnetId } = set;
		const answer = await client.call(getCurrentValidators, subnetId ? { subnetID: subnetId } : {});
		const all = answer.validators as Json[];
		const usable = all.filter((each) => hasNeeds(each, NEEDS, getCurrentValidators.id, context));
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
		const answer = await client.call(getCurrentEvmValidators, {
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
		includeInactiveL1Validators: set.includeInactive,
	} as InputOf<typeof listL1Validators>;
	const validators = new Map<string, Validator>();
	for (const each of (await wholeList(context, listL1Validators, input)) as Json[]) {
		if (!hasNeeds(each, [['validationId']], listL1Validators.id, context)) continue;
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
	return { id: String(id ?? node), nodeId: node, active, since: Number(since ?? 0), record };
}
