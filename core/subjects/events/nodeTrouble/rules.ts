import type { Expression } from '../shared/nodeSeries';
import { MINUTE } from '../../../formats/timeUnits';

/**
 * Rules about what wakes an operator of a node. Numbers 1 to 9 of Ava Labs' list by metrics, and what Helicon added; its
 * number 4, the balance of L1 validators, has no metric, its number 10, the processor, no threshold.
 */

/** One rule: a measured value, and its thresholds. */
export interface NodeRule {
	value: string;
	name: string;
	/** The measured value, as the menu says it. */
	description: string;
	expression: Expression;
	side: 'above' | 'below';
	/** The mildest first. A rule with one threshold that needs a person at once is `critical`. */
	lines: ReadonlyArray<{ at: number; severity: 'warning' | 'critical' }>;
	/** The margin of a recovery; 0 by default. */
	ease?: number;
	/** Unit of values and thresholds; a `percent` is written as a fraction of 1. */
	unit: 'percent' | 'points' | 'blocks' | 'validators' | 'checks' | 'seconds';
	/** True if it tells nothing in the first 15 minutes after the start of the node. */
	settles?: true;
	/** Rules that tell of the same trouble: while one of them is broken, this one is not judged. */
	follows?: readonly string[];
	/** Advice, in sentences. */
	action: string;
	/** The source of the threshold. */
	source: string;
}

export const LIST = 'https://build.avax.network/docs/nodes/maintain/recommended-metrics';
const AVA_LABS = 'Ava Labs, Key Metrics & Alerts (builders-hub@500efdd19, 2026-06-10)';
const ACP_194 =
	'This package: the queue of ACP-194 holds at most 30 seconds of work, one block a second';
const SAE = 'avalanche_evm_transition_sae_';
/** P, X and C have the same validators: P stands for them. */
const PRIMARY = { chain: ['X', 'C'] };
const EXECUTION =
	'The node accepts blocks that it does not execute: what it answers about balances and logs is old. Look at processor and disk, and restart the node if it does not catch up.';

