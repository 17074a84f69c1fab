import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { nodeResources } from '../resources';
import { id, idOrAlias, ids } from '../../fields/identifiers';
import { pChainCall } from '../shared/node/fields';
import { owner } from '../shared/node/shapes';

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.pChainSubnet,
	service: 'node',
} as const;

const SPEC = 'Node JSON-RPC: P-Chain API';

const NONE = '11111111111111111111111111111111LpoYY if there is none';

/** Every chain of the network but the P-Chain. */
export const getManyBlockchains = declareList({
	id: 'pChainSubnet.getManyBlockchains',
	...COMMON,
	entry: { value: 'getManyBlockchains', name: 'Get Many Blockchains' },
	action: 'Get many blockchains',
	description:
		'platform.getBlockchains: lists every blockchain of the network but the P-Chain, with name, subnet and virtual machine',
	call: pChainCall('platform.getBlockchains'),
	input: fieldSet({}),
	output: out.object({
		blockchains: out.many({
			id: out.essential(out.id('Blockchain id (cb58)')),
			name: out.name(),
			subnetID: out.id('Subnet that validates it, cb58'),
			vmID: out.id('Virtual machine that it runs, cb58'),
		}),
	}),
	items: 'blockchains',
	versions: {
		deprecated: '1.9.12',
		instead: 'Chain: Get Many of the Avalanche node for EVM chains',
		source: 'avalanchego RELEASES.md, v1.9.12',
	},
	spec: SPEC,
});

/** Status of a blockchain on the node. */
export const getBlockchainStatus = declare({
	id: 'pChainSubnet.getBlockchainStatus',
	changing: true,
	...COMMON,
	entry: { value: 'getBlockchainStatus', name: 'Get Blockchain Status' },
	action: 'Get the status of a blockchain',
	description:
		'platform.getBlockchainStatus: returns Validating, Created, Preferred, Syncing or Unknown; use it to check whether this node validates a blockchain',
	call: pChainCall('platform.getBlockchainStatus'),
	input: fieldSet({
		blockchainID: field(idOrAlias('a blockchain id', 'C'), {
			in: 'params',
			label: 'Blockchain ID',
			description: 'Blockchain ID (cb58), or an alias of the node',
			placeholder: '2NbS4dwGaf2p1MaXb65PrkZdXRwmSX4ZzGnUu7jm3aykgThuZE',
		}),
	}),
	output: out.object({
		status: out.essential(out.choice(['Validating', 'Created', 'Preferred', 'Syncing', 'Unknown'])),
	}),
	spec: SPEC,
});

/** The subnet that validates a blockchain. */
export const getValidatingSubnet = declare({
	id: 'pChainSubnet.getValidatingSubnet',
	...COMMON,
	entry: { value: 'getValidatingSubnet', name: 'Get Validating Subnet' },
	action: 'Get the subnet that validates a blockchain',
	description: 'platform.validatedBy: returns the subnet or L1 that validates a blockchain',
	call: pChainCall('platform.validatedBy'),
	input: fieldSet({
		blockchainID: field(id('a blockchain id'), {
			in: 'params',
			label: 'Blockchain ID',
			description: 'Blockchain ID (cb58)',
			placeholder: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
		}),
	}),
	output: out.object({ subnetID: out.essential(out.id('Subnet or L1, cb58')) }),
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});

/** One validation of an L1, as the P-Chain stores it. */
export const getL1Validator = declare({
	id: 'pChainSubnet.getL1Validator',
	...COMMON,
	entry: { value: 'getL1Validator', name: 'Get L1 Validator' },
	action: 'Get an L1 validator by its validation',
	description:
		'platform.getL1Validator: returns L1, node, weight and remaining balance of one validation of an L1; an unknown or removed validation is an error',
	call: pChainCall('platform.getL1Validator'),
	input: fieldSet({
		validationID: field(id('a validation id'), {
			in: 'params',
			label: 'Validation ID',
			description: 'Validation ID (cb58)',
			placeholder: 'Y39J1TC4gxBFAYtmBZGN3UaugxX9MEmsKLeMXsP11URnVbKJF',
		}),
	}),
	output: out.object({
		validationID: out.id('cb58'),
		subnetID: out.essential(out.id('The L1, cb58')),
		nodeID: out.nodeId(),
		weight: out.uint64('Weight in the L1'),
		balance: out.nAvax('Remaining for the continuous fee; 0 means inactive'),
		startTime: out.seconds('Start of the validation'),
		publicKey: out.hex('BLS public key'),
		minNonce: out.uint64('Smallest nonce of the next weight change'),
		remainingBalanceOwner: owner(),
		deactivationOwner: owner(),
		height: out.count('P-Chain height of the response'),
	}),
	columns: (item) => [
		item.validationID,
		item.subnetID,
		item.nodeID,
		item.weight,
		item.balance,
		item.startTime,
		item.height,
	],
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});

