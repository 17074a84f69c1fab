import { partAt } from '../fields/columns';
import { field } from '../fields/field';
import type { Fields, ParsedValues } from '../fields/fieldSet';
import { flag } from '../fields/inputs';
import * as out from '../fields/outputs';
import { type EventDeclaration, type EventShape, headOf } from './declare';
import { type PollContext, settingsKey } from './event';
import { type Columns, type EventForm, withOptionFields } from './eventForm';
import { eventColumns } from './eventColumns';
import { startFrom } from './fields';
import { HEADLINE, LEVEL_COLUMNS, type Severity, headed } from './item';
import { asSample } from './sample';
import type { Member, MemberChange } from './setChanges';
import { type Sets, joinedEvent, setsSource } from './sets';

/** Declares an event of a set whose members change: its form, texts and columns. */

type Change = MemberChange<Member>['change'];

const SEVERITIES: Readonly<Record<Change, Severity>> = {
	joined: 'info',
	left: 'warning',
	inactive: 'critical',
	active: 'resolved',
};

/** The settings whose members can turn inactive, and when they do and when they turn active again. */
interface ActivityFor {
	field: string;
	values: readonly string[];
	when: string;
}

/** The options of such an event. */
function setFields(what: string, { when, ...shownFor }: ActivityFor) {
	return {
		leaves: field(flag().optional(), {
			in: 'form',
			label: `Fire When a ${what[0].toUpperCase()}${what.slice(1)} Leaves`,
			description: `Whether to also fire when a ${what} is no longer in the set`,
			default: false,
			show: 'option',
		}),
		activity: field(flag().optional(), {
			in: 'form',
			label: 'Fire on Activity Change',
			description: `Whether to also fire when ${when}`,
			default: false,
			show: 'option',
			shownFor,
		}),
		startFrom,
	};
}

type Common = ReturnType<typeof setFields>;

/** The own columns of an event for some settings. */
export interface RecordShape {
	columns: Columns;
	/** The values that determine the kinds of the columns, if there are any. */
	input?: Readonly<Record<string, unknown>>;
}

export interface SetEvent<F extends Fields, M extends Member>
	extends Omit<EventForm<F, Columns>, 'type' | 'otherTypes'> {
	/** The beginning of the `event` of its items, as in `validator.joined`. */
	type: string;
	activityFor: ActivityFor & { field: string & keyof F };
	/** The columns of all settings, which hold a whole record of the service. */
	columns: Columns;
	/** The names of those that Simplify keeps, as far as the settings have them. */
	simplified: readonly string[];
	/** The own columns for some settings. */
	shapeFor(settings: ParsedValues<F>): RecordShape;
	/** All members, also inactive ones. */
	read(settings: ParsedValues<F>, context: PollContext): Promise<M[]>;
	/** True if inactive members that join are not events. */
	ignoresInactive(settings: ParsedValues<F>): boolean;
	say(change: MemberChange<M>): { subject: string; title: string; text: string };
	/** The values of the own columns but `change`. */
	show(change: MemberChange<M>): Record<string, unknown>;
	/** Generates a member that joins, for a test event if the set has none. `now`: Unix seconds. */
	example(settings: ParsedValues<F>, now: number): M;
}

/** Declares an event of a set. */
export function declareSets<F extends Fields, M extends Member>(
	event: SetEvent<F, M>,
): EventDeclaration {
	type Settings = ParsedValues<F> & ParsedValues<Common>;
	const { value, type, what, activityFor } = event;
	const change = out.essential(out.choice(Object.keys(SEVERITIES), 'How the set changed'));
	const outputOf = (columns: Columns) =>
		out.object({
			...HEADLINE,
			change,
			...out.optionalParts(columns),
			sample: LEVEL_COLUMNS.sample,
		});
	const set: Sets<Settings, M> = {
		// Telling of those that leave is not another set.
		key: ({ leaves: _, startFrom: __, activity = false, ...rest }) =>
			settingsKey({ event: value, ...rest, activity }),
		rules({ leaves = false, activity = false, ...settings }: ParsedValues<Common>) {
			const all = activity || !event.ignoresInactive(settings as unknown as ParsedValues<F>);
			return { leaves, activity, counts: ({ active }) => all || active };
		},
		read: async (settings, context) => await event.read(settings, context),
		event({ id, alertKey, at, ...memberChange }) {
			// Only a member's start is told by the service.
			const since = memberChange.change === 'joined' ? memberChange.member.since * 1000 : at;
			const headline = {
				id: `${type}.${id}`,
				event: `${type}.${memberChange.change}`,
				severity: SEVERITIES[memberChange.change],
				...event.say(memberChange),
				occurredAt: new Date(since).toISOString(),
				url: null,
				alertKey: `${type}.${alertKey}`,
			};
			return headed(headline, { change: memberChange.change, ...event.show(memberChange) });
		},
	};
	const source = setsSource(set);
	const shapeOf = (columns: Columns): EventShape => {
		const output = outputOf(columns);
		const simplified = event.simplified.flatMap((name) => {
			const part = partAt(output, [name]);
			return part ? [{ path: [name], name, part }] : [];
		});
		return { output, columns: eventColumns(output, simplified) };
	};
	const [first, ...others] = Object.keys(SEVERITIES).map((each) => `${type}.${each}`);
	return {
		...headOf({ ...event, type: first, otherTypes: others }),
		fields: withOptionFields(event, setFields(what, activityFor)),
		...shapeOf(event.columns),
		shapeFor(settings: Settings): EventShape {
			const { columns, input } = event.shapeFor(settings);
			return { ...shapeOf(columns), input };
		},
		source: {
			...source,
			async sample(settings: Settings, context, limit) {
				const events = await source.sample(settings, context, limit);
				if (events.length > 0) return events;
				const member = event.example(settings, Math.floor(context.clock.now() / 1000));
				return [asSample(joinedEvent(set, settings, member, context))];
			},
		},
	};
}
