import { field } from '../fields/field';
import type { Fields, ParsedValues } from '../fields/fieldSet';
import { flag, whole } from '../fields/inputs';
import * as out from '../fields/outputs';
import type { Failure } from '../failure';
import type { Service } from '../service';
import { type EventDeclaration, headOf } from './declare';
import { type PollContext, settingsKey } from './event';
import { type Columns, type EventForm, withOptionFields } from './eventForm';
import { HEADLINE, LEVEL_COLUMNS, headed, previousState } from './item';
import { LEVEL_FIELDS } from './levelFields';
import { levelsSource } from './levels';
import type { Change } from './levelTypes';
import { asSample } from './sample';

/** Declares an event of one subject that flips between a good state and a bad one. */

const DEFAULT_UNREACHABLE = 2;

/** The options of every such event. */
const FLIP_FIELDS = {
	holdPolls: LEVEL_FIELDS.holdPolls,
	unreachableAfter: field(whole(0, 1000).optional(), {
		in: 'form',
		label: 'Unreachable for Polls',
		description:
			'How many polls in a row must get no response before the state counts as the bad one; with 0, no response is a failed execution; where the scheduler does not keep the state of polls without events, these are checks within one poll',
		default: DEFAULT_UNREACHABLE,
		show: 'option',
	}),
	fireFirst: field(flag().optional(), {
		in: 'form',
		label: 'Fire on First State',
		description: 'Whether to fire once with the state at activation',
		default: false,
		show: 'option',
	}),
};

type Common = typeof FLIP_FIELDS;

/**
 * The input for the texts of a flip. `facts` are absent if the subject did not respond; `failure`
 * is then the error.
 */
export interface Flip<Facts> {
	isBad: boolean;
	/** False at the first poll. */
	isChange: boolean;
	facts?: Facts;
	failure?: Failure;
}

export interface FlipEvent<F extends Fields, S extends Columns, Facts> extends EventForm<F, S> {
	/** The service whose state it is. */
	service: Service;
	/** The name of the subject in items. */
	subject: string;
	/** The names of the two states in items. */
	states: { good: string; bad: string };
	/** The current state. Throws `Failure` for a response that does not contain it. */
	read(settings: ParsedValues<F>, context: PollContext): Promise<{ isBad: boolean; facts: Facts }>;
	say(flip: Flip<Facts>): { title: string; text: string };
	/** The values of the own columns. */
	show(facts: Facts | undefined): out.TolerantObjectOf<S>;
	/** Facts of the bad state for a generated test event, from those of now. `now`: Unix ms. */
	example(facts: Facts, now: number): Facts;
}

const BAD = 1;

/** Declares an event of a state that flips. */
export function declareFlips<F extends Fields, const S extends Columns, Facts>(
	event: FlipEvent<F, S, Facts>,
): EventDeclaration {
	type Settings = ParsedValues<F> & ParsedValues<Common>;
	const { value, type, subject, states } = event;
	const nameOf = (level: number) => (level === BAD ? states.bad : states.good);
	const readLevel = async (settings: Settings, context: PollContext) => {
		const { isBad, facts } = await event.read(settings, context);
		return { subject, level: isBad ? BAD : 0, facts };
	};
	const eventOf = ({ id, key, from, to, since, before, facts, failure }: Change<Facts>) => {
		const isBad = to === BAD;
		const isChange = from !== undefined;
		const severity = isBad ? 'critical' : isChange ? 'resolved' : 'info';
		const occurredAt = new Date(since).toISOString();
		return headed(
			{
				id: `${type}:${id}:${nameOf(to)}`,
				event: type,
				severity,
				subject,
				...event.say({ isBad, isChange, facts, failure }),
				occurredAt,
				url: null,
				alertKey: `${type}:${key}`,
			},
			{
				from: isChange ? nameOf(from) : null,
				to: nameOf(to),
				at: occurredAt,
				...previousState({ since, before }),
				...event.show(facts),
				...(failure && { unreachable: failure.message }),
			},
		);
	};
	const source = levelsSource<Settings, Facts>(
		{
			key: ({ holdPolls: _, unreachableAfter: __, fireFirst: ___, ...rest }) =>
				settingsKey({ event: value, ...rest }),
			rules: ({
				holdPolls = 1,
				unreachableAfter = DEFAULT_UNREACHABLE,
				fireFirst = false,
			}: ParsedValues<Common>) => ({
				hold: holdPolls,
				failedAfter: unreachableAfter,
				tellFirst: fireFirst,
				repeatMs: () => undefined,
			}),
			read: async (settings, context) => [await readLevel(settings, context)],
			event: eventOf,
			counts: ({ kind }) => kind === 'network',
			failedLevel: BAD,
			service: event.service,
			keepsAll: true,
		},
		async (settings, context) => {
			const { level, facts } = await readLevel(settings, context);
			const at = context.clock.now();
			const common = { key: 'sample', subject, since: at, at };
			const now = eventOf({ ...common, kind: 'first', id: 'sample:now', to: level, facts });
			if (level === BAD) return [now];
			const made = { id: 'sample:crossed', from: 0, to: BAD, before: at - 86_400_000 };
			const bad = event.example(facts, at);
			return [now, asSample(eventOf({ ...common, kind: 'crossed', ...made, facts: bad }))];
		},
	);
	return {
		...headOf(event),
		fields: withOptionFields(event, FLIP_FIELDS),
		output: out.object({
			...HEADLINE,
			from: out.optional(out.text('The state before; null at the first poll')),
			to: out.essential(out.choice([states.good, states.bad])),
			...out.optionalParts(event.columns),
			unreachable: out.optional(out.text('Why there was no response')),
			at: out.optional(out.dateTime()),
			previousStateSeconds: LEVEL_COLUMNS.previousStateSeconds,
			sample: LEVEL_COLUMNS.sample,
		}),
		source,
	};
}
