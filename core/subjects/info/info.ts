import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { idOrAlias, nodeIds } from '../../fields/identifiers';
import { INFO, call, ownCall } from './infoCall';

/** Data of a node about itself and its peers. */

/** Versions of the node's software. */
export const getNodeVersion = declare({
	id: 'info.getNodeVersion',
	...INFO,
	entry: { value: 'getNodeVersion', name: 'Get Node Version' },
	action: 'Get the version of the node',
	description:
		'info.getNodeVersion: returns the version of the node, of its database and of each virtual machine',
	call: call('info.getNodeVersion'),
	input: fieldSet({}),
	output: out.object({
		version: out.essential(out.text('Such as avalanchego/1.14.2')),
		databaseVersion: out.text(),
		rpcProtocolVersion: out.count('Version of the protocol between node and virtual machines'),
		gitCommit: out.text(),
		vmVersions: out.map(out.text(), 'name or ID of the virtual machine'),
	}),
});

/** The id of the node and its BLS key. */
export const getNodeId = declare({
	id: 'info.getNodeId',
	...INFO,
	entry: { value: 'getNodeId', name: 'Get Node ID' },
	action: 'Get the ID of the node',
	description:
		'info.getNodeID: returns the node ID, and the BLS public key with its proof of possession, as required to register a validator',
	call: ownCall('info.getNodeID'),
	input: fieldSet({}),
	output: out.object({
		nodeID: out.essential(out.nodeId()),
		nodePOP: out.object({
			publicKey: out.hex('BLS public key'),
			proofOfPossession: out.hex(),
		}),
	}),
});

/** The address and port that peers connect to. */
export const getNodeIp = declare({
	id: 'info.getNodeIp',
	...INFO,
	entry: { value: 'getNodeIp', name: 'Get Node IP' },
	action: 'Get the IP address of the node',
	description: 'info.getNodeIP: returns the address and port that peers connect to',
	call: ownCall('info.getNodeIP'),
	input: fieldSet({}),
	output: out.object({ ip: out.essential(out.text('Address and port')) }),
});

/** Number of the network that the node is in. */
export const getNetworkId = declare({
	id: 'info.getNetworkId',
	...INFO,
	entry: { value: 'getNetworkId', name: 'Get Network ID' },
	action: 'Get the network ID of the node',
	description: 'info.getNetworkID: returns the number of the network: 1 is Mainnet, 5 is Fuji',
	call: call('info.getNetworkID'),
	input: fieldSet({}),
	output: out.object({ networkID: out.essential(out.count('1 is Mainnet, 5 is Fuji')) }),
});

/** Name of the network that the node is in. */
export const getNetworkName = declare({
	id: 'info.getNetworkName',
	...INFO,
	entry: { value: 'getNetworkName', name: 'Get Network Name' },
	action: 'Get the network name of the node',
	description: 'info.getNetworkName: returns the name of the network, such as mainnet or fuji',
	call: call('info.getNetworkName'),
	input: fieldSet({}),
	output: out.object({ networkName: out.essential(out.name()) }),
});

/** The blockchain id of an alias. */
export const getBlockchainId = declare({
	id: 'info.getBlockchainId',
	...INFO,
	entry: { value: 'getBlockchainId', name: 'Get Blockchain ID' },
	action: 'Get the ID of a blockchain by its alias',
	description:
		'info.getBlockchainID: returns the blockchain ID of an alias; an unknown alias is an error',
	call: call('info.getBlockchainID'),
	input: fieldSet({
		alias: field(idOrAlias('a blockchain id', 'C'), {
			in: 'params',
			// No list: it would offer IDs, while the field takes an alias.
			names: undefined,
			label: 'Alias',
			description: 'Alias of the blockchain on this node, such as P, X or C',
			placeholder: 'C',
		}),
	}),
	output: out.object({ blockchainID: out.essential(out.id('cb58')) }),
});

/** The peers that the node is connected to. */
export const getManyPeers = declareList({
	id: 'info.getManyPeers',
	changing: true,
	...INFO,
	entry: { value: 'getManyPeers', name: 'Get Many Peers' },
	action: 'Get many peers of the node',
	description:
		'info.peers: lists the peers that the node is connected to, with version, last messages, tracked subnets and the uptime of this node that they observe',
	call: ownCall('info.peers'),
	input: fieldSet({
		nodeIDs: field(nodeIds().optional(), {
			in: 'params',
			label: 'Node IDs',
			description: 'Only these peers, separated by commas; unconnected ones are not returned',
			placeholder: 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
		}),
	}),
	output: out.object({
		numPeers: out.count('Number of peers in this response'),
		peers: out.many({
			nodeID: out.essential(out.nodeId()),
			ip: out.text('Address and port of the connection'),
			publicIP: out.optional(out.text('Address and port that the peer advertises')),
			version: out.text('Such as avalanchego/1.14.2'),
			upgradeTime: out.seconds('Time of the last network upgrade that the peer supports'),
			lastSent: out.dateTime('Last message to the peer'),
			lastReceived: out.dateTime('Last message from the peer'),
			observedUptime: out.percent('Uptime of the queried node, as observed by the peer'),
			trackedSubnets: out.list(out.id(), 'Subnets that the peer tracks, cb58'),
			supportedACPs: out.list(out.count(), 'Numbers of the proposals that the peer supports'),
			objectedACPs: out.list(out.count(), 'Numbers of the proposals that the peer objects to'),
			benched: out.texts('Chains on which the peer is benched and gets no requests'),
		}),
	}),
	items: 'peers',
	together: { field: 'nodeIDs', item: 'nodeID', most: 1000 },
	columns: (item) => [
		item.nodeID,
		item.ip,
		item.publicIP,
		item.version,
		item.lastSent,
		item.lastReceived,
		item.observedUptime,
		item.trackedSubnets,
		item.benched,
	],
});

/** Bootstrap status of a chain on the node. */
export const getBootstrapStatus = declare({
	id: 'info.getBootstrapStatus',
	changing: true,
	...INFO,
	entry: { value: 'getBootstrapStatus', name: 'Get Bootstrap Status' },
	action: 'Get the bootstrap status of a chain',
	description:
		'info.isBootstrapped: returns whether the node has finished bootstrapping a chain; an unknown chain is an error',
	call: call('info.isBootstrapped'),
	input: fieldSet({
		chain: field(idOrAlias('a blockchain id', 'X'), {
			in: 'params',
			label: 'Chain',
			description: 'The chain: an alias, or a blockchain ID (cb58)',
			placeholder: 'X',
		}),
	}),
	output: out.object({ isBootstrapped: out.essential(out.flag()) }),
});

/** The node's own uptime, as its peers observe it. */
export const getUptime = declare({
	id: 'info.getUptime',
	changing: true,
	...INFO,
	entry: { value: 'getUptime', name: 'Get Uptime' },
	action: 'Get the uptime of the node',
	description:
		"info.uptime: returns the node's own uptime as observed by its peers, weighted by their stake; only for validators, other nodes return an error",
	call: { ...ownCall('info.uptime'), notReady: /still bootstrapping/ },
	input: fieldSet({}),
	output: out.object({
		rewardingStakePercentage: out.essential(
			out.percent(
				'Share of the stake that observes the node above the uptime that rewards require',
			),
		),
		weightedAveragePercentage: out.essential(out.percent('Mean uptime, weighted by stake')),
	}),
});
