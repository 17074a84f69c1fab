import { type Fields, type ParsedValues, type Rule, fieldSet } from '../fields/fieldSet';
import { field } from '../fields/field';
import { flag, whole } from '../fields/inputs';
import { durations } from '../fields/lines';
import * as out from '../fields/outputs';
import { type EventDeclaration, type EventHead, headOf } from './declare';
import { type NetworkEvent, type PollContext, keyOf } from './event';
import { HEADLINE, type Headline, LEVEL_COLUMNS, type Severity } from './item';
import { type Change, type Reading, levelsSource } from './levels';
import { type Example, type ExampleGiven, asSample } from './sample';
import { span } from './words';

/** Declares a threshold event: its form, rules and texts. */

/** The options of every such event. */
const LEVEL_FIELDS = {
	holdPolls: field(whole(1, 1000).optional(), {
		in: 'form',
		label: 'Hold for Polls',
		description:
			"How many polls in a row must agree before the event fires; where n8n's scheduler does not keep the state of polls without events, these are checks within one poll",
		default: 1,
		show: 'option',
	}),
	failedChecks: field(whole(0, 1000).optional(), {
		in: 'form',
		label: 'Report Failed Checks After',
		description:
			'How many polls in a row must fail before one event reports that the check fails; with 0, a failed check is a failed execution',
		default: 3,
		show: 'option',
	}),
	repeatEvery: field(durations().optional(), {
		in: 'form',
		label: 'Repeat Every',
		description:
			'After how long the event fires again while the subject stays beyond the threshold, such as 24h; several values, separated by commas, are for the first threshold, the second and so on; 0s means never',
		placeholder: '24h, 6h, 1h',
		show: 'option',
	}),
	fireFirst: field(flag().optional(), {
		in: 'form',
		label: 'Fire on First State',
		description: 'Whether to fire at activation for subjects that are already beyond a threshold',
		default: true,
		show: 'option',
	}),
};

type Common = typeof LEVEL_FIELDS;

const DEFAULT_FAILED_CHECKS = 3;

/** The texts about a subject's state. */
export interface Words {
	/** The name of the subject in a title. */
	name: string;
	/**
	 * Completes the title after the name, if it is beyond a threshold: "uptime is 78 %, below 80
	 * %".
	 */
	bad: string;
	/** The same if it is not beyond a threshold. */
	good: string;
	/** The same when it recovers; by default `good` and "again". */
	reached?: string;
	/** One or two sentences about the current state. */
	text: string;
	url?: string | null;
}

export interface LevelEvent<F extends Fields, S extends Readonly<Record<string, out.Output>>, Facts>
	extends EventHead {
	fields: F;
	rules?: Array<Rule<ParsedValues<F>>>;
	/** The event's own columns. */
	columns: S;
	/** Default intervals of repetition in seconds, by level; never if empty. */
	repeat: readonly number[];
	read(settings: ParsedValues<F>, context: PollContext): Promise<Array<Reading<Facts>>>;
	say(facts: Facts, level: number, settings: ParsedValues<F>): Words;
	/** The values of the own columns. */
	show(facts: Facts): out.ObjectOf<S>;
	/** Polls that must agree by default. Default 1. */
	hold?: number;
	/** Default: critical from level 2 on, else warning. */
	severity?(level: number, facts: Facts | undefined): Severity;
	/** The subject in items, if it differs from the subject of readings. */
	subjectOf?(facts: Facts): string;
	/** The text about a subject that is missing after the first check, after its name. */
	goneText: string;
	/** Default warning. */
	goneSeverity?: Severity;
	/** Makes the states of generated test events. */
	example(given: ExampleGiven<ParsedValues<F>, Facts>): Example<Facts>;
}

/** Declares a threshold event. */
export function declareLevels<
	F extends Fields,
	const S extends Readonly<Record<string, out.Output>>,
	Facts,
>(event: LevelEvent<F, S, Facts>): EventDeclaration {
	type Settings = ParsedValues<F> & ParsedValues<Common>;
	const { value } = event;
	const eventOf = (change: Change<Facts>, settings: Settings) =>
		itemOf(event as unknown as LevelEvent<Fields, S, Facts>, change, settings);

	const source = levelsSource<Settings, Facts>(
		{
			key: ({ holdPolls: _, failedChecks: __, repeatEvery: ___, fireFirst: ____, ...rest }) =>
				keyOf({ event: value, ...rest }),
			rules: ({
				holdPolls = event.hold ?? 1,
				failedChecks = DEFAULT_FAILED_CHECKS,
				repeatEvery = event.repeat as number[],
				fireFirst = true,
			}) => ({
				hold: holdPolls,
				failedAfter: failedChecks,
				tellFirst: fireFirst,
				repeatMs(level) {
					const seconds = repeatEvery[Math.min(level, repeatEvery.length) - 1] ?? 0;
					return seconds > 0 ? seconds * 1000 : undefined;
				},
			}),
			read: async (settings, context) => await event.read(settings, context),
			event: eventOf,
		},
		async (settings, context, limit) => {
			const readings = await event.read(settings, context);
			const now = context.clock.now();
			const first = { id: 'sample', since: now, at: now };
			const events = readings.slice(0, Math.max(1, limit - 2)).map(({ subject, level, facts }) => {
				const kind = level === 0 ? 'first' : level < 0 ? 'gone' : 'crossed';
				return eventOf(
					{ ...first, id: `sample:${subject}`, kind, subject, to: level, facts },
					settings,
				);
			});
			const beyond = readings.find(({ level }) => level > 0);
			const read = (beyond ?? readings.find(({ level }) => level === 0))?.facts;
			const { bad, good } = event.example({ settings, read, now: Math.floor(now / 1000) });
			const { subject, level } = bad;
			const made = (kind: 'crossed' | 'recovered', from: number, to: number, facts: Facts) => {
				const change = { ...first, id: `sample:${kind}`, kind, subject, from, to, facts };
				return asSample(eventOf({ ...change, before: now - 86_400_000 }, settings));
			};
			if (!beyond) events.push(made('crossed', 0, level, bad.facts));
			events.push(made('recovered', level, 0, good));
			return events;
		},
	);
	return {
		...headOf(event),
		fields: fieldSet(
			{ ...event.fields, ...LEVEL_FIELDS, ...holdField(event.hold) },
			...((event.rules ?? []) as unknown as Rule[]),
		),
		output: out.object({ ...HEADLINE, ...LEVEL_COLUMNS, ...event.columns }),
		source,
	};
}

