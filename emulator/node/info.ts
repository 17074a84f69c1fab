import { blockchainIdOf } from './addresses';
import type { NodeContext } from './context';
import type { Methods } from './gorillaRpc';

/** Seconds of an epoch, whose P-Chain height chains verify signed messages at. */
const EPOCH = 300;

/** The info API, beyond the documents: what clients ask before anything else. */
export function info(context: NodeContext): Methods {
	const { network, world } = context;
	return {
		getNodeID: () => ({ nodeID: world.nodeState.nodeId }),
		getNodeVersion: () => ({
			version: 'avalanchego/1.14.2',
			databaseVersion: 'v1.4.5',
			rpcProtocolVersion: '45',
			gitCommit: '',
			vmVersions: {},
		}),
		getNetworkID: () => ({ networkID: String(network.networkId) }),
		getNetworkName: () => ({ networkName: network.name }),
		getBlockchainID: (args) => ({ blockchainID: blockchainIdOf(context, args.text('alias')) }),
		isBootstrapped(args) {
			blockchainIdOf(context, args.text('chain'));
			return { isBootstrapped: !world.nodeState.bootstrapping };
		},
	};
}

/** The proposervm API of a chain, beyond the documents: heights that signatures are verified at. */
export function proposerVm({ network, world }: NodeContext): Methods {
	const height = () => String(network.chain('P').height());
	return {
		getProposedHeight: () => ({ height: height() }),
		getCurrentEpoch() {
			const number = Math.floor(world.clock.seconds() / EPOCH);
			// Here an epoch takes the head as it is: nobody waits for blocks that do not come.
			return {
				number: String(number),
				startTime: String(number * EPOCH),
				pChainHeight: height(),
			};
		},
	};
}
