import type { Unreadable } from './event';
import type { Client } from '../client';
import { valueAt } from '../fields/columns';
import { Failure } from '../failure';
import { type PollContext, type PollResult, type SourceState, markOf } from './event';

/**
 * Records that cannot be read. An event computes with what it reads, so it reads values exactly, and
 * a record of a list that does not match is skipped: it is reported once, and does not end the list.
 */

/** Reads a response as a whole: a record that cannot be read makes it invalid. */
export const AS_A_WHOLE = { skip: undefined } as const;

/** A poll context whose lists are read record by record. */
export interface Lenient extends PollContext {
	client: Client<'tolerant'>;
	/** The records that were skipped so far. */
	skipped: Unreadable[];
	skip(record: Unreadable): void;
}

/**
 * The same context, which reads values exactly and tolerantly, and collects the records that cannot be
 * read.
 */
export function lenient(context: PollContext): Lenient {
	const { client } = context;
	const { missing = () => undefined } = client;
	const skipped: Unreadable[] = [];
	const skip = (record: Unreadable) => {
		skipped.push(record);
		context.skip?.(record);
	};
	const reading = { exact: true, skip, missing };
	const exact: Client<'tolerant'> = {
		access: (service) => client.access(service),
		missing,
		call: async (operation, input, options) =>
			await client.call(operation, input, { ...reading, ...options }),
		pages: (operation, input, options) =>
			client.pages(operation, input, { ...reading, ...options }),
		many: (operation, inputs, options) =>
			client.many(operation, inputs, { ...reading, ...options }),
		ranges: (operation, inputs, options) =>
			client.ranges(operation, inputs, { ...reading, ...options }),
	};
	return { ...context, client: exact, skipped, skip };
}

/** Names of parts that a record must have: of each list, at least one must be present. */
export type Needs = ReadonlyArray<readonly [string, ...string[]]>;

/** True if a record has what the event needs; otherwise it is skipped. */
export function hasNeeds(
	record: unknown,
	needs: Needs,
	operation: string,
	{ skip }: Pick<PollContext, 'skip'>,
): boolean {
	const missing = needs.find((paths) => paths.every((path) => isAbsent(at(record, path))));
	if (!missing) return true;
	const names = needs.flatMap(([path]) => at(record, path)).filter((each) => !isAbsent(each));
	skip?.({
		operation,
		path: missing[0].split('.'),
		message: `at ${missing.join(' or ')}: must be present`,
		names: names.map(String),
	});
	return false;
}

function at(record: unknown, path: string): unknown {
	return valueAt(record, path.split('.'));
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || value === '';
}

/**
 * An item that could be read, but lacks needed values: `error` has the reason, `markOf` identifies
 * it.
 */
export function unusable(error: unknown, name: string, markOf: () => string): Unreadable {
	let names: string[] | undefined;
	try {
		names = [markOf()];
	} catch {
		// A record without a mark is reported without names.
	}
	return { operation: name, path: [], message: (error as Error).message.trim(), names };
}

/** Maximum number of marks of reported records in a state. */
const MOST_MARKS = 50;

/**
 * The records that were not reported yet, and the marks of all records reported so far. A mark
 * identifies the record and its mistake, not its position in the list; beyond the maximum number of
 * marks, only the mistake.
 */
export function newlySkipped(
	skipped: readonly Unreadable[],
	known: readonly string[] = [],
): { fresh: Unreadable[]; marks: readonly string[] } {
	const marks = new Set(known);
	const there = new Set<string>();
	const fresh = skipped.filter((record) => {
		const [own, kind] = marksOf(record);
		const isKnown = marks.has(own) || marks.has(kind);
		const mark = marks.has(kind) || (!isKnown && marks.size >= MOST_MARKS) ? kind : own;
		marks.add(mark);
		there.add(mark);
		return !isKnown;
	});
	if (fresh.length === 0) return { fresh, marks: known };
	// Those that are not in the list any more are forgotten first.
	for (const mark of marks) if (marks.size > MOST_MARKS && !there.has(mark)) marks.delete(mark);
	return { fresh, marks: [...marks] };
}

function marksOf({ operation, path, names = [] }: Unreadable): [own: string, kind: string] {
	const keys = path.filter((key) => typeof key === 'string');
	const kind = JSON.stringify([operation, keys]);
	return [markOf(JSON.stringify([kind, [...names].sort()])), markOf(kind)];
}

/** The marks of reported records in a state. */
export function reportedIn(state: SourceState): readonly string[] {
	return (state.unreadable as readonly string[] | undefined) ?? [];
}

/** A state in which these records count as reported, too. */
export function withReported(state: SourceState, marks: readonly string[]): SourceState {
	return marks.length > 0
		? { ...state, unreadable: [...new Set([...reportedIn(state), ...marks])] }
		: state;
}

/**
 * A poll with the records that it skipped and that no poll has reported before. Where its events are
 * read again, they are not reported again.
 */
export function reported(
	result: PollResult,
	skipped: readonly Unreadable[],
	known = reportedIn(result.state),
): PollResult {
	const { fresh, marks } = newlySkipped(skipped, known);
	const marked = (state: SourceState) =>
		marks.length > 0 ? { ...state, unreadable: marks } : state;
	const { readFrom } = result;
	return {
		...result,
		state: marked(result.state),
		...(readFrom && { readFrom: marked(readFrom) }),
		...(fresh.length > 0 && { skipped: fresh }),
	};
}

/**
 * Returns a function that is true for a subject that may be one of the skipped records. Such a
 * subject is not known to be gone, although it was not read.
 */
export function maybeIn(skipped: readonly Unreadable[]): (subject: string) => boolean {
	return (subject) => skipped.some(({ names }) => !names || names.includes(subject));
}

/** A part of a single response, which must be there. Throws `Failure`. */
export function needed<T>(value: T | null | undefined, what: string): T {
	if (value !== undefined && value !== null) return value;
	throw new Failure({ kind: 'invalid-response', message: `The response has no ${what}` });
}

/** The records in a sentence, for a log line, a hint or an item. */
export function saidOfSkipped([first, ...others]: readonly Unreadable[]): string {
	const { operation, message } = first;
	return others.length === 0
		? `A record of ${operation} cannot be read and was skipped: ${message}`
		: `${others.length + 1} records cannot be read and were skipped, the first of ${operation}: ${message}`;
}
