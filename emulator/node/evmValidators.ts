import type { EvmChain, L1Validator, Validation } from '../world';
import type { Args } from './args';
import type { NodeContext } from './context';
import { MethodError } from './failure';
import type { Methods } from './gorillaRpc';

/** Uptime of a validator since it joined: whole seconds and percent. */
function uptimeOf(now: number, since: number, percent: number) {
	const seconds = Math.max(0, now - since);
	return { uptimeSeconds: Math.floor((seconds * percent) / 100), uptimePercentage: percent };
}

/** `validators.getCurrentValidators` of an EVM subnet or L1: node document, EVM subnet API. */
export function evmValidators(context: NodeContext, chain: EvmChain): Methods {
	const { network, world, dialect } = context;

	const fromL1 = (one: L1Validator) => ({
		validationID: one.validationId,
		nodeID: one.nodeId,
		weight: one.weight,
		startTimestamp: one.startTime,
		isActive: one.balance > 0n,
		isL1Validator: true,
		isConnected: one.connected,
		...uptimeOf(world.clock.seconds(), one.startTime, one.uptime),
	});
	const fromSubnet = (one: Validation) => ({
		validationID: one.txId,
		nodeID: one.nodeId,
		weight: one.weight,
		startTimestamp: one.startTime,
		isActive: true,
		isL1Validator: false,
		isConnected: one.connected,
		...uptimeOf(world.clock.seconds(), one.startTime, one.uptime),
	});

	function all() {
		const l1 = network.subnet(chain.subnetId)?.kind === 'l1';
		const found = l1
			? network.l1.of(chain.subnetId).map(fromL1)
			: network.permissioned(chain.subnetId).current().map(fromSubnet);
		// Nodes give them in the order of a map, which is none.
		return dialect === 'live'
			? found.sort((a, b) => (a.validationID < b.validationID ? -1 : 1))
			: found;
	}

	return {
		getCurrentValidators(args: Args) {
			const asked = new Set(args.nodeIds('nodeIDs'));
			const validators = all();
			if (asked.size === 0) return { validators };
			const found = validators.filter(({ nodeID }) => asked.has(nodeID));
			const missing = [...asked].find((id) => !found.some(({ nodeID }) => nodeID === id));
			if (missing && dialect === 'live') {
				throw new MethodError(`couldn't find validator with node ID ${missing}: not found`);
			}
			return { validators: found };
		},
	};
}
