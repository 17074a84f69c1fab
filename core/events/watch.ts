import type { ResolvedColumn } from '../fields/columns';
import { type Details, type Field, type FieldInfo, field } from '../fields/field';
import {
	type Fields,
	type ParsedValues,
	type Rule,
	fieldSet,
	infoOf,
	initialsOf,
	parseFields,
} from '../fields/fieldSet';
import { choices, flag, whole } from '../fields/inputs';
import * as out from '../fields/outputs';
import { broken } from '../fields/rules';
import {
	type EventDeclaration,
	type EventHead,
	type Watched,
	eventTypesOf,
	headOf,
} from './declare';
import { settingsKey } from './event';
import { eventColumns } from './eventColumns';
import { startFrom } from './fields';
import { HEADLINE, LEVEL_COLUMNS } from './item';
import { DEFAULT_FAILED_CHECKS, LEVEL_FIELDS } from './levelFields';
import { watchSource } from './watchSource';

/**
 * Declares a watch: one subject, and a selection of the declared events about it. Its items, their ids
 * and their levels are those of the single events with the same settings.
 */

type Values = Readonly<Record<string, unknown>>;

/** The options of every watch: each event that has one of them takes its value. */
const COMMON = {
	startFrom,
	failedChecks: LEVEL_FIELDS.failedChecks,
	repeatEvery: LEVEL_FIELDS.repeatEvery,
	holdPolls: field(whole(1, 1000).optional(), {
		in: 'form',
		label: 'Hold for Polls',
		description:
			'How many polls in a row must agree before a threshold event fires, instead of the number that each event has by default; where the scheduler does not keep the state of polls without events, these are checks within one poll',
		show: 'option',
	}),
	fireFirst: field(flag().optional(), {
		in: 'form',
		label: 'Fire on First State',
		description:
			'Whether to fire at activation for subjects that are already beyond a threshold; by default every event does, except Node Health Changed',
		default: true,
		show: 'option',
	}),
};

type Common = ParsedValues<typeof COMMON> & { events: string[] };

/** An event of a watch. */
export interface WatchedEvent<Settings = Values> {
	event: EventDeclaration;
	/** Tells several entries of one event apart, such as its chains. */
	variant?: string;
	/** True if it is selected by default. */
	chosen?: true;
	/** True if it needs a node of the user's own with all settings of the watch. */
	ownNode?: true;
	/** The settings of the event; a text is the reason why it is left out with these. */
	settings(settings: Settings): Values | string;
}

/** A watch as its file declares it; `type` is that of the reports of events that cannot be read. */
export interface WatchForm<F extends Fields>
	extends Omit<EventHead, 'otherTypes' | 'ownNode' | 'reads' | 'remembers'> {
	fields: F;
	rules?: Array<Rule<ParsedValues<F>>>;
	/** The settings that identify the subject: the state of a watch belongs to them. */
	subject(settings: ParsedValues<F>): Values;
	events: ReadonlyArray<WatchedEvent<ParsedValues<F> & Common>>;
}

