import { EPOCH_SECONDS } from '../world/upgrades';
import { blockchainIdOf, knownChain } from './addresses';
import type { NodeContext } from './context';
import { MethodError } from './failure';
import type { Methods } from './gorillaRpc';

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
			const name = args.text('chain');
			if (!name) throw new MethodError("argument 'chain' not given");
			const { bootstrapping } = world.nodeState;
			const id = knownChain(context, name);
			if (!id) throw new MethodError(`there is no chain with alias/ID '${name}'`);
			const waiting = bootstrapping === network.chains.P || bootstrapping === id;
			return { isBootstrapped: !waiting };
		},
	};
}

/** The proposervm API of a chain, beyond the documents: heights that signatures are verified at. */
export function proposerVm({ network, world }: NodeContext): Methods {
	const height = () => String(network.chain('P').height());
	return {
		getProposedHeight: () => ({ height: height() }),
		getCurrentEpoch() {
			const number = Math.floor(world.clock.seconds() / EPOCH_SECONDS);
			// Here an epoch takes the head as it is: nobody waits for blocks that do not come.
			return {
				number: String(number),
				startTime: String(number * EPOCH_SECONDS),
				pChainHeight: height(),
			};
		},
	};
}
