import type { AnyClient, CallOptions, Client } from '../client';
import type { AnyOperation } from '../operations/declare';
import type { Clock } from '../protocol/ports';
import type { MissingField, ReportMissing, SkippedRecord } from '../protocol/reading';
import type { PollContext } from './event';

/** Calls that the events of one poll have in common: each is one request. */

/** An answer with what its reading reported. */
interface Read {
	answer: unknown;
	skipped: readonly SkippedRecord[];
	missing: readonly MissingField[];
}

/**
 * The same context, in which equal calls share one request until the next pause: an event that pauses
 * between two checks reads anew. The shared answers must not be changed. Pages of lists and calls with a
 * signal are not shared.
 */
export function sharingReads<C extends PollContext>(context: C): C {
	const { client } = context;
	const reportMissing: ReportMissing | undefined = client.missing;
	const reads = new Map<string, Promise<Read>>();
	const clock: Clock = {
		now: () => context.clock.now(),
		random: () => context.clock.random(),
		async sleep(ms, signal) {
			reads.clear();
			await context.clock.sleep(ms, signal);
		},
	};
	const call = async (operation: AnyOperation, input: unknown, options: CallOptions = {}) => {
		if (options.signal) return await client.call(operation, input as never, options);
		const key = JSON.stringify([
			operation.id,
			input,
			options.exact === true,
			options.skip !== undefined,
			options.retry ?? null,
		]);
		const read = reads.get(key) ?? readOnce(client, operation, input, options);
		reads.set(key, read);
		const { answer, skipped, missing } = await read;
		for (const record of skipped) options.skip?.(record);
		for (const field of missing) (options.missing ?? reportMissing)?.(field);
		return answer;
	};
	const shared: Client<'tolerant'> = {
		access: (service) => client.access(service),
		missing: reportMissing,
		call: call as never,
		many: client.many as never,
		ranges: client.ranges as never,
		pages: client.pages as never,
	};
	return { ...context, clock, client: shared };
}

async function readOnce(
	client: AnyClient,
	operation: AnyOperation,
	input: unknown,
	{ skip, missing = client.missing, ...options }: CallOptions,
): Promise<Read> {
	const skipped: SkippedRecord[] = [];
	const lacking: MissingField[] = [];
	const collecting: CallOptions = {
		...options,
		...(skip && { skip: (record) => void skipped.push(record) }),
		...(missing && { missing: (field) => void lacking.push(field) }),
	};
	const answer: unknown = await client.call(operation, input as never, collecting);
	return { answer, skipped, missing: lacking };
}
