import { named, subnetEntry } from './listEntries';
import type { Source } from './listSource';

/** Lists of validators and subnets from a node. */

export const nodeSubnets: Source = {
	id: 'pChainSubnet.getManyBlockchains',
	entry: ({ name, subnetID }) => subnetEntry(name, subnetID),
};

/** Validators of the primary network, or of the subnet in the form. */
export const nodeValidators: Source = {
	id: 'pChainStaking.getManyValidators',
	input({ values }) {
		const [subnetID] = [...values('subnetID'), ...values('subnetId')];
		return subnetID ? { subnetID } : {};
	},
	entry: ({ nodeID }) => named(undefined, nodeID),
	instead: ({ values }) => (values('blockchainId').length > 0 ? evmValidators : undefined),
};

/** Validators of the EVM L1 in the form. */
export const evmValidators: Source = {
	id: 'evmSubnet.getManyValidators',
	input: ({ values }) => ({ blockchainId: values('blockchainId')[0] }),
	entry: ({ nodeID }) => named(undefined, nodeID),
	missing: ({ values }) =>
		values('blockchainId').length > 0
			? undefined
			: 'The list has the validators of an EVM L1: fill in its Blockchain ID first, or give the node by its ID',
};
