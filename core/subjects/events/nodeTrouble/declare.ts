import { field } from '../../../fields/field';
import { choices } from '../../../fields/inputs';
import * as out from '../../../fields/outputs';
import { declareLevels } from '../../../events/levelEvent';
import { UNKNOWN, linesAbove, linesBelow } from '../../../events/levelSteps';
import { type SubjectReading, unknownReading } from '../../../events/levelTypes';
import { percentText, rounded, separated, span } from '../../../events/words';
import { type SeriesMemory, seriesAt } from '../shared/nodeSeries';
import { type NodeNow, nodeLines, nodeNow } from '../shared/nodeNow';
import { SETTLES_IN, closed, isWithheld, scrape, valueIn } from '../shared/nodeStart';
import { LIST, NODE_RULES, type NodeRule, START_TIME } from './rules';

interface Facts {
	rule: string;
	/** `P`, or a blockchain ID; absent if the metric has no chain. */
	chain?: string;
	value: number;
	/** The state of a node in trouble. */
	now?: NodeNow;
}

type Reading = SubjectReading<Facts>;

/** Values from poll to poll. `beyond`: the subjects that are beyond a threshold, as far as is known. */
interface Stored extends SeriesMemory {
	beyond: string[];
}

const RULES = NODE_RULES.map(({ value }) => value);
const ruleOf = (value: string) => NODE_RULES.find((rule) => rule.value === value) as NodeRule;
const subjectOf = (rule: string, chain?: string) =>
	chain === undefined ? rule : `${rule} of ${chain}`;

/** The rules of Ava Labs' list and of Helicon, of a node and of its chains. */
export const nodeTrouble = declareLevels({
	value: 'nodeTrouble',
	type: 'node.trouble',
	name: 'Node Trouble',
	description:
		"A metric of your node is beyond a threshold of Ava Labs' paging list, or of the execution since Helicon, or recovers; it needs /ext/metrics, which hosted nodes close",
	what: 'rule',
	reads:
		'your own node: `GET /ext/metrics`, once for all rules; of a node in trouble also `GET /ext/health` and `info.getNodeVersion`',
	remembers: 'the values of 15 minutes, about 1 KB a chain of the node',
	ownNode: true,
	fields: {
		rules: field(choices(RULES, NODE_RULES).optional(), {
			in: 'form',
			label: 'Rules',
			description:
				'The rules to watch, of the node and of each of its chains; with none, all. For other thresholds use Node Metric Crossed.',
			show: 'main',
		}),
	},
	columns: {
		rule: out.choice(RULES),
		chain: out.name('P, X, C or a blockchain ID; null if the metric has no chain'),
		value: out.decimal('Shares as a part of one'),
		threshold: out.decimal('The last one that was crossed, or the first'),
		action: out.text('What to do'),
		source: out.text('Where the threshold is from'),
		peers: out.count('Of a node in trouble'),
		freeDisk: out.percent('Of a node in trouble'),
		version: out.text('Of a node in trouble'),
		startedAt: out.seconds('Of a node in trouble'),
	},
	repeat: [21_600],
	goneText: 'is not in the metrics of the node',
	async read({ rules = [] }, context, memory): Promise<Reading[]> {
		const before = memory.stored as Stored | undefined;
		const samples = await scrape(context).catch((error: unknown) => {
			// A watch leaves out what this node does not offer; a node that offered it has a fault.
			if (!isWithheld(error)) throw error;
			if (before || !context.throwsFailedChecks) throw closed(error);
			context.note?.(
				`Events of this watch that are left out: Node Trouble (${closed(error).message})`,
			);
			return undefined;
		});
		if (!samples) return [];
		const now = Math.floor(context.clock.now() / 1000);
		const start = valueIn(samples, START_TIME);
		const series = seriesAt(samples, { now, start, before });
		const isSettling = start !== undefined && now - start < SETTLES_IN;
		const chosen = NODE_RULES.filter(({ value }) => rules.length === 0 || rules.includes(value));
		const readings = chosen.flatMap((rule) =>
			series.measure(rule.value, rule.expression).map(({ labels, value }): Reading => {
				const { chain } = labels as { chain?: string };
				const subject = subjectOf(rule.value, chain);
				const waits = value === undefined || (isSettling && rule.settles === true);
				return waits ? unknownReading(subject) : readingOf(subject, rule, { chain, value });
			}),
		);
		const judged = withoutFollowers(readings);
		// After a start, chains and their metrics come one after another.
		const there = new Set(judged.map(({ subject }) => subject));
		const late = isSettling ? (before?.beyond ?? []).filter((one) => !there.has(one)) : [];
		const all = [...judged, ...late.map(unknownReading)];
		const isBeyond = ({ subject, level }: Reading) =>
			level > 0 || (level === UNKNOWN && before?.beyond.includes(subject) === true);
		memory.stored = {
			...series.stored,
			beyond: all.filter(isBeyond).map(({ subject }) => subject),
		} satisfies Stored;
		if (!all.some(({ level }) => level > 0)) return all;
		const state = await nodeNow(context);
		return all.map((one) =>
			one.level > 0 ? { ...one, facts: { ...one.facts, now: state } } : one,
		);
	},
	say({ rule, chain, value, now }, level) {
		const { name, side, lines, action } = ruleOf(rule);
		const valueText = inUnit(rule, value);
		const line = inUnit(rule, lines[Math.max(1, level) - 1].at);
		const ofChain = chain === undefined ? '' : ` of chain ${chain}`;
		const first = `${name}${ofChain}: ${valueText}; the threshold is ${line}.`;
		return {
			name: `${name}${ofChain}`,
			bad: `${valueText}, ${side} ${line}`,
			good: `${valueText}, not ${side} ${line}`,
			text: [first, ...(level > 0 ? [action] : []), ...(now ? nodeLines(now) : [])].join(' '),
			url: LIST,
		};
	},
	subjectOf: ({ rule, chain }) => subjectOf(rule, chain),
	severity: (level, facts) =>
		facts ? ruleOf(facts.rule).lines[Math.max(1, level) - 1].severity : 'warning',
	show({ rule, chain, value, now }) {
		const { side, lines, action, source } = ruleOf(rule);
		const crossed = lines.filter(({ at }) => (side === 'above' ? value > at : value < at));
		return {
			rule,
			chain: chain ?? null,
			value,
			threshold: (crossed.at(-1) ?? lines[0]).at,
			action,
			source,
			peers: now?.peers ?? null,
			freeDisk: now?.freeDisk ?? null,
			version: now?.version ?? null,
			startedAt: now?.startedAt ?? null,
		};
	},
	example({ settings: { rules = [] }, read, now }) {
		const rule = ruleOf(rules[0] ?? read?.rule ?? 'disk');
		const [{ at }] = rule.lines;
		const beyond = rule.side === 'above' ? at * 2 || 1 : at / 2;
		const within = rule.side === 'above' ? 0 : at * 2;
		const chain = read?.rule === rule.value ? read.chain : chainIn(rule);
		const facts = { rule: rule.value, ...(chain !== undefined && { chain }) };
		const state = { version: 'avalanchego/1.15.3', peers: 5, startedAt: now - 86_400 };
		const subject = subjectOf(rule.value, chain);
		return {
			bad: readingOf(subject, rule, { chain, value: beyond }, state),
			good: { ...facts, value: within },
		};
	},
});

