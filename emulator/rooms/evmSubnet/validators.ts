import type { L1Validator, Validation } from '../../world';
import type { Args } from '../../node/args';
import type { EndpointContext } from '../../node/context';
import { MethodError } from '../../node/failure';
import type { Methods } from '../../node/gorillaRpc';

/** Uptime of a validator since it joined: whole seconds and percent. */
function uptimeOf(now: number, since: number, percent: number) {
	const seconds = Math.max(0, now - since);
	return { uptimeSeconds: Math.floor((seconds * percent) / 100), uptimePercentage: percent };
}

/** `validators.getCurrentValidators` of an EVM subnet or L1: node document, EVM subnet API. */
export function evmValidators(context: EndpointContext): Methods | undefined {
	const { network, world, dialect, evm: chain } = context;
	if (!chain) return undefined;
	const { subnetId } = chain;

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

	/** A chain takes in who joined at its next uptime sync; until then, the whole call fails. */
	function checkTracked(validators: readonly (Validation | L1Validator)[]): void {
		const now = world.clock.seconds();
		const untracked = validators.find(({ uptimeKnownFrom = 0 }) => uptimeKnownFrom > now);
		if (!untracked) return;
		const id = 'validationId' in untracked ? untracked.validationId : untracked.txId;
		const why = `validationID not found: ${id}`;
		throw new MethodError(`failed to get uptime for validation ID ${id}: ${why}`);
	}

	function all() {
		const l1 = network.subnet(subnetId)?.kind === 'l1';
		const members = l1 ? network.l1.of(subnetId) : [];
		const stakers = l1 ? [] : network.permissioned(subnetId).current();
		checkTracked([...members, ...stakers]);
		const found = [...members.map(fromL1), ...stakers.map(fromSubnet)];
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
			return { validators: validators.filter(({ nodeID }) => asked.has(nodeID)) };
		},
	};
}
