import type { EvmContext } from './node/evm/context';
import type { EthMethods } from './node/gethRpc';
import type { NodeContext, EndpointContext } from './node/context';
import type { Methods } from './node/gorillaRpc';
import type { Endpoint } from './rest/endpoint';
import type { Service, ServiceRequest, ServiceResponse } from './service';
import type { L1Validator, NetworkWorld, StakingTx, World } from './world';
import type { EvmChain, Transfer } from '../core/testing/network';

/**
 * The code that the emulator has for one resource alone: `emulated.ts`, or `emulated/index.ts`, in the folder
 * of the resource exports it as `emulated`. Endpoints and methods without code are answered by their
 * transcription. State that is not of the world is kept by world: a reset makes a new one.
 */
export interface EmulatedRoom {
	/** Endpoints of the data service. */
	data?: readonly Endpoint[];
	/** Endpoints of the metrics service. */
	metrics?: readonly Endpoint[];
	/** JSON-RPC methods of the node by name space (`platform`). Undefined if the endpoint has none. */
	methods?: Readonly<Record<string, (context: EndpointContext) => Methods | undefined>>;
	/** Methods of the Ethereum API of an EVM chain. */
	evm?(context: EvmContext): EthMethods;
	/**
	 * Answers of the node below `/ext/<name>` that are not JSON-RPC, by this name; undefined for requests
	 * that are. `rest`: the segments of the path after the name.
	 */
	paths?: Readonly<
		Record<
			string,
			(
				context: NodeContext,
				request: ServiceRequest,
				rest: readonly string[],
			) => ServiceResponse | undefined
		>
	>;
	/** Files that answers link to: a service on an origin of its own. */
	download?(world: World): Service;
	/** Methods of `Control` for this resource. */
	control?(world: () => World): object;
	/** Names of those that `GET /<name>` of the control endpoint reads. */
	readable?: readonly string[];
	/** Gets the changes that control makes. */
	changes?(world: World): Changes;
	/** Resolves when nothing that a change started is on its way. */
	settled?(world: World): Promise<void>;
	/** Ends what runs, before a reset or the end of the emulator. */
	stop?(world: World): void;
}

/** Changes of the world by control. */
export interface Changes {
	transferred(chain: EvmChain, transfer: Transfer): void;
	staked(network: NetworkWorld, tx: StakingTx): void;
	/** `balance`: before the change. */
	l1Changed(network: NetworkWorld, validator: L1Validator, balance: bigint): void;
	l1Removed(network: NetworkWorld, validator: L1Validator): void;
}

/** Keeps a value for each world, made when it is first asked for. */
export function perWorld<T>(make: (world: World) => T): (world: World) => T {
	const known = new WeakMap<World, T>();
	return (world) => {
		const found = known.get(world) ?? make(world);
		known.set(world, found);
		return found;
	};
}