/** The chain of a generated event. */
function chainIn({ unit, value, expression: { names } }: NodeRule): string | undefined {
	if (unit === 'points' || unit === 'checks') return undefined;
	return value === 'badBlocks' || /_sae_|accepted_height/.test(names[0]) ? 'C' : 'P';
}

function readingOf(
	subject: string,
	{ value: rule, side, lines, ease = 0 }: NodeRule,
	{ chain, value }: { chain?: string; value: number },
	now?: NodeNow,
): Reading {
	const all = lines.map(({ at }) => at);
	const levelOf = (given: number) =>
		side === 'above' ? linesBelow(given, all) : linesAbove(given, all);
	const facts = { rule, ...(chain !== undefined && { chain }), value, ...(now && { now }) };
	const eased = side === 'above' ? value + ease : value - ease;
	return { subject, level: levelOf(value), easedLevel: levelOf(eased), facts };
}

/** The readings, in which a rule is unknown while one that it follows tells of the same chain. */
function withoutFollowers(readings: readonly Reading[]): Reading[] {
	const broken = new Set(readings.filter(({ level }) => level > 0).map(({ subject }) => subject));
	return readings.map((reading) => {
		if (reading.level <= 0) return reading;
		const { rule, chain } = reading.facts;
		// X and C have the validators of P.
		const chains = [chain, ...(chain === 'X' || chain === 'C' ? ['P'] : [])];
		const hasReportedCause = (ruleOf(rule).follows ?? []).some((other) =>
			chains.some((one) => broken.has(subjectOf(other, one))),
		);
		return hasReportedCause ? unknownReading(reading.subject) : reading;
	});
}

/** A value in the unit of its rule. */
function inUnit(rule: string, value: number): string {
	switch (ruleOf(rule).unit) {
		case 'percent':
			return percentText(value * 100);
		case 'points':
			return percentText(value);
		case 'seconds':
			return span(value);
		default:
			return separated(rounded(value));
	}
}
