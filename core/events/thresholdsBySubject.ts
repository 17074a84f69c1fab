import { type SubjectNames, bySubject } from '../fields/bySubject';
import { type Value, field } from '../fields/field';
import { broken } from '../fields/rules';
import type { Rule } from '../fields/fieldSet';

/** Thresholds of single subjects, in place of those that an event has for all. */

interface About extends SubjectNames {
	/** Ends the label: "Thresholds by …". */
	label: string;
	/** Noun for the subjects that have thresholds of their own, in the plural. */
	subjects: string;
	/** Ends the description. */
	note?: string;
}

/** The option of an event. `own`: the kind of its thresholds for all. */
export function thresholdsBySubjectField<Own, Given>(
	{ label, subjects, note = '', ...names }: About,
	own: Value<Own, Given>,
) {
	return field(bySubject(names, own).optional(), {
		in: 'form',
		label: `Thresholds by ${label}`,
		description: `Thresholds of single ${subjects}, in place of those for all: a JSON object by ${names.by}, such as {${names.example}}${note}; one that is not found is reported once`,
		placeholder: `{${names.example}}`,
		show: 'option',
	});
}

/**
 * Returns a function that finds the thresholds of a subject; undefined if it has none of its own.
 */
export function ownOf<Own>(
	given: Readonly<Record<string, Own>> | undefined,
	{ same = (subject) => subject }: Pick<SubjectNames, 'same'> = {},
): (subject: string) => Own | undefined {
	const own = new Map(Object.entries(given ?? {}).map(([key, each]) => [same(key), each]));
	return (subject) => own.get(same(subject));
}

/**
 * The subjects that have thresholds of their own and are not among those that were read: they are
 * reported as missing, because a wrong id would otherwise have no effect.
 */
export function unmatched(
	given: Readonly<Record<string, unknown>> | undefined,
	there: Iterable<string>,
): string[] {
	const found = new Set(there);
	return Object.keys(given ?? {}).filter((subject) => !found.has(subject));
}

/**
 * The rule that subjects with thresholds of their own are watched: those that `listed` gives, where an
 * event lists its subjects. `list` is the field of the list, by key and label.
 */
export function onlyWatched<Values extends { thresholdsBySubject?: Record<string, unknown> }>(
	[key, label]: [key: string, label: string],
	listed: (settings: Values) => readonly string[] | undefined,
	{ same = (subject) => subject }: Pick<SubjectNames, 'same'> = {},
): Rule<Values> {
	return (settings, context) => {
		const watched = listed(settings)?.map(same);
		if (!watched) return;
		for (const subject of Object.keys(settings.thresholdsBySubject ?? {})) {
			if (watched.includes(same(subject))) continue;
			broken(context, 'thresholdsBySubject', `must be for one of "${label}" (${key})`, subject);
		}
	};
}
