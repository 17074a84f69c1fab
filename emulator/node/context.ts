import type { Dialect } from '../service';
import type { BatchLimits } from './gethBatch';
import type { EvmChain, NetworkWorld, World } from '../world';

/** Context that every method of the node reads. */
export interface NodeContext {
	world: World;
	/** The network that the node runs on. */
	network: NetworkWorld;
	dialect: Dialect;
	/** Limits of JSON-RPC batches to EVM chains. */
	batches?: BatchLimits;
}

/** The path that a JSON-RPC method is called at. */
export interface EndpointContext extends NodeContext {
	/** The path after the name of its API, such as the name of an index. */
	rest: string;
	/** The EVM chain whose path it is. */
	evm?: EvmChain;
}

/** One value for the documents, another for the wire of the deployed node. */
export function byDialect<Spec, Live>(
	{ dialect }: NodeContext,
	forms: { spec: Spec; live: Live },
): Spec | Live {
	return forms[dialect];
}

/** True since the network upgrade Helicon. */
export function heliconIsActive({ world }: NodeContext): boolean {
	return world.conditions.helicon <= world.clock.seconds();
}
