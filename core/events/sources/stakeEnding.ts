import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { nodeIds } from '../../fields/identifiers';
import { flag, textValue } from '../../fields/inputs';
import { durations } from '../../fields/lines';
import { broken } from '../../fields/rules';
import { bareAddress, isId, isNodeId } from '../../formats/ids';
import { getCurrentValidators } from '../../operations/rpc/pChainStaking';
import type { OutputOf } from '../../operations/declare';
import type { PollContext } from '../event';
import { aboutNodes, rewardAddresses } from '../fields';
import { declareLevels } from '../levelEvent';
import { linesAbove } from '../levelSteps';
import { goneReading } from '../levels';
import { onlyWatched, ownOf, thresholdsBySubjectField, unmatched } from '../thresholdsBySubject';
import { EXAMPLE_NODE, EXAMPLE_TX } from '../sample';
import { type Needs, hasNeeds } from '../unreadable';
import { avax, moment, shortened, span } from '../words';
import { nothingYet } from '../notReady';

type Validator = OutputOf<typeof getCurrentValidators>['validators'][number];

interface Facts {
	kind: 'validation' | 'delegation';
	txId: string;
	nodeId: string;
	/** nAVAX. */
	stake: string;
	potentialReward: string;
	startTime: number;
	endTime: number;
	secondsLeft: number;
	/** Whether the stake continues after this period; undefined where it is not auto-renewed. */
	renews?: boolean;
}

const DAY = 86_400;
const TIERS = [7 * DAY, DAY, 3600];
/** What identifies a stake, and when it ends. */
const STAKES: Needs = [['nodeID'], ['endTime']];
const DELEGATIONS: Needs = [['txID'], ['endTime']];
/** The node returns delegations only for a single node. */
const MOST_WITH_DELEGATIONS = 50;

/** Stakes and delegations that end soon. */
export const stakeEnding = declareLevels({
	value: 'stakeEnding',
	type: 'stake.ending',
	name: 'Stake Ending',
	description: 'A stake or delegation ends in 7 days, 1 day or 1 hour, or has ended',
	what: 'stake',
	reads: 'the node: `platform.getCurrentValidators`; with delegations, one request per node',
	remembers: 'stakes that end within the first threshold, about 100 bytes each',
	fields: {
		nodeIds: field(
			nodeIds().optional(),
			aboutNodes('Stakes of these validators, separated by commas'),
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
			show: 'option',
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
				note: '; those of a node also hold for its delegations that have none',
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
	async read({ nodeIds: nodes, rewardAddresses, delegations, ...given }, context) {
		const { thresholdsBySubject } = given;
		const all = await readValidators(nodes, delegations === true, context);
		const validators = all.filter((one) => hasNeeds(one, STAKES, getCurrentValidators.id, context));
		const mine = rewardAddresses && new Set(rewardAddresses.map(bareAddress));
		const now = context.clock.now() / 1000;
		const stakes = validators.flatMap((one) => [
			...(isMine(one.validationRewardOwner?.addresses, mine) ? [validationOf(one, now)] : []),
			...(delegations ? (one.delegators ?? []) : [])
				.filter((each) => hasNeeds(each, DELEGATIONS, getCurrentValidators.id, context))
				.filter(({ rewardOwner }) => isMine(rewardOwner?.addresses, mine))
				.map((each) => delegationOf(each, one.nodeID, now)),
		]);
		const readings = stakes.map((facts) => ({
			subject: subjectOf(facts),
			occurrence: `${facts.txId}:${facts.endTime}`,
			level: levelOf(facts, given),
			facts,
		}));
		const there = new Set(validators.map(({ nodeID }) => nodeID));
		const gone = (mine ? [] : (nodes ?? [])).filter((nodeId) => !there.has(nodeId));
		const watched = stakes.flatMap((facts) => [subjectOf(facts), facts.nodeId]);
		const unknown = unmatched(thresholdsBySubject, [...watched, ...gone]);
		return [...readings, ...[...gone, ...unknown].map(goneReading)];
	},
	say({ kind, nodeId, txId, stake, potentialReward, endTime, secondsLeft, renews }) {
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
			good: `stake ends in ${span(secondsLeft)}`,
			text: `The ${kind === 'validation' ? 'stake' : 'delegation'} of ${avax(stake)} on ${nodeId} ends at ${moment(endTime)}, with a potential reward of ${avax(potentialReward)}.${then}`,
		};
	},
	show: ({ renews, ...facts }) => ({
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
		const endsIn = (secondsLeft: number): Facts => ({
			...stake,
			endTime: now + secondsLeft,
			secondsLeft,
		});
		const [first] = linesOf(stake, settings);
		const bad = endsIn(Math.max(1, Math.floor(first * 0.9)));
		const level = Math.max(1, levelOf(bad, settings));
		return { bad: { subject: subjectOf(bad), level, facts: bad }, good: endsIn(first * 2 + DAY) };
	},
});

interface Tiers {
	tiers?: number[];
	thresholdsBySubject?: Record<string, number[]>;
}

function subjectOf({ kind, nodeId, txId }: Facts): string {
	return kind === 'validation' ? nodeId : txId;
}

/** The thresholds of a stake in seconds, the longest first. */
function linesOf(facts: Facts, { tiers = TIERS, thresholdsBySubject }: Tiers): number[] {
	const own = ownOf(thresholdsBySubject);
	return [...(own(subjectOf(facts)) ?? own(facts.nodeId) ?? tiers)].sort((a, b) => b - a);
}

function levelOf(facts: Facts, given: Tiers): number {
	return linesAbove(
		facts.secondsLeft,
		linesOf(facts, given).map((line) => line + 1),
	);
}

async function readValidators(
	nodes: readonly string[] | undefined,
	delegations: boolean,
	{ client }: PollContext,
): Promise<Validator[]> {
	if (!delegations) {
		const { validators } = await client.call(getCurrentValidators, { nodeIDs: nodes as string[] });
		if (validators.length === 0 && !nodes) throw nothingYet('The node lists no validators');
		return validators;
	}
	const found: Validator[] = [];
	for (const nodeId of nodes ?? []) {
		found.push(...(await client.call(getCurrentValidators, { nodeIDs: [nodeId] })).validators);
	}
	return found;
}

function isMine(owners: readonly string[] | null | undefined, mine?: ReadonlySet<string>): boolean {
	return !mine || (owners ?? []).some((address) => mine.has(bareAddress(address)));
}

type Stake = Pick<
	Validator,
	'txID' | 'startTime' | 'endTime' | 'potentialReward' | 'stakeAmount'
> & {
	weight?: unknown;
};

function stakeOf(one: Stake, nodeId: string, now: number): Omit<Facts, 'kind'> {
	const endTime = one.endTime ?? 0;
	return {
		txId: one.txID ?? '',
		nodeId,
		stake: String(one.weight ?? one.stakeAmount ?? 0),
		potentialReward: String(one.potentialReward ?? 0),
		startTime: one.startTime ?? 0,
		endTime,
		secondsLeft: Math.max(0, Math.round(endTime - now)),
	};
}

function validationOf(one: Validator, now: number): Facts {
	const { nextPeriod } = one;
	return {
		kind: 'validation',
		...stakeOf(one, one.nodeID, now),
		...(typeof nextPeriod === 'number' && { renews: nextPeriod !== 0 }),
	};
}

function delegationOf(one: Stake, nodeId: string, now: number): Facts {
	return { kind: 'delegation', ...stakeOf(one, nodeId, now) };
}
