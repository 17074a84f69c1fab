import { field } from '../../../fields/field';
import { nodeIds } from '../../../fields/identifiers';
import { choice } from '../../../fields/inputs';
import { aboutNodes } from '../../../events/fields';
import { declareWatch, optionOf } from '../../../events/watch';
import { network } from '../../shared/data/fields';
import { delegation } from '../delegation/declare';
import { health } from '../health/declare';
import { nodeVersionBehind } from '../nodeVersionBehind/declare';
import { rewardPaid } from '../rewardPaid/declare';
import { stakeEnding } from '../stakeEnding/declare';
import { stakeRenewed } from '../stakeRenewed/declare';
import { stakingTransaction } from '../stakingTransaction/declare';
import { validatorDisconnected } from '../validatorDisconnected/declare';
import { validatorUptime } from '../validatorUptime/declare';

const OBSERVERS = [
	{
		value: 'data',
		name: 'Data Service',
		description: 'By the details of the validator from the data service',
	},
	{ value: 'node', name: 'My Node', description: 'As your own node sees the validator' },
] as const;

type Observing = { observer?: 'data' | 'node'; nodeIds: string[]; network: string };

/** The view of uptime and connection that is selected. */
const viewOf = ({ observer = 'data', nodeIds: nodes, network: on }: Observing) => ({
	observer,
	nodeIds: nodes,
	...(observer === 'data' && { network: on }),
});

/** Everything about a validator of the primary network. */
export const watchValidator = declareWatch({
	value: 'watchValidator',
	type: 'watch.validator',
	name: 'Watch a Validator',
	description:
		'Uptime, connection, delegations, rewards and the end of the stake of a validator, and the health and version of your node, in one trigger',
	what: 'validator',
	fields: {
		network: network('form'),
		nodeIds: field(nodeIds(), {
			...aboutNodes('The validators to watch, separated by commas, up to 50'),
		}),
		observer: field(choice(['data', 'node'], OBSERVERS).optional(), {
			in: 'form',
			label: 'Seen By',
			description:
				'Which view of uptime and connection to use; a node must be your own, and the Node URL in the credential must lead to it',
			default: 'data',
			show: 'option',
		}),
		thresholds: optionOf(validatorUptime, 'thresholds', { label: 'Uptime Below (Percent)' }),
		tiers: optionOf(stakeEnding, 'tiers', { label: 'Before the Stake Ends' }),
		delegations: optionOf(stakeEnding, 'delegations', {
			description:
				'Whether to also watch the end of delegations to the validators; each poll makes one request per validator',
		}),
		minAmount: optionOf(delegation, 'minAmount', {
			label: 'Min Delegation (AVAX)',
		}),
	},
	subject: ({ network: on, nodeIds: nodes }) => ({ network: on, nodeIds: nodes }),
	events: [
		{
			event: delegation,
			chosen: true,
			settings: ({ network: on, nodeIds: nodes, minAmount }) => ({
				network: on,
				nodeIds: nodes,
				minAmount,
			}),
		},
		{
			event: rewardPaid,
			chosen: true,
			settings: ({ network: on, nodeIds: nodes }) => ({ network: on, nodeIds: nodes }),
		},
		{
			event: stakeEnding,
			chosen: true,
			settings: ({ nodeIds: nodes, tiers, delegations }) => ({
				nodeIds: nodes,
				tiers,
				delegations,
			}),
		},
		{
			event: stakeRenewed,
			chosen: true,
			settings: ({ nodeIds: nodes }) => ({ nodeIds: nodes }),
		},
		{
			event: validatorUptime,
			chosen: true,
			settings: ({ thresholds, ...settings }) => ({ ...viewOf(settings as Observing), thresholds }),
		},
		{
			event: validatorDisconnected,
			chosen: true,
			settings: (settings) => viewOf(settings as Observing),
		},
		{ event: health, chosen: true, settings: () => ({}) },
		{ event: nodeVersionBehind, chosen: true, settings: () => ({}) },
		{
			event: stakingTransaction,
			settings: ({ network: on, nodeIds: nodes }) => ({ network: on, nodeIds: nodes }),
		},
	],
});
