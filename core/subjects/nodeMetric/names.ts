import type { Versions } from '../../fields/versions';

/** Metrics whose names depend on the version of the node. Source: avalanchego RELEASES.md, v1.15.0 and v1.15.1. */

interface Metric {
	/** The name, or its end. */
	name: string;
	versions: Versions;
	/** The end of its name in later versions. */
	later?: string;
}

const SOURCE = 'avalanchego RELEASES.md, v1.15.0';

const ADDED: readonly string[] = [
	'sae_last_executed_height',
	'sae_last_settled_height',
	'sae_execution_queue_duration_seconds',
	'sae_execute_block_duration_seconds',
	'sae_execution_queue_blocks',
	'sae_execution_queue_gas_limit',
	'sae_executed_gas_charged_total',
	'sae_executed_gas_limit_total',
	'sae_in_memory_blocks',
	'sae_accepted_gas_limit_total',
	'sae_last_executed_gas_time_seconds',
	'sae_gas_time_wall_time_gap_seconds',
	'sae_worst_case_base_fee',
	'sae_executed_base_fee',
	'sae_worst_case_gas_excess',
	'sae_executed_gas_excess',
	'sae_gas_target',
	'cchain_min_block_delay_seconds',
];

/** The name of the metrics of the peers of state sync, before and after. */
function renamed(before: string, later: string): Metric {
	const name = `eth_net_${before}`;
	return { name, later, versions: { removed: '1.15.0', instead: later, source: SOURCE } };
}

export const METRICS: readonly Metric[] = [
	...ADDED.map((name) => ({
		name: `avalanche_evm_transition_${name}`,
		versions: { chains: { 'C-Chain': { since: '1.15.0' } }, source: SOURCE },
	})),
	{
		name: 'avalanche_platformvm_local_delegated_staked',
		versions: { since: '1.15.1', source: 'avalanchego RELEASES.md, v1.15.1' },
	},
	renamed('tracked_peers', 'sdk_sync_peer_tracker_num_tracked_peers'),
	renamed('responsive_peers', 'sdk_sync_peer_tracker_num_responsive_peers'),
	renamed('average_bandwidth', 'sdk_sync_peer_tracker_average_bandwidth'),
	{
		name: 'avalanche_evm_eth_',
		later: 'avalanche_evm_transition_eth_',
		versions: {
			removed: '1.15.1',
			instead: 'avalanche_evm_transition_eth_',
			source: 'avalanchego RELEASES.md, v1.15.1; only the prefix is known',
		},
	},
];

/** A name of a metric with those that it has in other versions of the node. */
export function namesOf(asked: string): string[] {
	const later = METRICS.flatMap(({ name, later: other }) =>
		other !== undefined && asked.includes(name) ? [asked.replace(name, other)] : [],
	);
	return [asked, ...later];
}
