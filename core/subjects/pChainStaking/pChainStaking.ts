import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { nodeResources } from '../resources';
import { nodeIds } from '../../fields/identifiers';
import { PRIMARY_NETWORK } from '../../operations/shared';
import { pChainCall, subnet, validatorHeight } from '../shared/node/fields';
import { VALIDATOR } from './validatorShape';

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.pChainStaking,
	service: 'node',
} as const;

const SPEC = 'Node JSON-RPC: P-Chain API';
const SUPPLY = 'Upper bound of the supply';

/** Current validators of a subnet. */
export const getManyValidators = declareList({
	id: 'pChainStaking.getManyValidators',
	...COMMON,
	entry: { value: 'getManyValidators', name: 'Get Many Validators' },
	action: 'Get many current validators',
	description:
		'platform.getCurrentValidators: lists the validators of the primary network, a subnet or an L1 with weight, times, uptime or balance; with exactly one node ID, its delegators too',
	call: pChainCall('platform.getCurrentValidators'),
	input: fieldSet({
		subnetID: subnet('Subnet ID of the subnet or L1 (cb58); the primary network by default'),
		nodeIDs: field(nodeIds().optional(), {
			in: 'params',
			label: 'Node IDs',
			description:
				'Only these nodes, separated by commas; nodes that are not current validators are not returned',
			placeholder: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
		}),
	}),
	output: out.object({ validators: out.essential(out.list(VALIDATOR)) }),
	items: 'validators',
	columns: (item) => [
		item.nodeID,
		item.weight,
		item.startTime,
		item.endTime,
		item.uptime,
		item.connected,
		item.balance,
		item.delegationFee,
		item.delegatorCount,
		item.validationID,
	],
	spec: SPEC,
});

/** Upper bound on the supply of the staking token. */
export const getCurrentSupply = declare({
	id: 'pChainStaking.getCurrentSupply',
	...COMMON,
	entry: { value: 'getCurrentSupply', name: 'Get Current Supply' },
	action: 'Get the current supply',
	description:
		'platform.getCurrentSupply: returns an upper bound on the tokens that can stake the primary network or a subnet, in nAVAX; burned tokens and fees are not subtracted',
	call: pChainCall('platform.getCurrentSupply'),
	input: fieldSet({
		subnetID: subnet('Subnet ID (cb58); the primary network by default'),
	}),
	output: out.object({
		supply: out.essential(
			out.byInput(
				'subnetID',
				{ '': out.nAvax(SUPPLY), [PRIMARY_NETWORK]: out.nAvax(SUPPLY) },
				out.amount({ note: SUPPLY }),
			),
		),
		height: out.optional(out.count('P-Chain height of the response; newer nodes only')),
	}),
	spec: SPEC,
});

/** Nodes return the map alone; some proxies wrap it. */
function asValidators(answer: unknown): unknown {
	// A map without entries may be null.
	if (answer === null) return { validators: null };
	const isObject = typeof answer === 'object' && !Array.isArray(answer);
	// The keys of the map start with NodeID-, so `validators` is never one of them.
	return isObject && !('validators' in answer) ? { validators: answer } : answer;
}

/** The validator set at a P-Chain height, for the verification of signed messages. */
export const getManyValidatorsAtHeight = declareList({
	id: 'pChainStaking.getManyValidatorsAtHeight',
	...COMMON,
	entry: { value: 'getManyValidatorsAtHeight', name: 'Get Many Validators at Height' },
	action: 'Get the validators at a P-Chain height',
	description:
		'platform.getValidatorsAt: returns BLS key and weight of each validator of the primary network, a subnet or an L1 at a P-Chain height',
	call: pChainCall('platform.getValidatorsAt'),
	input: fieldSet({
		height: field(validatorHeight(), {
			in: 'params',
			label: 'Height',
			description: 'P-Chain height, or proposed for the height that the node would propose',
			placeholder: 'proposed',
		}),
		subnetID: subnet('Subnet ID of the subnet or L1 (cb58); the primary network by default'),
	}),
	output: out.object({
		validators: out.essential(
			out.map(
				out.essential(
					out.object({
						publicKey: out.optional(
							out.hex('BLS public key, compressed, 0x hex; null if it has none'),
						),
						weight: out.essential(out.uint64()),
					}),
				),
				'node id',
			),
		),
	}),
	adapt: asValidators,
	items: 'validators',
	itemKey: 'nodeID',
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});
