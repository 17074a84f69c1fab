import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { nodeResources } from '../resources';
import { id } from '../../fields/identifiers';
import { flag, whole } from '../../fields/inputs';
import { PRIMARY_NETWORK } from '../../operations/shared';
import {
	chainAddresses,
	hexEncoding,
	pChainCall,
	subnet,
	validatorHeight,
} from '../shared/node/fields';
import { amountsByAsset, encodingEcho } from '../shared/node/shapes';

/** Amounts that are staked, requirements for staking, and the validators at a height. */

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.pChainStaking,
	service: 'node',
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
} as const;

/** The validator sets of all subnets at a height. */
export const getManyValidatorSets = declareList({
	id: 'pChainStaking.getManyValidatorSets',
	...COMMON,
	entry: { value: 'getManyValidatorSets', name: 'Get Many Validator Sets' },
	action: 'Get many validator sets at a height',
	description:
		'platform.getAllValidatorsAt: lists the validator set of each subnet and L1 at a P-Chain height, in the order that signed messages use; nodes from version 1.14.0',
	call: pChainCall('platform.getAllValidatorsAt'),
	input: fieldSet({
		height: field(validatorHeight(), {
			in: 'params',
			label: 'Height',
			description: 'P-Chain height, or proposed for the height that the next block would refer to',
			placeholder: 'proposed',
			default: 'proposed',
		}),
	}),
	output: out.object({
		validatorSets: out.essential(
			out.map(
				out.object({
					validators: out.objects({
						publicKey: out.hex('BLS public key'),
						weight: out.uint64('Weight of all nodes with this key'),
						nodeIDs: out.list(out.nodeId(), 'Nodes with this key'),
					}),
					totalWeight: out.uint64('Weight of the whole set'),
				}),
				'subnet id',
			),
		),
	}),
	items: 'validatorSets',
	itemKey: 'subnetID',
});

/** Randomly selected validators. */
export const sampleValidators = declareList({
	id: 'pChainStaking.sampleValidators',
	changing: true,
	...COMMON,
	entry: { value: 'sampleValidators', name: 'Sample Validators' },
	action: 'Sample validators',
	description:
		'platform.sampleValidators: lists the node IDs of validators chosen at random, by their weight; a size larger than the number of validators is an error',
	call: pChainCall('platform.sampleValidators'),
	input: fieldSet({
		size: field(whole(0, 65_535), {
			in: 'params',
			label: 'Size',
			description: 'Number of validators to choose, from 0 to 65535',
			default: 5,
		}),
		subnetID: subnet('Subnet ID (cb58); the primary network by default'),
	}),
	output: out.object({ validators: out.essential(out.list(out.nodeId())) }),
	items: 'validators',
});

/** The asset that validators of a subnet stake. */
export const getStakingAsset = declare({
	id: 'pChainStaking.getStakingAsset',
	...COMMON,
	entry: { value: 'getStakingAsset', name: 'Get Staking Asset' },
	action: 'Get the staking asset of a subnet',
	description:
		'platform.getStakingAssetID: returns the asset that validators of a subnet stake; AVAX on the primary network',
	call: pChainCall('platform.getStakingAssetID'),
	input: fieldSet({ subnetID: subnet('Subnet ID (cb58); the primary network by default') }),
	output: out.object({ assetID: out.essential(out.id('cb58')) }),
});

/** An amount of the subnet's staking asset. */
function staked(note: string) {
	return out.byInput(
		'subnetID',
		{ '': out.nAvax(note), [PRIMARY_NETWORK]: out.nAvax(note) },
		out.amount({ note }),
	);
}

/** Minimum stake of a validator and of a delegator. */
export const getMinimumStake = declare({
	id: 'pChainStaking.getMinimumStake',
	...COMMON,
	entry: { value: 'getMinimumStake', name: 'Get Minimum Stake' },
	action: 'Get the minimum stake of a subnet',
	description:
		'platform.getMinStake: returns the minimum stake of a validator and of a delegator, in nAVAX on the primary network; a subnet that is not elastic is an error',
	call: pChainCall('platform.getMinStake'),
	input: fieldSet({ subnetID: subnet('Subnet ID (cb58); the primary network by default') }),
	output: out.object({
		minValidatorStake: out.essential(staked('Minimum stake of a validator')),
		minDelegatorStake: out.essential(staked('Minimum stake of a delegator')),
	}),
});

/** Total weight of the validators of a subnet. */
export const getTotalStake = declare({
	id: 'pChainStaking.getTotalStake',
	...COMMON,
	entry: { value: 'getTotalStake', name: 'Get Total Stake' },
	action: 'Get the total stake of a subnet',
	description:
		'platform.getTotalStake: returns the weight of all validators of a subnet with their delegators; nAVAX on the primary network',
	call: pChainCall('platform.getTotalStake'),
	input: fieldSet({
		subnetID: field(id('a subnet id'), {
			in: 'params',
			label: 'Subnet ID',
			description: 'Subnet ID (cb58); the primary network is 11111111111111111111111111111111LpoYY',
			placeholder: PRIMARY_NETWORK,
			default: PRIMARY_NETWORK,
		}),
	}),
	output: out.object({
		weight: out.essential(
			out.byInput('subnetID', { [PRIMARY_NETWORK]: out.nAvax() }, out.uint64()),
		),
		stake: out.byInput(
			'subnetID',
			{ [PRIMARY_NETWORK]: out.nAvax('The same, by its old name') },
			out.uint64('The same, by its old name'),
		),
	}),
});

/** Total stake of addresses. */
export const getStake = declare({
	id: 'pChainStaking.getStake',
	...COMMON,
	entry: { value: 'getStake', name: 'Get Stake' },
	action: 'Get the stake of P-Chain addresses',
	description:
		'platform.getStake: returns the total stake of P-Chain addresses in nAVAX, with the staked outputs as bytes in hex',
	call: pChainCall('platform.getStake'),
	input: fieldSet({
		addresses: chainAddresses(
			'P',
			{
				description:
					'P-Chain addresses (bech32), separated by commas (1 to 256); a missing P- prefix is added',
			},
			256,
		),
		validatorsOnly: field(flag().optional(), {
			in: 'params',
			label: 'Validators Only',
			description: 'Whether to exclude delegations',
			default: false,
			show: 'option',
		}),
		encoding: hexEncoding('outputs'),
	}),
	output: out.object({
		staked: out.essential(out.nAvax()),
		stakeds: amountsByAsset('By asset id'),
		stakedOutputs: out.list(out.hex(), 'Staked outputs in hex with a checksum'),
		encoding: encodingEcho(),
	}),
	versions: {
		deprecated: '1.9.12',
		instead:
			'Primary Network: Get Balance of the Avalanche node, whose staked amounts are the same',
		source: 'avalanchego RELEASES.md, v1.9.12',
	},
});
