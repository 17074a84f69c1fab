import type { SetMetric } from '../../../core/testing/network';
import { type NodeContext, heliconIsActive } from '../../node/context';
import { evmContext } from '../../node/evm/context';
import { nodeUptime, ownValidation } from '../../node/observations';
import { perWorld } from '../../room';

/** A value with its labels; `suffix` for the parts of summaries and histograms. */
export interface Sample {
	suffix?: string;
	labels?: Record<string, string>;
	value: number;
}

/** A family of the text format: values of one name. */
export interface Family {
	name: string;
	type: 'gauge' | 'counter' | 'histogram' | 'summary';
	help: string;
	samples: Sample[];
}

const gauge = (name: string, help: string, ...samples: Sample[]): Family => ({
	name: `avalanche_${name}`,
	type: 'gauge',
	help,
	samples,
});
const counter = (...given: Parameters<typeof gauge>): Family => ({
	...gauge(...given),
	type: 'counter',
});
const one = (value: number): Sample => ({ value });

/** Families of the node itself: health, peers, disk, its own stake and uptime. */
function nodeFamilies(context: NodeContext): Family[] {
	const { network, world } = context;
	const { nodeState, clock } = world;
	const failing = nodeState.checks().filter(({ error }) => error !== undefined);
	const tags = new Set(['all', 'application', ...failing.flatMap((check) => check.tags)]);
	const current = network.primary.current();
	const own = ownValidation(network, world);
	const uptime = own && nodeUptime(context, own);
	const total = current.reduce((sum, { weight }) => sum + weight, 0n);
	const away = current.filter(({ connected }) => !connected);
	const missing = away.reduce((sum, { weight }) => sum + weight, 0n);
	const checksOf = (tag: string) =>
		failing.filter((check) => tag === 'all' || tag === 'application' || check.tags.includes(tag))
			.length;
	return [
		gauge(
			'health_checks_failing',
			'number of currently failing health checks',
			...[...tags].map((tag) => ({ labels: { check: 'health', tag }, value: checksOf(tag) })),
		),
		gauge('network_peers', 'Number of network peers', one(current.length - away.length - 1)),
		gauge(
			'network_node_uptime_weighted_average',
			"This node's uptime average weighted by observing peer stakes",
			one(uptime?.weightedAverage ?? 0),
		),
		gauge(
			'network_node_uptime_rewarding_stake',
			'The percentage of total stake which thinks this node is eligible for rewards',
			one(uptime?.rewardingStake ?? 0),
		),
		gauge(
			'stake_percent_connected',
			'Percent of connected stake',
			...['P', 'X', 'C'].map((chain) => ({
				labels: { chain },
				value: Number(total - missing) / Number(total),
			})),
		),
		gauge(
			'platformvm_time_until_unstake',
			"Time (in ns) until this node leaves the Primary Network's validator set",
			one(own ? (own.endTime - clock.seconds()) * 1e9 : 0),
		),
		gauge(
			'platformvm_local_staked',
			'Amount (in nAVAX) of AVAX staked on this node',
			one(Number(own?.weight ?? 0n)),
		),
		gauge(
			'platformvm_total_staked',
			'Amount (in nAVAX) of AVAX staked on the Primary Network',
			one(Number(total)),
		),
		gauge(
			'process_process_start_time_seconds',
			'Start time of the process since unix epoch in seconds.',
			one(nodeState.startedAt / 1000),
		),
		gauge(
			'resource_tracker_disk_available_space',
			'Available space remaining (bytes)',
			one(512_000_000_000),
		),
		gauge(
			'resource_tracker_disk_available_percentage',
			'Percentage of database volume available',
			one(51),
		),
	];
}

/**
 * Families of the C-Chain. Since Helicon (1.15), vms/saevm adds the execution, and what geth measures is below
 * `transition`; the full name of the latter follows from the release notes, no node has shown it.
 */
function evmFamilies(context: NodeContext): Family[] {
	const { network, world } = context;
	const chain = world.evmChain(network.chains.C);
	if (!chain) return [];
	const { executed, settled, streaming } = evmContext(context, chain);
	const ofC = (name: string, help: string, value: number) =>
		gauge(`evm_${streaming ? 'transition_' : ''}${name}`, help, { labels: { chain: 'C' }, value });
	const bad: Family = { ...ofC('eth_chain_block_bad_count', '', 0), type: 'counter' };
	const geth = [bad, ofC('eth_chain_head_block', '', executed)];
	if (!streaming) return geth;
	return [
		...geth,
		ofC(
			'sae_last_executed_height',
			'Height of the latest block that completed async execution.',
			executed,
		),
		ofC('sae_last_settled_height', 'Height of the last settled block', settled),
		ofC(
			'sae_execution_queue_blocks',
			'Number of accepted blocks that have not yet completed execution.',
			chain.height - executed,
		),
		ofC(
			'sae_gas_time_wall_time_gap_seconds',
			'Gas time minus wall time, observed when the latest block finished executing; negative when gas time lags the wall clock.',
			-1,
		),
	];
}