/** Declares a watch. */
export function declareWatch<F extends Fields>(watch: WatchForm<F>): EventDeclaration {
	type Settings = ParsedValues<F> & Common;
	const { value, events } = watch;
	const own = watch.fields;
	const settingsOf = ({ event, settings }: WatchedEvent<Settings>, given: Settings) => {
		const made = settings(given);
		if (typeof made === 'string') return made;
		const common = Object.keys(COMMON).map((key) => [key, given[key as keyof Settings]] as const);
		const all = [...common, ...Object.entries(made)];
		const known = all.filter(
			([key, each]) => each !== undefined && event.fields.keys.includes(String(key)),
		);
		return Object.fromEntries(known) as Values;
	};
	const declarations = [...new Set(events.map(({ event }) => event))];
	const names = declarations.map((event) => event.value);
	const offered = [...declarations].sort((a, b) => (a.name < b.name ? -1 : 1));
	const chosen = declarations.filter((event) =>
		events.some((one) => one.chosen && one.event === event),
	);
	const fields = fieldSet(
		{
			...own,
			events: field(
				choices(
					names,
					offered.map(({ value: name, name: label, description }) => ({
						value: name,
						name: label,
						description,
					})),
				),
				{
					in: 'form',
					label: 'Events',
					description: 'The events to watch',
					default: chosen.map((event) => event.value).join(', '),
				},
			),
			...COMMON,
		},
		...((watch.rules ?? []) as unknown as Rule[]),
		(given, context) => {
			for (const one of events) {
				if (!(given as Settings).events.includes(one.event.value)) continue;
				const made = settingsOf(one, given as Settings);
				if (typeof made === 'string') continue;
				for (const [key, message] of mistakesIn(one.event, made)) {
					const isOwn = key in own || key in COMMON;
					const label = isOwn
						? ''
						: `include ${one.event.name}, whose "${labelOf(one.event, key)}" `;
					broken(context, isOwn ? key : 'events', label + message);
				}
			}
		},
	);
	const watched = (given: Settings): Watched[] => {
		const all = events
			.filter(({ event }) => given.events.includes(event.value))
			.map((one): Watched => {
				const { event, variant } = one;
				const key = variant ? `${event.value}.${variant}` : event.value;
				const made = settingsOf(one, given);
				return typeof made === 'string'
					? { event, key, leftOut: made }
					: { event, key, settings: parseFields(event.fields, made, value) };
			});
		// A variant without a subject is not missed where the event has another one.
		return all.filter(
			({ event, leftOut }, at) =>
				leftOut === undefined ||
				!all.some(
					(other, index) => other.event === event && (other.settings !== undefined || index < at),
				),
		);
	};
	const needsOwnNode = ({ event, ownNode }: WatchedEvent<Settings>) =>
		(ownNode ?? event.ownNode) === true;
	const otherTypes = declarations.flatMap(eventTypesOf);
	return {
		...headOf({ ...watch, otherTypes, ...about(declarations) }),
		fields,
		output: outputOf(declarations),
		columns: columnsOf(declarations),
		watched: {
			events: declarations,
			ownNode: events.filter(needsOwnNode).map(({ event }) => event),
			settingsOf: watched,
		},
		source: watchSource<Settings>({
			type: watch.type,
			name: watch.name,
			key: (given) => settingsKey({ event: value, ...watch.subject(given) }),
			watched,
			failedAfter: ({ failedChecks = DEFAULT_FAILED_CHECKS }) => failedChecks,
		}),
	};
}

/** A field of an event as an option of a watch. */
export function optionOf<E extends EventDeclaration>(
	{ fields }: E,
	key: string,
	about: Partial<Details> = {},
): Field {
	const { info, schema } = fields.fields[key] as Field;
	const { wasOption: _, shownFor: __, requiredFor: ___, either: ____, ...rest } = info;
	return { info: { ...rest, show: 'option', ...about } as FieldInfo, schema };
}

/** The mistakes in the settings of an event: its field, and what completes "<field> …". */
function mistakesIn({ fields }: EventDeclaration, given: Values): Array<[string, string]> {
	const all = { ...Object.fromEntries(initialsOf(fields, given)), ...given };
	const { error } = fields.schema().safeParse(all);
	return (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]);
}

function labelOf({ fields }: EventDeclaration, key: string): string {
	return fields.keys.includes(key) ? infoOf(fields, key).label : key;
}

function about(events: readonly EventDeclaration[]) {
	return {
		reads: `what the selected events read, equal requests once: ${events.map(({ name }) => name).join(', ')}`,
		remembers: 'what the selected events store',
	};
}

/**
 * The columns that Simplify keeps of all events, each once; none where no event holds whole records of a
 * service.
 */
function columnsOf(events: readonly EventDeclaration[]): ResolvedColumn[] | undefined {
	if (events.every(({ columns }) => columns === undefined)) return undefined;
	const all = events.flatMap(({ output, columns = eventColumns(output) }) => columns);
	const own = all.filter(({ name }) => !(name in HEADLINE) && !(name in LEVEL_COLUMNS));
	const named = new Map(own.map((column) => [column.name, column]));
	return eventColumns(outputOf(events), [...named.values()]);
}

/** The columns of all events: the common ones, those of thresholds, and each event's own. */
function outputOf(events: readonly EventDeclaration[]) {
	const parts = events.map(({ output }) => (output as unknown as { fields: out.Shape }).fields);
	return out.object({
		...out.optionalParts(Object.assign({}, ...[...parts].reverse()) as out.Shape),
		...LEVEL_COLUMNS,
		...HEADLINE,
	});
}
