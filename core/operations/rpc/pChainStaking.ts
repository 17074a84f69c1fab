import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../declare';
import { nodeResources } from '../resources';
import { nodeIds } from '../../fields/identifiers';
import { PRIMARY_NETWORK } from '../shared';
import { pChainCall, subnet, validatorHeight } from './fields';
import { validator } from './validatorShape';

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.pChainStaking,
	service: 'node',
} as const;

const SPEC = 'Node JSON-RPC: P-Chain API';
const SUPPLY = 'Upper bound of the supply';

/** Who validates now. */
export const getCurrentValidators = declareList({
	id: 'pChain.getCurrentValidators',
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
	output: out.object({ validators: out.many(validator()) }),
	items: 'validators',
	columns: (item) => [
		item.nodeID,
		item.weight,
		item.startTime,
		item.endTime,
		item.uptime,
		item.connected,
		item.delegationFee,
		item.delegatorCount,
		item.validationID,
		item.balance,
	],
	spec: SPEC,
});

/** How many tokens there are at most. */
export const getCurrentSupply = declare({
	id: 'pChain.getCurrentSupply',
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
		supply: out.required(
			out.byInput(
				'subnetID',
				{ '': out.nAvax(SUPPLY), [PRIMARY_NETWORK]: out.nAvax(SUPPLY) },
				out.amount({ note: SUPPLY }),
			),
		),
		height: out.count('P-Chain height of the response; newer nodes only'),
	}),
	spec: SPEC,
});

/** Nodes answer with the map alone; some proxies put it under a name. */
function asValidators(answer: unknown): unknown {
	// A map without entries may be null.
	if (answer === null) return { validators: null };
	const isObject = typeof answer === 'object' && !Array.isArray(answer);
	// A validator's name begins with NodeID-, so `validators` is never one.
	return isObject && !('validators' in answer) ? { validators: answer } : answer;
}

/** The validator set at a P-Chain height: what signed messages are verified against. */
export const getValidatorsAt = declareList({
	id: 'pChain.getValidatorsAt',
	...COMMON,
	entry: { value: 'getValidatorsAtHeight', name: 'Get Many Validators at Height' },
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
		validators: out.required(
			out.map(
				out.object({
					publicKey: out.hex('BLS public key, compressed, 0x hex; null if it has none'),
					weight: out.required(out.uint64()),
				}),
				'node id',
			),
		),
	}),
	adapt: asValidators,
	items: 'validators',
	itemKey: 'nodeID',
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});
