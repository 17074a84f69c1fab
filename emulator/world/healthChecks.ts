import type { NetworkWorld, NodeState, SetMember, Subnet } from '../../core/testing/network';

/** A check of a node as it runs: what it reports, and its error where it fails by itself. */
export interface CheckSource {
	name: string;
	tags: string[];
	/** Counts for readiness too. */
	readiness: boolean;
	message?: () => unknown;
	/** An error of the node's state, beside those that the control endpoint sets. */
	error?: () => string | undefined;
	/** False while the check is not registered. */
	present?: () => boolean;
}

/** Time of the next network upgrade in the node's checks: the last one that was scheduled. */
const UPGRADE_TIME = '2025-11-19T16:00:00Z';
const DISK_BYTES = 512_000_000_000;

/**
 * Validators of a set that the node is not connected to, and the share of the set's weight that it
 * is connected to.
 */
function connections(members: readonly (SetMember & { connected: boolean })[]) {
	const total = members.reduce((sum, { weight }) => sum + weight, 0n);
	const away = members.filter(({ connected }) => !connected);
	const missing = away.reduce((sum, { weight }) => sum + weight, 0n);
	return {
		disconnectedValidators: away.map(({ nodeId }) => nodeId),
		percentConnected: total === 0n ? 1 : Number(total - missing) / Number(total),
	};
}

function membersOf(network: NetworkWorld, { id, kind }: Subnet) {
	if (kind === 'l1') return network.l1.of(id);
	return kind === 'primary' ? network.primary.current() : network.permissioned(id).current();
}

/** The checks of a node of a network, in the order of a running node's answer. */
export function checksOf(network: NetworkWorld, state: NodeState): CheckSource[] {
	const primary = network.subnets[0];
	const plain = { tags: [], readiness: false };

	/** A chain is checked from its creation on; the P-Chain comes first and makes the others. */
	function chainCheck(name: string, id: string, subnet: Subnet): CheckSource {
		const alias = (['P', 'X', 'C'] as const).find((one) => one === name);
		return {
			name,
			tags: [subnet.id],
			readiness: false,
			present: () => id === network.chains.P || state.bootstrapping !== network.chains.P,
			message() {
				const log = alias && network.chain(alias);
				const consensus = {
					lastAcceptedHeight: log?.height() ?? 0,
					lastAcceptedID: log?.container(log.height())?.id ?? id,
					longestProcessingBlock: '0s',
					processingBlocks: 0,
				};
				return {
					engine: {
						consensus: state.bootstrapping === id ? {} : consensus,
						vm: alias ? null : { database: null, health: null },
					},
					networking: connections(membersOf(network, subnet)),
				};
			},
		};
	}

	return [
		...network.subnets
			.filter(({ kind }) => kind === 'l1')
			.map((subnet) => chainCheck(subnet.blockchains[0].id, subnet.blockchains[0].id, subnet)),
		...(['C', 'P', 'X'] as const).map((name) => chainCheck(name, network.chains[name], primary)),
		{ ...plain, name: 'bls', message: () => 'node has the correct BLS key' },
		{
			...plain,
			name: 'bootstrapped',
			readiness: true,
			message: () => (state.bootstrapping === undefined ? [] : [subnetIdOf(network, state)]),
			error: () => (state.bootstrapping === undefined ? undefined : 'subnets not bootstrapped'),
		},
		{ ...plain, name: 'database' },
		{
			...plain,
			name: 'diskspace',
			message: () => ({ availableDiskBytes: DISK_BYTES, availableDiskPercentage: 25 }),
		},
		{
			...plain,
			name: 'futureupgrade',
			message: () => ({
				localUpgradeTime: UPGRADE_TIME,
				modeUpgradeTime: UPGRADE_TIME,
				modeUpgradeWeightPercentage: 97.25,
				numUpgradeTimes: 1,
			}),
		},
		{
			...plain,
			name: 'network',
			message: () => ({
				connectedPeers: network.primary
					.current()
					.filter(({ connected, nodeId }) => connected && nodeId !== state.nodeId).length,
				sendFailRate: 0,
				timeSinceLastMsgReceived: '91.464144ms',
				timeSinceLastMsgSent: '91.464144ms',
			}),
		},
		{
			...plain,
			name: 'router',
			message: () => ({ longestRunningRequest: '0s', outstandingRequests: 0 }),
		},
	];
}

function subnetIdOf(network: NetworkWorld, { bootstrapping = '' }: NodeState): string {
	return network.blockchain(bootstrapping)?.subnetId ?? network.subnets[0].id;
}