/** A subnet with its control keys. */
export const getSubnet = declare({
	id: 'pChainSubnet.getSubnet',
	...COMMON,
	entry: { value: 'getSubnet', name: 'Get Subnet' },
	action: 'Get a subnet from the node',
	description:
		'platform.getSubnet: returns the control keys of a subnet, whether it is permissioned and, for an L1, its manager contract; the primary network is an error',
	call: pChainCall('platform.getSubnet'),
	input: fieldSet({
		subnetID: field(id('a subnet id'), {
			in: 'params',
			label: 'Subnet ID',
			description: 'Subnet ID of the subnet or L1 (cb58)',
			placeholder: '2bRCr6B4MiEfSjidDwxDpdCyviwnfUVqB2HGwhm947w9YYqb7r',
		}),
	}),
	output: out.object({
		isPermissioned: out.essential(out.flag('True if the control keys choose the validators')),
		controlKeys: out.list(out.address()),
		threshold: out.count('Number of required signatures of control keys'),
		locktime: out.seconds(),
		subnetTransformationTxID: out.id(`Of an elastic subnet, cb58; ${NONE}`),
		conversionID: out.id(`Of an L1, cb58; ${NONE}`),
		managerChainID: out.id(`Chain of the manager contract of an L1, cb58; ${NONE}`),
		managerAddress: out.optional(out.hex('Manager contract of an L1')),
	}),
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});

/** Every subnet of the network. */
export const getManySubnets = declareList({
	id: 'pChainSubnet.getManySubnets',
	...COMMON,
	entry: { value: 'getManySubnets', name: 'Get Many Subnets' },
	action: 'Get many subnets from the node',
	description:
		'platform.getSubnets: lists the subnets of the network with their control keys, the primary network included',
	call: pChainCall('platform.getSubnets'),
	input: fieldSet({
		ids: field(ids('a subnet id').optional(), {
			in: 'params',
			label: 'Subnet IDs',
			description: 'Only these subnets (cb58), separated by commas; all by default',
			placeholder: '2bRCr6B4MiEfSjidDwxDpdCyviwnfUVqB2HGwhm947w9YYqb7r',
		}),
	}),
	output: out.object({
		subnets: out.many({
			id: out.essential(out.id('cb58')),
			controlKeys: out.list(out.address()),
			threshold: out.count('Number of required signatures of control keys'),
		}),
	}),
	items: 'subnets',
	versions: {
		deprecated: '1.9.12',
		instead: 'P-Chain Subnet: Get Subnet',
		source: 'avalanchego RELEASES.md, v1.9.12',
	},
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});

/** The blockchains of a subnet. */
export const getManyBlockchainsOfSubnet = declareList({
	id: 'pChainSubnet.getManyBlockchainsOfSubnet',
	...COMMON,
	entry: { value: 'getManyBlockchainsOfSubnet', name: 'Get Many Blockchains of Subnet' },
	action: 'Get many blockchains of a subnet',
	description: 'platform.validates: lists the IDs of the blockchains that a subnet or L1 validates',
	call: pChainCall('platform.validates'),
	input: fieldSet({
		subnetID: field(id('a subnet id'), {
			in: 'params',
			label: 'Subnet ID',
			description: 'Subnet ID of the subnet or L1 (cb58)',
			placeholder: '11111111111111111111111111111111LpoYY',
		}),
	}),
	output: out.object({ blockchainIDs: out.essential(out.list(out.id('cb58'))) }),
	items: 'blockchainIDs',
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
});
