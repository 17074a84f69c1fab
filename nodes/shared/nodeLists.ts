import { P_CHAIN_ID } from '../../core/operations/shared';
import { assets, validationsOfNode } from './dataLists';
import { foreign, named } from './listEntries';
import type { Entry, Item, Lists, Source } from './listSource';
import { nodeSubnets, nodeValidators } from './nodeValidators';

/** The lists of a node, for any network. */

/** Longest help text of a metric in the menu. */
const HELP = 100;

/** A metric with the help text that the node gives. */
function metricEntry({ name, help }: Item): Entry {
	const value = String(name);
	return { name: help ? `${value}: ${String(help).slice(0, HELP)}` : value, value };
}

/** The virtual machine of the X-Chain: the bytes "avm" as an ID. */
const AVM = 'jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq';

const blockchains: Source = {
	id: 'pChainSubnet.getManyBlockchains',
	entry: ({ id, name }) => foreign(name, id),
};

/** The virtual machine of the C-Chain: the bytes "evm" as an ID. */
const C_CHAIN = 'mgj786NP7uDwBCcq6YwThhaN8FLyybkCa4zBWTQbNgmK6k9A6';

/** The blockchains with a virtual machine of these. */
function byMachine(is: (vm: unknown) => boolean): Source {
	return {
		...blockchains,
		entry: (item) => (is(item.vmID) ? blockchains.entry(item) : undefined),
	};
}

export const nodeLists: Lists = {
	subnet: nodeSubnets,
	// The P-Chain lists all chains but itself.
	blockchain: { ...blockchains, more: () => [named('P-Chain', P_CHAIN_ID)] },
	evmBlockchain: byMachine((vm) => vm !== AVM),
	cBlockchain: byMachine((vm) => vm === C_CHAIN),
	subnetEvmBlockchain: byMachine((vm) => vm !== AVM && vm !== C_CHAIN),
	avmBlockchain: byMachine((vm) => vm === AVM),
	validator: nodeValidators,
	// A node lists neither assets nor all validations: the lists of the data service are used, by
	// network.
	asset: { ...assets, networkOfNode: true },
	l1Validation: validationsOfNode,
	nodeMetric: { id: 'nodeMetric.getMany', entry: metricEntry },
};
