import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { nodeId } from '../../../fields/identifiers';
import { decimal, numbers } from '../../../fields/lines';
import { declareLevels } from '../../../events/levelEvent';
import { linesAbove } from '../../../events/levelSteps';
import { goneReading } from '../../../events/levelTypes';
import {
	onlyWatched,
	ownOf,
	thresholdsBySubjectField,
	unmatched,
} from '../../../events/thresholdsBySubject';
import { EXAMPLE_NODE } from '../../../events/sample';
import { percentText } from '../../../events/words';
import {
	type Observed,
	absentNodes,
	observed,
	observerFields,
	observerRule,
	BY_OWN_NODE,
} from '../shared/observed';

/** A validator's uptime, and the thresholds that apply to it. */
type Facts = Observed & { uptime: number; lines: number[] };

const MARGIN = 5;
const RECOVER_BY = 0.5;

/** Validators whose uptime approaches the uptime that rewards require, or falls below it. */
export const validatorUptime = declareLevels({
	value: 'validatorUptime',
	type: 'validator.uptime',
	name: 'Validator Uptime Low',
	description:
		'The uptime of a validator falls below the uptime that rewards require, or below your own thresholds',
	what: 'validator',
	reads:
		'your own node: `platform.getCurrentValidators` and `info.upgrades`; with Peers of My Node also `info.getNodeID`, `info.peers` and the start time in `/ext/metrics`; or `validators.getCurrentValidators`; or validator details of the data service, one request per node',
	remembers: 'validators that are below a threshold, about 100 bytes each',
	ownNode: BY_OWN_NODE,
	fields: {
		...observerFields(['node', 'peers', 'evm', 'data']),
		thresholds: field(numbers(0, 100).optional(), {
			in: 'form',
			label: 'Thresholds (Percent)',
			description:
				'Uptimes in percent below which the event fires, separated by commas; by default the uptime that rewards require, and the margin above it',
			placeholder: '95, 90',
			show: 'main',
			wasOption: true,
		}),
		thresholdsBySubject: thresholdsBySubjectField(
			{
				label: 'Validator',
				subjects: 'validators',
				key: nodeId(),
				by: 'node ID',
				example: '"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg": "95, 90"',
			},
			numbers(0, 100),
		),
		margin: field(decimal(0, 20).optional(), {
			in: 'form',
			label: 'Margin (Percentage Points)',
			description:
				'How far above the uptime that rewards require (90 percent, or 80 for validations that began before Helicon) the first threshold is',
			default: MARGIN,
			show: 'option',
		}),
		recoverBy: field(decimal(0, 20).optional(), {
			in: 'form',
			label: 'Recover By (Percent)',
			description:
				'How far above a threshold, in percentage points, the uptime must be to count as recovered',
			default: RECOVER_BY,
			show: 'option',
		}),
	},
	rules: [
		observerRule,
		onlyWatched(['nodeIds', 'Node IDs'], ({ observer, nodeIds }) =>
			observer === 'peers' ? undefined : nodeIds,
		),
	],
	columns: {
		nodeId: out.nodeId(),
		validationId: out.id('Of L1 validators, cb58'),
		uptime: out.percent(),
		requiredUptime: out.percent('The uptime that rewards of this validation require'),
		medianUptime: out.percent(
			'Peers with half of the reporting stake observe at least this much; Peers of My Node only',
		),
		rewardingStake: out.percent(
			'Share of the reporting stake that observes at least the required uptime; Peers of My Node only',
		),
		reportingPeers: out.count('Validators that report the uptime; Peers of My Node only'),
		reportingStake: out.nAvax('Their stake, with delegations; Peers of My Node only'),
		reportingShare: out.percent(
			'Share of all stake that reports, with that of the node itself; Peers of My Node only',
		),
		thresholds: out.list(out.percent(), 'The thresholds, the highest first'),
		startTime: out.seconds('Start of the validation'),
	},
	repeat: [86_400],
	goneText: 'is not in the validator set',
	hold: 3,
	async read({ recoverBy = RECOVER_BY, ...settings }, context) {
		const { thresholdsBySubject } = settings;
		const all = await observed(settings, context, 'Uptime');
		const readings = all.flatMap((one) => {
			if (one.uptime === undefined) return [];
			const { uptime } = one;
			const lines = linesOf(settings, one);
			return {
				subject: one.validationId ?? one.nodeId,
				nodeId: one.nodeId,
				level: linesAbove(uptime, lines),
				easedLevel: linesAbove(uptime - recoverBy, lines),
				facts: { ...one, uptime, lines } satisfies Facts as Facts,
			};
		});
		const unknown = unmatched(
			thresholdsBySubject,
			all.map((one) => one.nodeId),
		);
		const absent = new Set([...absentNodes(settings.nodeIds, all), ...unknown]);
		return [...readings, ...[...absent].map(goneReading)];
	},
	say({ nodeId, uptime, lines, required, url, ...view }, level) {
		const { rewardingStake, reportingPeers, reportingShare } = view;
		const peersText =
			rewardingStake === undefined || reportingShare === undefined
				? ''
				: ` ${reportingPeers} peers report it, ${percentText(reportingShare)} of the stake with the node itself; ${percentText(rewardingStake)} of theirs observes enough.`;
		return {
			name: nodeId,
			bad: `uptime ${percentText(uptime)} is below ${percentText(lines[level - 1])}`,
			good: `uptime is ${percentText(uptime)}`,
			text: `The uptime of ${nodeId} is ${percentText(uptime)}; rewards need ${percentText(required)}.${peersText}`,
			url,
		};
	},
	show: ({ nodeId, validationId, uptime, required, lines, startTime, ...view }) => ({
		nodeId,
		...(validationId && { validationId }),
		uptime,
		requiredUptime: required,
		...(view.reportingPeers !== undefined && {
			medianUptime: view.medianUptime,
			rewardingStake: view.rewardingStake,
			reportingPeers: view.reportingPeers,
			reportingStake: view.reportingStake,
			reportingShare: view.reportingShare,
		}),
		thresholds: lines,
		startTime,
	}),
	// The last threshold is the one that rewards require.
	severity: (level, facts) => (level >= (facts?.lines.length ?? 2) ? 'critical' : 'warning'),
	example({ settings, read, now }) {
		const nodeId = settings.nodeIds?.[0] ?? EXAMPLE_NODE;
		const one: Observed = read ?? { nodeId, required: 90, startTime: now - 90 * 86_400 };
		const lines = linesOf(settings, one);
		const { recoverBy = RECOVER_BY } = settings;
		const uptime = Math.max(0, lines[0] - 0.5);
		return {
			bad: {
				subject: one.validationId ?? one.nodeId,
				level: Math.max(1, linesAbove(uptime, lines)),
				facts: factsAt(uptime, one, lines),
			},
			good: factsAt(Math.min(100, lines[0] + recoverBy + 0.5), one, lines),
		};
	},
});

/** The thresholds of a validator, the highest first. */
function linesOf(
	{
		thresholds,
		thresholdsBySubject,
		margin = MARGIN,
	}: {
		thresholds?: number[];
		thresholdsBySubject?: Record<string, number[]>;
		margin?: number;
	},
	{ nodeId: subject, required }: Observed,
): number[] {
	const given = ownOf(thresholdsBySubject)(subject) ?? thresholds ?? [required + margin, required];
	return [...given].sort((a, b) => b - a);
}

/** A generated validator for which all observers report the same uptime. */
function factsAt(uptime: number, one: Observed, lines: number[]): Facts {
	const peers = one.rewardingStake !== undefined && {
		medianUptime: uptime,
		rewardingStake: uptime >= one.required ? 100 : 0,
	};
	return { ...one, ...peers, uptime, lines };
}