export const NODE_RULES: readonly NodeRule[] = [
	{
		value: 'failedQueries',
		name: 'Failed Queries',
		description: 'Share of failed polls of consensus in 5 minutes, of each chain',
		expression: {
			names: ['avalanche_snowman_polls_failed'],
			dividedBy: ['avalanche_snowman_polls_successful', 'avalanche_snowman_polls_failed'],
			measure: 'increase',
			over: 5 * MINUTE,
		},
		side: 'above',
		lines: [
			{ at: 0.05, severity: 'warning' },
			{ at: 0.1, severity: 'critical' },
		],
		ease: 0.01,
		unit: 'percent',
		settles: true,
		follows: ['stakeConnected'],
		action:
			'Look at the connections of the node and at its bandwidth first, then at how many validators of this chain are offline.',
		source: AVA_LABS,
	},
	{
		value: 'disk',
		name: 'Disk Space',
		description: 'Free space of the volume of the database',
		expression: {
			names: ['avalanche_resource_tracker_disk_available_percentage'],
			measure: 'value',
			over: 0,
		},
		side: 'below',
		lines: [
			{ at: 20, severity: 'warning' },
			{ at: 10, severity: 'critical' },
		],
		ease: 1,
		unit: 'points',
		action:
			'Enlarge the volume, or free space on it: the node is unhealthy below 10 % and shuts down below 3 %.',
		source: AVA_LABS,
	},
	{
		value: 'badBlocks',
		name: 'Bad Blocks',
		description: 'Blocks of an EVM chain that the node rejected as invalid, in 15 minutes',
		expression: {
			names: [
				'avalanche_subnetevm_vm_eth_chain_block_bad_count',
				'avalanche_evm_eth_chain_block_bad_count',
			],
			measure: 'increase',
			over: 15 * MINUTE,
		},
		side: 'above',
		lines: [{ at: 0, severity: 'critical' }],
		unit: 'blocks',
		action:
			'Compare version and upgrade file of the node with those of other validators of this chain, and read the log of the chain.',
		source: AVA_LABS,
	},
	{
		value: 'stakeConnected',
		name: 'Stake Connected',
		description: 'Share of the stake of each chain that the node is connected to',
		expression: {
			names: ['avalanche_stake_percent_connected'],
			without: PRIMARY,
			measure: 'value',
			over: 0,
		},
		side: 'below',
		lines: [{ at: 0.8, severity: 'critical' }],
		ease: 0.01,
		unit: 'percent',
		settles: true,
		action:
			'Look at the network of the node: its open staking port, its public IP, its peers. If these are right, validators of this chain are offline.',
		source: AVA_LABS,
	},
	{
		value: 'processingBlocks',
		name: 'Processing Blocks',
		description: 'Blocks in consensus that are not decided, at all times in 5 minutes',
		expression: {
			names: ['avalanche_snowman_blks_processing'],
			measure: 'lowest',
			over: 5 * MINUTE,
		},
		side: 'above',
		lines: [
			{ at: 6, severity: 'warning' },
			{ at: 15, severity: 'critical' },
		],
		unit: 'blocks',
		settles: true,
		follows: ['stakeConnected'],
		action:
			'The chain decides slowly: look at failed queries and connected stake, and at the processor of the node.',
		source: AVA_LABS,
	},
	{
		value: 'benched',
		name: 'Benched Validators',
		description: 'Validators that the node does not query, at all times in 10 minutes',
		expression: {
			names: ['avalanche_benchlist_benched_num'],
			measure: 'lowest',
			over: 10 * MINUTE,
		},
		side: 'above',
		lines: [{ at: 1, severity: 'critical' }],
		unit: 'validators',
		settles: true,
		follows: ['stakeConnected'],
		action:
			'These validators did not answer this node. If there are many, look at the network of the node; if few, tell their operators.',
		source: AVA_LABS,
	},
	{
		value: 'noValidators',
		name: 'Validators of a Chain',
		description: 'Validators of each chain that the node knows',
		expression: {
			names: ['avalanche_stake_num_validators'],
			without: PRIMARY,
			measure: 'value',
			over: 0,
		},
		side: 'below',
		lines: [{ at: 1, severity: 'critical' }],
		unit: 'validators',
		settles: true,
		action:
			'The chain has no validators and accepts no blocks: look at the balances and the registrations of its validators.',
		source: AVA_LABS,
	},
	{
		value: 'healthChecks',
		name: 'Failing Health Checks',
		description: 'Health checks that fail, at all times in 2 minutes',
		expression: {
			names: ['avalanche_health_checks_failing'],
			labels: { check: 'health', tag: 'all' },
			measure: 'lowest',
			over: 2 * MINUTE,
		},
		side: 'above',
		lines: [{ at: 0, severity: 'critical' }],
		unit: 'checks',
		settles: true,
		action: 'Read the failing checks: /ext/health has their words.',
		source: AVA_LABS,
	},
	{
		value: 'executionQueue',
		name: 'Execution Queue',
		description: 'Accepted blocks of the C-Chain that are not executed, at all times in 5 minutes',
		expression: { names: [`${SAE}execution_queue_blocks`], measure: 'lowest', over: 5 * MINUTE },
		side: 'above',
		lines: [{ at: 30, severity: 'critical' }],
		unit: 'blocks',
		settles: true,
		action: EXECUTION,
		source: ACP_194,
	},
	{
		value: 'executionBehind',
		name: 'Execution Behind Acceptance',
		description: 'Accepted height of the C-Chain less the executed one, at all times in 5 minutes',
		expression: {
			names: ['avalanche_snowman_last_accepted_height'],
			minus: [`${SAE}last_executed_height`],
			measure: 'lowest',
			over: 5 * MINUTE,
		},
		side: 'above',
		lines: [{ at: 60, severity: 'critical' }],
		unit: 'blocks',
		settles: true,
		follows: ['executionQueue'],
		action: EXECUTION,
		source: `${ACP_194}; twice that`,
	},
	{
		value: 'settledBehind',
		name: 'Settlement Behind Execution',
		description: 'Executed height of the C-Chain less the settled one, at all times in 5 minutes',
		expression: {
			names: [`${SAE}last_executed_height`],
			minus: [`${SAE}last_settled_height`],
			measure: 'lowest',
			over: 5 * MINUTE,
		},
		side: 'above',
		lines: [{ at: 30, severity: 'warning' }],
		unit: 'blocks',
		settles: true,
		action:
			'Blocks are executed, but the network does not confirm their results: compare the version of the node with the current release.',
		source: `${ACP_194}; blocks settle 5 seconds after their execution`,
	},
	{
		value: 'gasTimeBehind',
		name: 'Gas Time Behind the Wall',
		description:
			'How far the gas time of the C-Chain is behind the clock when a block was executed, at all times in 5 minutes',
		expression: {
			names: [`${SAE}gas_time_wall_time_gap_seconds`],
			negated: true,
			measure: 'lowest',
			over: 5 * MINUTE,
		},
		side: 'above',
		lines: [{ at: 30, severity: 'warning' }],
		unit: 'seconds',
		settles: true,
		action:
			'Blocks are executed late: look at processor and disk of the node, and whether it is still catching up.',
		source: ACP_194,
	},
];

/** Metrics of the message about a node, beside those of the rules. */
export const START_TIME = 'avalanche_process_process_start_time_seconds';
export const PEERS = 'avalanche_network_peers';
export const DISK = 'avalanche_resource_tracker_disk_available_percentage';

/**
 * All metrics that events about the own node read. They ask for the same list, so that the events of a watch
 * share one request.
 */
export const NODE_METRICS: string[] = [
	...new Set([
		START_TIME,
		PEERS,
		DISK,
		...NODE_RULES.flatMap(({ expression: { names, minus = [], dividedBy = [] } }) => [
			...names,
			...minus,
			...dividedBy,
		]),
	]),
];
