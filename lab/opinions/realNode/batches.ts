import { isDeepStrictEqual } from 'node:util';
import type { AnyOperation } from '../../../core';
import type { Asker, End } from '../../kit/operations/ask';

/** Asks a node the calls of one operation again, as JSON-RPC batches. */

/** A call that was sent alone, and its result. */
export interface SentAlone {
	input: Record<string, unknown>;
	end: End;
}

/** Calls that were sent in batches. */
export interface Batched {
	calls: number;
	requests: number;
	findings: string[];
}

/** Sizes of batches, up to the default limit of a node. A node that takes fewer refuses the larger ones. */
const SIZES = [2, 7, 40, 1_000];
/** Number of calls that are sent in batches of one size: not a multiple of it. */
const callsOf = (size: number) => Math.ceil(Math.max(size, 60) * 1.3);

/**
 * Each result of a batch must be that of the call alone, and each failure that of its own call. Undefined
 * for an operation that takes no batches, or of which nothing was sent alone.
 */
export async function askInBatches(
	asker: Asker,
	operation: AnyOperation,
	alone: readonly SentAlone[],
): Promise<Batched | undefined> {
	const known = alone.filter(({ end }) => end.type === 'answer' || end.type === 'failure');
	const { call, creates } = operation;
	const takesBatches = call.type === 'rpc' && call.batches === true && !creates;
	if (!takesBatches || known.length === 0) return undefined;
	const batched: Batched = { calls: 0, requests: 0, findings: [] };
	for (const size of SIZES) {
		const length = callsOf(size);
		const calls = Array.from({ length }, (_, at) => known[at % known.length]);
		asker.taken();
		const options = { batchSize: size, concurrency: 2 };
		const inputs = calls.map(({ input }) => input as never);
		const indexes: number[] = [];
		for await (const outcome of asker.client.many(operation, inputs, options)) {
			indexes.push(outcome.index);
			const what = difference(operation, calls[outcome.index].end, outcome);
			if (what) batched.findings.push(`in batches of ${size}: ${what}`);
		}
		const inOrder = indexes.length === length && indexes.every((index, at) => index === at);
		if (!inOrder) batched.findings.push(`in batches of ${size}: not one outcome each`);
		batched.calls += length;
		batched.requests += asker.taken().length;
	}
	batched.findings = [...new Set(batched.findings)];
	return batched;
}

function difference(
	operation: AnyOperation,
	end: End,
	{ result, failure }: { result?: unknown; failure?: { kind: string; message: string } },
): string | undefined {
	if (end.type === 'answer') {
		if (failure) return `a right input gave ${failure.kind}: ${failure.message}`;
		const isSame = operation.changing === true || isDeepStrictEqual(result, end.answer);
		return isSame ? undefined : 'a result is not that of the call alone';
	}
	if (end.type !== 'failure') return undefined;
	if (!failure) return `an input that fails alone with ${end.failure.message} gave a result`;
	const isSame = failure.kind === end.failure.kind && failure.message === end.failure.message;
	return isSame
		? undefined
		: `${failure.kind}: ${failure.message}; alone ${end.failure.kind}: ${end.failure.message}`;
}
