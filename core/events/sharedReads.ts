import type { AnyClient, CallOptions, Client, RangeOptions, RangePart } from '../client';
import type { AnyOperation } from '../operations/declare';
import type { Clock } from '../protocol/ports';
import type { MissingField, ReportMissing, SkippedRecord } from '../protocol/reading';
import type { PollContext } from './event';

/** Calls that the events of one poll have in common: each is one request. */

/** An answer, with the skipped records and the missing fields that reading it reported. */
interface Read {
	answer: unknown;
	skipped: readonly SkippedRecord[];
	missing: readonly MissingField[];
}

/** A range of blocks that is read in parts: those that were read, and the function that reads the next one. */
interface Parts {
	read: Array<Promise<Read>>;
	next(): Promise<Read>;
}

/**
 * The same context, in which equal calls, and equal ranges of blocks, share one request until the next pause: an
 * event that pauses between two checks reads anew. The shared answers must not be changed. Pages of lists and calls
 * with a signal are not shared.
 */
export function sharingReads<C extends PollContext>(context: C): C {
	const { client } = context;
	const reportMissing: ReportMissing | undefined = client.missing;
	const reads = new Map<string, Promise<Read>>();
	const parts = new Map<string, Parts>();
	const clock: Clock = {
		now: () => context.clock.now(),
		random: () => context.clock.random(),
		async sleep(ms, signal) {
			reads.clear();
			parts.clear();
			await context.clock.sleep(ms, signal);
		},
	};
	const withReports = async (read: Promise<Read>, options: CallOptions) => {
		const { answer, skipped, missing } = await read;
		for (const record of skipped) options.skip?.(record);
		for (const field of missing) (options.missing ?? reportMissing)?.(field);
		return answer;
	};
	const call = async (operation: AnyOperation, input: unknown, options: CallOptions = {}) => {
		if (options.signal) return await client.call(operation, input as never, options);
		const key = readKey(operation, input, options);
		const { reading, noted } = collecting(client, options);
		const ask = async () => noted(await client.call(operation, input as never, reading));
		const read = reads.get(key) ?? ask();
		reads.set(key, read);
		return await withReports(read, options);
	};
	const partsOf = (operation: AnyOperation, inputs: unknown, options: RangeOptions): Parts => {
		const { reading, noted } = collecting(client, options);
		const source = client.ranges(operation, inputs as never, { ...options, ...reading });
		return { read: [], next: async () => noted(await source.next()) };
	};
	async function* ranges(operation: AnyOperation, inputs: unknown, options: RangeOptions) {
		if (options.signal) return yield* client.ranges(operation, inputs as never, options);
		const { from, to, order } = options;
		const key = readKey(operation, [inputs, from, to, order], options);
		const known = parts.get(key) ?? partsOf(operation, inputs, options);
		parts.set(key, known);
		for (let at = 0; ; at++) {
			const part = await withReports((known.read[at] ??= known.next()), options);
			const { done, value } = part as IteratorResult<RangePart<unknown>, void>;
			if (done) return;
			yield value;
		}
	}
	const own: Client<'tolerant'> = {
		access: (service) => client.access(service),
		missing: reportMissing,
		call: call as never,
		many: client.many as never,
		ranges: ranges as never,
		pages: client.pages as never,
	};
	return { ...context, clock, client: own };
}

const readKey = ({ id }: AnyOperation, input: unknown, options: CallOptions) =>
	JSON.stringify([
		...[id, input, options.exact === true, options.skip !== undefined],
		options.retry ?? null,
	]);

/** Call options that collect skipped records and missing fields, and a function that adds both to an answer. */
function collecting(
	client: AnyClient,
	{ skip, missing = client.missing, ...options }: CallOptions,
) {
	const skipped: SkippedRecord[] = [];
	const lacking: MissingField[] = [];
	const reading: CallOptions = {
		...options,
		...(skip && { skip: (record) => void skipped.push(record) }),
		...(missing && { missing: (field) => void lacking.push(field) }),
	};
	const noted = (answer: unknown): Read => ({
		answer,
		skipped: skipped.splice(0),
		missing: lacking.splice(0),
	});
	return { reading, noted };
}
