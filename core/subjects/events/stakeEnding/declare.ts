import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { nodeIds } from '../../../fields/identifiers';
import { flag, textValue } from '../../../fields/inputs';
import { asDurations, durations } from '../../../fields/lines';
import { broken } from '../../../fields/rules';
import { isId, isNodeId } from '../../../formats/ids';
import { transactionPage } from '../../../events/explorer';
import { aboutNodes, rewardAddresses } from '../../../events/fields';
import { declareLevels } from '../../../events/levelEvent';
import { onlyWatched, thresholdsBySubjectField } from '../../../events/thresholdsBySubject';
import { EXAMPLE_NODE, EXAMPLE_TX } from '../../../events/sample';
import { avax, moment, shortened, span } from '../../../events/words';
import { type Stake, TIERS, levelOf, linesOf, readStakes, subjectOf } from './stakes';
import { DAY } from '../../../formats/timeUnits';

/** The node returns delegations only for a single node. */
const MOST_WITH_DELEGATIONS = 50;

/** Stakes and delegations that end soon. */
export const stakeEnding = declareLevels({
	value: 'stakeEnding',
	type: 'stake.ending',
	name: 'Stake Ending',
	description:
		'A stake or delegation ends in 7 days, 1 day or 1 hour, or has ended, or a period of an auto-renewed stake ends',
	what: 'stake',
	reads: 'the node: `platform.getCurrentValidators`; with delegations, one request per node',
	remembers: 'stakes that end within the first threshold, about 100 bytes each',
	fields: {
		nodeIds: field(
			nodeIds().optional(),
			aboutNodes('Stakes of these validators, separated by commas', 'Reward Addresses'),
		),
		rewardAddresses: rewardAddresses(
			'Stakes whose rewards go to these P-Chain addresses, separated by commas; node IDs or reward addresses are required',
		),
		delegations: field(flag().optional(), {
			in: 'form',
			label: 'Include Delegations',
			description: `Whether to also watch delegations to the nodes, up to ${MOST_WITH_DELEGATIONS} nodes; each poll makes one request per node`,
			default: false,
			show: 'option',
		}),
		tiers: field(durations().optional(), {
			in: 'form',
			label: 'Before the End',
			description: 'How long before the end the event fires, separated by commas',
			placeholder: '7d, 1d, 1h',
			default: asDurations(TIERS),
			show: 'main',
			wasOption: true,
		}),
		thresholdsBySubject: thresholdsBySubjectField(
			{
				label: 'Stake',
				subjects: 'stakes',
				key: textValue(
					'must be a node ID, or the transaction ID of a delegation (cb58)',
					(subject) => isNodeId(subject) || isId(subject),
				),
				by: 'node ID or transaction ID',
				example: '"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg": "30d, 7d"',
				note: '; thresholds of a node also apply to its delegations without thresholds of their own',
			},
			durations(),
		),
	},
	rules: [
		({ nodeIds: nodes, rewardAddresses, delegations }, context) => {
			if (!nodes && !rewardAddresses)
				broken(context, 'nodeIds', 'or reward addresses are required: the stakes to watch');
			if (delegations && !nodes) broken(context, 'nodeIds', 'is required to include delegations');
			if (delegations && nodes && nodes.length > MOST_WITH_DELEGATIONS)
				broken(
					context,
					'nodeIds',
					`must be at most ${MOST_WITH_DELEGATIONS} if delegations are included`,
				);
		},
		onlyWatched(['nodeIds', 'Node IDs'], ({ nodeIds: nodes, thresholdsBySubject = {} }) => {
			const isDelegation = (subject: string) => !isNodeId(subject);
			return nodes && [...nodes, ...Object.keys(thresholdsBySubject).filter(isDelegation)];
		}),
		({ delegations, thresholdsBySubject = {} }, context) => {
			const delegation = Object.keys(thresholdsBySubject).find((subject) => !isNodeId(subject));
			if (delegations || delegation === undefined) return;
			const rule = 'must be for a node ID unless "Include Delegations" (delegations) is on';
			broken(context, 'thresholdsBySubject', rule, delegation);
		},
	],
	columns: {
		kind: out.choice(['validation', 'delegation']),
		nodeId: out.nodeId(),
		txId: out.id('Transaction of the stake, cb58'),
		stake: out.nAvax(),
		potentialReward: out.nAvax(),
		startTime: out.seconds(),
		endTime: out.seconds('End of the stake, or of the current period if it is auto-renewed'),
		secondsLeft: out.duration('s'),
		autoRenewed: out.flag('Whether the stake can continue in a new period'),
		renews: out.flag('Whether the stake continues after this period'),
	},
	repeat: [DAY, 21_600, 0],
	goneText: 'has ended: it is not in the validator set any more',
	read: async (settings, context) => await readStakes(settings, context),
	say({ kind, nodeId, txId, stake, potentialReward, endTime, secondsLeft, renews, network }) {
		const name = kind === 'validation' ? nodeId : `Delegation ${shortened(txId)}`;
		const what = renews ? 'period ends and renews' : 'stake ends';
		const then =
			renews === undefined
				? ''
				: renews
					? ' It is renewed for another period then.'
					: ' It is not renewed.';
		return {
			name,
			bad: `${what} in ${span(secondsLeft)}`,
			good: `${what} in ${span(secondsLeft)}`,
			...(renews && { reached: `renewed, the next period ends in ${span(secondsLeft)}` }),
			text: `The ${renews ? 'period of the stake' : kind === 'validation' ? 'stake' : 'delegation'} of ${avax(stake)} on ${nodeId} ends at ${moment(endTime)}, with a potential reward of ${avax(potentialReward)}.${then}`,
			url: network && transactionPage(network, 'p-chain', txId),
		};
	},
	show: ({ renews, network: _, ...facts }) => ({
		...facts,
		autoRenewed: renews !== undefined,
		...(renews !== undefined && { renews }),
	}),
	// A period that renews automatically needs no action.
	severity: (level, facts) => (facts?.renews ? 'info' : level > 1 ? 'critical' : 'warning'),
	example({ settings, read, now }) {
		const stake = read ?? {
			kind: 'validation',
			txId: EXAMPLE_TX,
			nodeId: settings.nodeIds?.[0] ?? EXAMPLE_NODE,
			stake: '2000000000000',
			potentialReward: '98765432100',
			startTime: now - 90 * DAY,
			endTime: 0,
			secondsLeft: 0,
		};
		const endsIn = (secondsLeft: number): Stake => ({
			...stake,
			endTime: now + secondsLeft,
			secondsLeft,
		});
		const [first = DAY] = linesOf(stake, settings);
		const bad = endsIn(Math.max(1, Math.floor(first * 0.9)));
		const level = Math.max(1, levelOf(bad, settings));
		return { bad: { subject: subjectOf(bad), level, facts: bad }, good: endsIn(first * 2 + DAY) };
	},
});
