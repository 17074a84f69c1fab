import type { EmulatedRoom } from '../../room';
import {
	UPGRADES,
	GRANITE_EPOCH_SECONDS,
	X_CHAIN_STOP_VERTEX,
	P_CHAIN_MIN_HEIGHT,
} from '../../world/upgrades';
import type { NetworkWorld } from '../../world';
import { SUBNET_EVM, vmIdOf } from '../../world/subnets';
import { blockchainIdOf, knownChain } from '../../node/addresses';
import { plainHex } from '../../node/bytes';
import type { NodeContext } from '../../node/context';
import { MethodError } from '../../node/failure';
import type { Methods } from '../../node/gorillaRpc';
import { nodeUptime, ownValidation } from '../../node/observations';
import { peers } from './peers';
import { goTime } from '../../node/time';

const GIT_COMMIT = '1cf1fc3d1711a09fde7319d2b48609c8cba93680';

/** The proposal that is voted on: the first validator supports it, the second objects. */
const VOTED_ON = '284';

function votes({ primary }: NetworkWorld) {
	const [support, object, ...abstain] = primary.current();
	const weightOf = (of: Array<{ weight: bigint }>) =>
		String(of.reduce((sum, { weight }) => sum + weight, 0n));
	return {
		supportWeight: weightOf([support]),
		supporters: [support.nodeId],
		objectWeight: weightOf([object]),
		objectors: [object.nodeId],
		abstainWeight: weightOf(abstain),
	};
}

/** nAVAX, as the node is configured for the main network; the P-Chain's own fees are dynamic now. */
const FEES = {
	txFee: '1000000',
	createAssetTxFee: '10000000',
	createSubnetTxFee: '1000000000',
	transformSubnetTxFee: '10000000000',
	createBlockchainTxFee: '1000000000',
	addPrimaryNetworkValidatorFee: '0',
	addPrimaryNetworkDelegatorFee: '0',
	addSubnetValidatorFee: '1000000',
	addSubnetDelegatorFee: '1000000',
};

/** info.upgrades: when each network upgrade was or will be activated. */
function upgrades(helicon: number) {
	const time = (seconds: number) => goTime(seconds * 1000);
	return {
		apricotPhase1Time: time(UPGRADES.apricotPhase1),
		apricotPhase2Time: time(UPGRADES.apricotPhase2),
		apricotPhase3Time: time(UPGRADES.apricotPhase3),
		apricotPhase4Time: time(UPGRADES.apricotPhase4),
		apricotPhase4MinPChainHeight: P_CHAIN_MIN_HEIGHT,
		apricotPhase5Time: time(UPGRADES.apricotPhase5),
		apricotPhasePre6Time: time(UPGRADES.apricotPhasePre6),
		apricotPhase6Time: time(UPGRADES.apricotPhase6),
		apricotPhasePost6Time: time(UPGRADES.apricotPhasePost6),
		banffTime: time(UPGRADES.banff),
		cortinaTime: time(UPGRADES.cortina),
		cortinaXChainStopVertexID: X_CHAIN_STOP_VERTEX,
		durangoTime: time(UPGRADES.durango),
		etnaTime: time(UPGRADES.etna),
		fortunaTime: time(UPGRADES.fortuna),
		graniteTime: time(UPGRADES.granite),
		// Nanoseconds.
		graniteEpochDuration: GRANITE_EPOCH_SECONDS * 1e9,
		heliconTime: time(helicon),
	};
}

/** Error for the node's uptime before its P-Chain has bootstrapped. */
const STILL_BOOTSTRAPPING =
	"couldn't get node uptime: error while fetching local validator start time still bootstrapping";

/** The info API: the node, its peers, and the rules of its network. */
function info(context: NodeContext): Methods {
	const { network, world } = context;
	const { nodeState } = world;

	function nodeId() {
		const { nodeId: nodeID, bls } = nodeState;
		if (!bls) return { nodeID };
		const publicKey = plainHex(bls.publicKey());
		return {
			nodeID,
			nodePOP: { publicKey, proofOfPossession: plainHex(bls.proofOfPossession()) },
		};
	}

	return {
		acps: () => ({ acps: { [VOTED_ON]: votes(network) } }),
		getNodeID: nodeId,
		getNodeIP: () => ({ ip: '127.0.0.1:9651' }),
		getNodeVersion: () => ({
			version: `avalanchego/${world.conditions.version}`,
			databaseVersion: 'v1.4.5',
			rpcProtocolVersion: '47',
			gitCommit: GIT_COMMIT,
			vmVersions: {
				avm: `avalanchego/${world.conditions.version}`,
				evm: `v${world.conditions.version}`,
				platform: `avalanchego/${world.conditions.version}`,
				[SUBNET_EVM]: `v${world.conditions.version}`,
			},
		}),
		getNetworkID: () => ({ networkID: String(network.networkId) }),
		getNetworkName: () => ({ networkName: network.name }),
		getBlockchainID: (args) => ({ blockchainID: blockchainIdOf(context, args.text('alias')) }),
		getTxFee: () => FEES,
		getVMs: () => ({
			vms: {
				[vmIdOf('avm')]: ['avm'],
				[vmIdOf('evm')]: ['evm'],
				[vmIdOf('platformvm')]: ['platform'],
				[SUBNET_EVM]: [],
			},
			fxs: {
				[vmIdOf('nftfx')]: 'nftfx',
				[vmIdOf('propertyfx')]: 'propertyfx',
				[vmIdOf('secp256k1fx')]: 'secp256k1fx',
			},
		}),
		isBootstrapped(args) {
			const name = args.text('chain');
			if (!name) throw new MethodError("argument 'chain' not given");
			const id = knownChain(context, name);
			if (!id) throw new MethodError(`there is no chain with alias/ID '${name}'`);
			const { bootstrapping } = nodeState;
			return { isBootstrapped: bootstrapping !== network.chains.P && bootstrapping !== id };
		},
		peers: (args) => peers(context, args.nodeIds('nodeIDs')),
		upgrades: () => upgrades(world.conditions.helicon),
		uptime() {
			const own = ownValidation(network, world);
			if (!own)
				throw new MethodError(
					"couldn't get node uptime: error while fetching local validator start time not found",
				);
			if (nodeState.bootstrapping === network.chains.P) throw new MethodError(STILL_BOOTSTRAPPING);
			const { rewardingStake, weightedAverage } = nodeUptime(context, own);
			return {
				rewardingStakePercentage: rewardingStake.toFixed(4),
				weightedAveragePercentage: weightedAverage.toFixed(4),
			};
		},
	};
}

export const emulated = { methods: { info } } satisfies EmulatedRoom;
