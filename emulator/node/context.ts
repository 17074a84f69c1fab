import type { Dialect } from '../service';
import type { NetworkWorld, World } from '../world';

/** What every method of the node answers from. */
export interface NodeContext {
	world: World;
	/** The network that the node runs on. */
	network: NetworkWorld;
	dialect: Dialect;
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