/** The field with the event's own default. */
function holdField(hold: number | undefined) {
	if (hold === undefined) return {};
	const { holdPolls } = LEVEL_FIELDS;
	const info = { ...holdPolls.info, default: hold };
	return {
		holdPolls: {
			info,
			get schema() {
				return holdPolls.schema;
			},
		},
	};
}

function itemOf<S extends Readonly<Record<string, out.Output>>, Facts>(
	event: LevelEvent<Fields, S, Facts>,
	change: Change<Facts>,
	settings: Record<string, unknown>,
): NetworkEvent {
	const { id, kind, subject, from, to, since, before, facts } = change;
	const occurredAt = new Date(since).toISOString();
	const headline: Headline = {
		id: `${event.type}:${id}`,
		event: event.type,
		severity: severityOf(event, change),
		subject: facts === undefined ? subject : (event.subjectOf?.(facts) ?? subject),
		...wordsOf(event, change, settings),
		occurredAt,
	};
	return {
		id: headline.id,
		type: event.type,
		timestamp: occurredAt,
		data: {
			...headline,
			change: kind,
			level: Math.max(0, to),
			previousLevel: from === undefined ? null : Math.max(0, from),
			...(before !== undefined && {
				previousStateSeconds: Math.max(0, Math.round((since - before) / 1000)),
			}),
			...(facts !== undefined && event.show(facts)),
		},
	};
}

function severityOf<S extends Readonly<Record<string, out.Output>>, Facts>(
	{ severity, goneSeverity = 'warning' }: LevelEvent<Fields, S, Facts>,
	{ kind, to, facts }: Change<Facts>,
): Severity {
	switch (kind) {
		case 'checkFailed':
		case 'unreadable':
			return 'warning';
		case 'gone':
			return goneSeverity;
		case 'first':
			return 'info';
		case 'checkWorks':
		case 'recovered':
		case 'returned':
			return 'resolved';
		default:
			return severity?.(to, facts) ?? (to > 1 ? 'critical' : 'warning');
	}
}

function wordsOf<S extends Readonly<Record<string, out.Output>>, Facts>(
	event: LevelEvent<Fields, S, Facts>,
	{ kind, subject, from, to, at, since, failure, facts }: Change<Facts>,
	settings: Record<string, unknown>,
): Pick<Headline, 'title' | 'text' | 'url'> {
	if (kind === 'checkFailed') {
		return {
			title: `${event.name}: the check fails`,
			text: `The check failed: ${failure?.message ?? 'no response'}. The state is unknown until the check works again.`,
			url: null,
		};
	}
	if (kind === 'unreadable') {
		const text = `${failure?.message ?? 'A record cannot be read.'}. The state of the other subjects is known.`;
		return { title: `${event.name}: a record cannot be read`, text, url: null };
	}
	if (kind === 'checkWorks') {
		const text = 'The check works again and continues from the last known state.';
		return { title: `${event.name}: the check works again`, text, url: null };
	}
	if (kind === 'gone' && from === undefined) {
		return {
			title: `${subject} is not found`,
			text: `The settings name ${subject}, but the response for these settings has no ${event.what} with this ID.`,
			url: null,
		};
	}
	if (kind === 'gone' || facts === undefined) {
		const text = `${subject} ${event.goneText}.`;
		return { title: text.slice(0, -1), text, url: null };
	}
	const {
		name,
		bad,
		good,
		reached = `${good} again`,
		text,
		url,
	} = event.say(facts, to, settings as never);
	const state = to > 0 ? bad : good;
	const said = {
		crossed: `${name}: ${state}`,
		repeated: `${name}: still ${state}`,
		improved: `${name}: better, ${state}`,
		recovered: `${name}: ${reached}`,
		returned: `${name}: is back, ${state}`,
		first: `${name}: ${state}`,
	}[kind];
	const lasting = kind === 'repeated' ? ` For ${span((at - since) / 1000)} now.` : '';
	return { title: said, text: text + lasting, url: url ?? null };
}
