import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../declare';
import { nodeIds } from '../../fields/identifiers';
import { INFO, call, ownCall } from './infoCall';
import { idOrAlias } from './fields';

/** What a node says of itself and of its peers. */

/** Which software the node runs. */
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
		version: out.required(out.text('Such as avalanchego/1.14.2')),
		databaseVersion: out.text(),
		rpcProtocolVersion: out.count('Version of the protocol between node and virtual machines'),
		gitCommit: out.text(),
		vmVersions: out.map(out.text(), 'name or ID of the virtual machine'),
	}),
});

/** Who the node is. */
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
		nodeID: out.required(out.nodeId()),
		nodePOP: out.object({
			publicKey: out.hex('BLS public key'),
			proofOfPossession: out.hex(),
		}),
	}),
});

/** Where peers reach the node. */
export const getNodeIp = declare({
	id: 'info.getNodeIp',
	...INFO,
	entry: { value: 'getNodeIp', name: 'Get Node IP' },
	action: 'Get the IP address of the node',
	description: 'info.getNodeIP: returns the address and port that peers connect to',
	call: ownCall('info.getNodeIP'),
	input: fieldSet({}),
	output: out.object({ ip: out.required(out.text('Address and port')) }),
});

/** Which network the node is in, as a number. */
export const getNetworkId = declare({
	id: 'info.getNetworkId',
	...INFO,
	entry: { value: 'getNetworkId', name: 'Get Network ID' },
	action: 'Get the network ID of the node',
	description: 'info.getNetworkID: returns the number of the network: 1 is Mainnet, 5 is Fuji',
	call: call('info.getNetworkID'),
	input: fieldSet({}),
	output: out.object({ networkID: out.required(out.count('1 is Mainnet, 5 is Fuji')) }),
});

/** Which network the node is in, by name. */
export const getNetworkName = declare({
	id: 'info.getNetworkName',
	...INFO,
	entry: { value: 'getNetworkName', name: 'Get Network Name' },
	action: 'Get the network name of the node',
	description: 'info.getNetworkName: returns the name of the network, such as mainnet or fuji',
	call: call('info.getNetworkName'),
	input: fieldSet({}),
	output: out.object({ networkName: out.required(out.name()) }),
});

/** The id behind an alias. */
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
			label: 'Alias',
			description: 'Alias of the blockchain on this node, such as P, X or C',
			placeholder: 'C',
		}),
	}),
	output: out.object({ blockchainID: out.required(out.id('cb58')) }),
});

/** Whom the node is connected to. */
export const getPeers = declareList({
	id: 'info.getManyPeers',
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
			nodeID: out.required(out.nodeId()),
			ip: out.text('Address and port of the connection'),
			publicIP: out.text('Address and port that the peer advertises'),
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

/** Whether the node has caught up with a chain. */
export const getIsBootstrapped = declare({
	id: 'info.isBootstrapped',
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
	output: out.object({ isBootstrapped: out.required(out.flag()) }),
});

/** How available validators see the node. */
export const getUptime = declare({
	id: 'info.getUptime',
	...INFO,
	entry: { value: 'getUptime', name: 'Get Uptime' },
	action: 'Get the uptime of the node',
	description:
		"info.uptime: returns the node's own uptime as observed by its peers, weighted by their stake; only for validators, other nodes return an error",
	call: { ...ownCall('info.uptime'), notReady: /still bootstrapping/ },
	input: fieldSet({}),
	output: out.object({
		rewardingStakePercentage: out.required(
			out.percent(
				'Share of the stake that observes the node above the uptime that rewards require',
			),
		),
		weightedAveragePercentage: out.required(out.percent('Mean uptime, weighted by stake')),
	}),
});
