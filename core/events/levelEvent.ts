import type { Fields, ParsedValues } from '../fields/fieldSet';
import * as out from '../fields/outputs';
import { type EventDeclaration, headOf } from './declare';
import { type PollContext, settingsKey } from './event';
import { type Columns, type EventForm, withOptionFields } from './eventForm';
import { HEADLINE, LEVEL_COLUMNS } from './item';
import { DEFAULT_FAILED_CHECKS, LEVEL_FIELDS, holdField } from './levelFields';
import { type LevelTexts, itemOf } from './levelItem';
import { levelsSource, memoryOfState } from './levels';
import { UNKNOWN } from './levelSteps';
import type { Change, SubjectReading, ValueMemory } from './levelTypes';
import { type Example, type ExampleGiven, asSample } from './sample';

/** Declares a threshold event: its form, rules and texts. */

type Common = typeof LEVEL_FIELDS;

export interface LevelEvent<F extends Fields, S extends Columns, Facts>
	extends EventForm<F, S>,
		LevelTexts<S, Facts, ParsedValues<F>> {
	/** Default intervals of repetition in seconds, by level; never if empty. */
	repeat: readonly number[];
	read(
		settings: ParsedValues<F>,
		context: PollContext,
		memory: ValueMemory,
	): Promise<Array<SubjectReading<Facts>>>;
	/** Polls that must agree by default. Default 1. */
	hold?: number;
	/** Makes the states of generated test events. */
	example(given: ExampleGiven<ParsedValues<F>, Facts>): Example<Facts>;
}

/** Declares a threshold event. */
export function declareLevels<F extends Fields, const S extends Columns, Facts>(
	event: LevelEvent<F, S, Facts>,
): EventDeclaration {
	type Settings = ParsedValues<F> & ParsedValues<Common>;
	const { value } = event;
	const eventOf = (change: Change<Facts>, settings: Settings) => itemOf(event, change, settings);

	const source = levelsSource<Settings, Facts>(
		{
			key: ({ holdPolls: _, failedChecks: __, repeatEvery: ___, fireFirst: ____, ...rest }) =>
				settingsKey({ event: value, ...rest }),
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
			read: async (...given) => await event.read(...given),
			event: eventOf,
		},
		async (settings, context, limit) => {
			const now = context.clock.now();
			const all = await event.read(settings, context, memoryOfState({}, now));
			const readings = all.filter(({ level }) => level !== UNKNOWN);
			const first = { since: now, at: now };
			const sampleKey = (subject: string) => `sample:${subject}`;
			const events = readings.slice(0, Math.max(1, limit - 2)).map(({ subject, level, facts }) => {
				const kind = level === 0 ? 'first' : level < 0 ? 'gone' : 'crossed';
				const key = sampleKey(subject);
				return eventOf({ ...first, id: key, key, kind, subject, to: level, facts }, settings);
			});
			const beyond = readings.find(({ level }) => level > 0);
			const read = (beyond ?? readings.find(({ level }) => level === 0))?.facts;
			const { bad, good } = event.example({ settings, read, now: Math.floor(now / 1000) });
			const { subject, level } = bad;
			const made = (kind: 'crossed' | 'recovered', from: number, to: number, facts: Facts) => {
				const named = { id: `sample:${kind}`, key: sampleKey(subject) };
				const change = { ...first, ...named, kind, subject, from, to, facts };
				return asSample(eventOf({ ...change, before: now - 86_400_000 }, settings));
			};
			if (!beyond) events.push(made('crossed', 0, level, bad.facts));
			events.push(made('recovered', level, 0, good));
			return events;
		},
	);
	return {
		...headOf(event),
		fields: withOptionFields(event, { ...LEVEL_FIELDS, ...holdField(event.hold) }),
		output: out.object({ ...HEADLINE, ...LEVEL_COLUMNS, ...out.optionalParts(event.columns) }),
		source,
	};
}