/** Families of the chains: heights, times, and the fees of L1 validators. */
function chainFamilies({ network, world: { clock, nodeState } }: NodeContext): Family[] {
	const age = Math.max(0, Math.floor((clock.now() - nodeState.startedAt) / 1000));
	const aliases = ['P', 'X', 'C'] as const;
	const ofChains = (value: (alias: 'P' | 'X' | 'C') => number) =>
		aliases.map((chain) => ({ labels: { chain }, value: value(chain) }));
	const tip = (alias: 'P' | 'X' | 'C') => network.chain(alias).height();
	return [
		gauge('benchlist_benched_num', 'Number of currently benched validators', ...ofChains(() => 0)),
		gauge(
			'benchlist_benched_weight',
			'Weight of currently benched validators',
			...ofChains(() => 0),
		),
		gauge('snowman_last_accepted_height', 'Last height accepted', ...ofChains(tip)),
		gauge(
			'snowman_last_accepted_timestamp',
			'Timestamp of the last accepted block in unix seconds',
			...ofChains((alias) => network.chain(alias).block(tip(alias))?.timestamp ?? 0),
		),
		gauge('snowman_blks_processing', 'number of currently processing blocks', ...ofChains(() => 0)),
		counter('snowman_polls_failed', 'number of failed polls', ...ofChains(() => 0)),
		// One poll a second since the start of the process.
		counter('snowman_polls_successful', 'number of successful polls', ...ofChains(() => age)),
		gauge(
			'stake_num_validators',
			'Total number of validators',
			...ofChains(() => network.primary.current().length),
		),
		gauge(
			'platformvm_active_l1_validators',
			'Number of active L1 validators',
			one(network.l1.all().filter(({ balance }) => balance > 0n).length),
		),
	];
}

/** A histogram and a summary that hold nothing yet, as a node that just began has them. */
function emptyFamilies(context: NodeContext): Family[] {
	const chain = 'X';
	const buckets = ['0', '25', '50', '75', '+Inf'];
	const quantiles = ['0.5', '0.75', '0.95', '0.99', '0.999', '0.9999'];
	return [
		{
			name: 'avalanche_avm_tx_gossip_bloomfilter_hit_rate',
			type: 'histogram',
			help: 'Hit rate (%) of the bloom filter sent by pull gossip',
			samples: [
				...buckets.map((le) => ({ suffix: '_bucket', labels: { chain, le }, value: 0 })),
				{ suffix: '_sum', labels: { chain }, value: 0 },
				{ suffix: '_count', labels: { chain }, value: 0 },
			],
		},
		{
			name: `avalanche_evm_${heliconIsActive(context) ? 'transition_' : ''}eth_chain_execution`,
			type: 'summary',
			help: '',
			samples: [
				...quantiles.map((quantile) => ({ labels: { chain: 'C', quantile }, value: 0 })),
				{ suffix: '_sum', labels: { chain: 'C' }, value: 0 },
				{ suffix: '_count', labels: { chain: 'C' }, value: 0 },
			],
		},
	];
}

export const setMetrics = perWorld(() => new Map<string, SetMetric>());
/** Identifies a series. */
export const seriesKey = (name: string, labels: Record<string, string> = {}) =>
	JSON.stringify([name, Object.entries(labels).sort()]);

/** Metrics of the node, from the state of the world and what control set. */
export function families(context: NodeContext): Family[] {
	const all = [
		...nodeFamilies(context),
		...chainFamilies(context),
		...evmFamilies(context),
		...emptyFamilies(context),
	];
	for (const [key, { name, labels, value }] of setMetrics(context.world)) {
		let family = all.find((one) => one.name === name);
		if (!family) all.push((family = { name, type: 'gauge', help: '', samples: [] }));
		const others = family.samples.filter((one) => seriesKey(name, one.labels) !== key);
		family.samples = typeof value === 'number' ? [...others, { labels, value }] : others;
	}
	return all.filter(({ samples }) => samples.length > 0);
}
