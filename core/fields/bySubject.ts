import * as z from 'zod/v4';
import { mapOf } from './culprit';
import { isMap } from '../formats/json';
import { type Value, value } from './field';
import { type FieldSet, type Fields, type InputValues, type ParsedValues } from './fieldSet';
import { repetitionIn } from './jsonText';
import { preview } from './preview';

/** Kinds of input that give single subjects values of their own: a JSON object by subject. */

/** As many as the longest list of subjects. */
const MOST_SUBJECTS = 1024;
const MOST_CHARACTERS = 262_144;

/** The names of the subjects in such an object. */
export interface SubjectNames {
	/** The type of a key. */
	key: Value<string, string | number>;
	/** Completes "by …": "node ID". */
	by: string;
	/** An example of one entry, such as `"NodeID-…": "95, 90"`. */
	example: string;
	/** The same text for the same subject, where it can be spelled in several ways. */
	same?(subject: string): string;
}

/**
 * A JSON object, or its text, that gives each subject a value of its own. Each value is checked as
 * `own` checks it alone. The subjects are sorted, so that the same object always reads the same.
 */
export function bySubject<Own, Given>(
	{ key, by, example, same = (subject) => subject }: SubjectNames,
	own: Value<Own, Given>,
): Value<Record<string, Own>, Record<string, Given> | string> {
	const rule = `must be a JSON object by ${by} with 1 to ${MOST_SUBJECTS} entries, such as {${example}}`;
	const schema = () =>
		z.unknown().transform((given, context) => {
			const add = (message: string, path: PropertyKey[] = []) =>
				context.addIssue({ code: 'custom', message, path, fatal: true });
			const repetition = repetitionIn(given);
			const entries = entriesOf(given);
			if (!entries || repetition) {
				add(repetition ? `${rule}; ${repetition.message}` : rule);
				return z.NEVER;
			}
			const found = new Map<string, [subject: string, values: Own]>();
			for (const [name, values] of entries) {
				const subject = key.schema.safeParse(name);
				if (!subject.success) {
					add(`has the key ${preview(name)}, which ${subject.error.issues[0].message}`);
					continue;
				}
				if (found.has(same(subject.data))) add('names its subject a second time', [name]);
				const checked = own.schema.safeParse(values);
				for (const { message, path } of checked.error?.issues ?? []) add(message, [name, ...path]);
				if (checked.success) found.set(same(subject.data), [subject.data, checked.data]);
			}
			return Object.fromEntries([...found.values()].sort(([a], [b]) => (a < b ? -1 : 1)));
		});
	return value(
		() => schema() as unknown as z.ZodType<Record<string, Own>, Record<string, Given> | string>,
		{ control: 'json', rule },
	);
}

/**
 * The entries of an object or its JSON text; undefined if it is not an object, empty or has too many.
 */
function entriesOf(given: unknown): Array<[string, unknown]> | undefined {
	if (typeof given === 'string' && given.length > MOST_CHARACTERS) return undefined;
	const map = mapOf(given);
	if (!isMap(map)) return undefined;
	const { length } = Object.keys(map);
	return length > 0 && length <= MOST_SUBJECTS ? Object.entries(map) : undefined;
}

/** The fields of a set as one value: an object of these fields and no others, with their rules. */
export function asValue<F extends Fields>(
	set: FieldSet<F>,
): Value<ParsedValues<F>, InputValues<F>> {
	const rule = `must be an object with ${set.keys.join(', ')}`;
	const schema = () =>
		z.unknown().transform((given, context) => {
			const add = (message: string, path: PropertyKey[] = []) =>
				context.addIssue({ code: 'custom', message, path, fatal: true });
			if (!isMap(given)) {
				add(rule);
				return z.NEVER;
			}
			const stray = Object.keys(given).find((name) => !set.keys.includes(name));
			if (stray !== undefined) add(`has no field ${preview(stray)}: it ${rule}`);
			const checked = set.schema().safeParse(given);
			for (const { message, path } of checked.error?.issues ?? []) add(message, path);
			return checked.success ? checked.data : z.NEVER;
		});
	return value(() => schema() as unknown as z.ZodType<ParsedValues<F>, InputValues<F>>, {
		control: 'json',
		rule,
	});
}
