import type {
	AnyClient,
	CallOptions,
	CallOutcome,
	ClientOptions,
	ManyOptions,
} from './clientTypes';
import { Failure, isFailure } from './failure';
import type { AnyOperation } from './operations/declare';
import { takesBatches } from './operations/reading';
import { unlessAborted } from './protocol/abort';
import { type BatchCall, runBatch } from './protocol/batchRun';
import { BATCH_SIZE, type BatchSizes, MOST_BATCHED } from './protocol/batchSizes';
import type { Exchange } from './protocol/exchange';
import { type Gather, createGather } from './protocol/gather';
import type { Clock, HttpRequest } from './protocol/ports';
import type { WaitBudget } from './protocol/rateLimiter';
import type { Reading } from './protocol/reading';
import type { redactor } from './protocol/redact';
import type { ServiceAccess } from './protocol/request';
import { readAnswer } from './protocol/response';
import type { RetryPolicy } from './protocol/retry';
import { askTogether, askingOf } from './protocol/together';
import { type Width, WIDEST } from './protocol/width';
import type { Service } from './service';

type Values = Record<string, unknown>;

/** The result of one of several calls, or its failure. */
export type SettledCall = { result: unknown; failure?: undefined } | { failure: Failure };

/** The parts of a client that many calls use. */
export interface ManyParts {
	access(service: Service): ServiceAccess;
	/** One request of one call, without retries. */
	attempt(
		operation: AnyOperation,
		input: Values,
		request: HttpRequest,
		patience: WaitBudget,
		call: CallOptions,
	): Promise<unknown>;
	batchSizes: BatchSizes;
	built(operation: AnyOperation, input: Values): HttpRequest;
	clock: Clock;
	exchange: Exchange;
	/** The failure with the reason if the service does not have the method. */
	explained(
		failure: Failure,
		operation: AnyOperation,
		input: Values,
		signal?: AbortSignal,
	): Promise<Failure>;
	hide: ReturnType<typeof redactor>;
	parse(operation: AnyOperation, input: unknown): Values;
	policy: RetryPolicy;
	readingOf(call: CallOptions): { reading: Reading; report?(): void };
	/** One call with its retries, as a whole. */
	send(operation: AnyOperation, input: Values, call: CallOptions): Promise<unknown>;
	/** The number of requests in flight by default. */
	width(): Width;
}

export interface PreparedCall extends BatchCall {
	input: Values;
	request: HttpRequest;
}

/** Sends calls to one endpoint as batches of at most `batchSize`; they may be of several operations. */
export type SendBatch = (
	calls: readonly PreparedCall[],
	call: CallOptions,
	batchSize: number,
) => Promise<SettledCall[]>;

/** Prepares calls of a client for JSON-RPC batches, and sends batches. */
export function batchingOf(parts: ManyParts): {
	prepared(operation: AnyOperation, input: Values): PreparedCall;
	sendBatch: SendBatch;
} {
	const { access, attempt, batchSizes, built, clock, exchange, hide, policy } = parts;
	/** The id of the last call: unique, so that answers to another batch are noticed. */
	let lastId = 0;

	const prepared = (operation: AnyOperation, input: Values): PreparedCall => ({
		operation,
		id: ++lastId,
		input,
		request: built(operation, input),
	});

	const sendBatch: SendBatch = async (calls, call, batchSize) => {
		const [{ request, operation: first }] = calls;
		await runBatch(calls, {
			access: access(first.service),
			request,
			exchange,
			clock,
			sizes: batchSizes,
			batchSize,
			policy: { ...policy, ...call.retry },
			signal: call.signal,
			single: async ({ operation, input }, patience) =>
				await attempt(operation, { ...input }, built(operation, { ...input }), patience, call),
			read: ({ operation, id, input }, envelope, text) => {
				const { reading, report } = parts.readingOf(call);
				const answer = answerTo(operation, envelope, id, input, reading);
				const redacted = hide.answer(answer, text);
				report?.();
				return redacted;
			},
		});
		const settled = calls.map(async ({ operation, input, result, failure }) =>
			result
				? { result: result.value }
				: { failure: await parts.explained(failure as Failure, operation, input, call.signal) },
		);
		return await Promise.all(settled);
	};

	/** The result in an answer of a batch. */
	function answerTo(
		operation: AnyOperation,
		envelope: unknown,
		id: number,
		input: Readonly<Values>,
		reading: Reading,
	): unknown {
		try {
			return readAnswer(operation, envelope, id, input, reading);
		} catch (error) {
			if (!isFailure(error)) throw error;
			error.operation ??= operation.id;
			error.service ??= operation.service;
			throw hide.failure(error);
		}
	}

	return { prepared, sendBatch };
}

/** Prepares calls of a client, and sends those that arrive at the same time in batches. */
function gatheringOf(parts: ManyParts) {
	const { batchSizes } = parts;
	const { prepared, sendBatch } = batchingOf(parts);

	async function sendOne({ operation, input }: PreparedCall, call: CallOptions) {
		try {
			return { result: await parts.send(operation, input, call) };
		} catch (error) {
			if (isFailure(error) && call.signal?.aborted !== true) return { failure: error };
			throw error;
		}
	}

	return {
		prepared,
		/**
		 * Sends a call, in a batch with others if its endpoint takes batches; returns its result or
		 * failure.
		 */
		async ask(
			gather: Gather,
			one: PreparedCall,
			call: CallOptions,
			batchSize: number,
		): Promise<SettledCall> {
			const { url } = one.request;
			const most = takesBatches(one.operation) ? (batchSizes.of(url) ?? batchSize) : 1;
			return await gather.ask<PreparedCall, SettledCall>(one, {
				key: url,
				most: Math.min(most, batchSize),
				send: async (calls) =>
					calls.length === 1
						? [await sendOne(calls[0], call)]
						: await sendBatch(calls, call, batchSize),
			});
		},
	};
}

/** `client.many` of a client: see `Client`. */
export function manyOf(parts: ManyParts): AnyClient['many'] {
	const { access, parse } = parts;
	const { prepared, ask } = gatheringOf(parts);

	return async function* many(
		operation: AnyOperation,
		inputs: Iterable<unknown> | AsyncIterable<unknown>,
		options: ManyOptions = {},
	) {
		const { batchSize: given, concurrency: lanes, signal, ...call } = options;
		const batchSize = within('batchSize', given ?? BATCH_SIZE, MOST_BATCHED);
		const set = lanes === undefined ? undefined : within('concurrency', lanes, WIDEST);
		const concurrency = () => set ?? parts.width().count;
		access(operation.service);
		const ended = new AbortController();
		const ending = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
		const sending = { ...call, signal: ending };
		const gather = createGather(concurrency);
		const ahead = () => (takesBatches(operation) ? batchSize : 1) * concurrency();

		/** Checks one input and begins its call. */
		function taken(input: unknown): { one?: PreparedCall; outcome: Promise<SettledCall> } {
			try {
				const one = prepared(operation, parse(operation, input));
				const outcome = ask(gather, one, sending, batchSize);
				// An error is thrown when it is this call's turn.
				outcome.catch(() => undefined);
				return { one, outcome };
			} catch (error) {
				if (!isFailure(error)) throw error;
				return { outcome: Promise.resolve({ failure: error }) };
			}
		}

		const source = iteratorOf(inputs);
		const waiting: Array<ReturnType<typeof taken>> = [];
		let index = 0;
		let isRead = false;
		try {
			for (;;) {
				while (!isRead && waiting.length < ahead()) {
					signal?.throwIfAborted();
					const step = await source.next();
					isRead = step.done === true;
					if (!step.done) waiting.push(taken(step.value));
				}
				const first = waiting.shift();
				if (!first) return;
				// No more calls are read before this one ends.
				if (isRead || first.one) gather.flush(isRead ? undefined : first.one);
				const settled = await unlessAborted(first.outcome, signal);
				yield { index: index++, ...settled } as CallOutcome<never>;
			}
		} finally {
			gather.clear();
			// Aborts the requests that are still in flight.
			ended.abort();
			if (!isRead) await source.return?.();
		}
	} as AnyClient['many'];
}

type Inputs = Iterable<unknown> | AsyncIterable<unknown>;

function iteratorOf(inputs: Inputs): AsyncIterator<unknown> | Iterator<unknown> {
	return Symbol.asyncIterator in inputs
		? inputs[Symbol.asyncIterator]()
		: inputs[Symbol.iterator]();
}

/** The calls of several callers that a client with `gather` sends together; undefined for one that it sends alone. */
export interface GatheredCalls {
	call(operation: AnyOperation, input: Values): Promise<unknown> | undefined;
	/** The items of a whole list. */
	items(operation: AnyOperation, input: Values): Promise<unknown[]> | undefined;
}

/** The same for a client whose options are given. `read`: the items of a whole list that is asked for alone. */
export function gatheredCallsOf(
	parts: ManyParts,
	{ batchSize, concurrency }: NonNullable<ClientOptions['gather']>,
	read: (operation: AnyOperation, input: Values) => Promise<unknown[]>,
): GatheredCalls {
	const { prepared, ask } = gatheringOf(parts);
	const gather = createGather(concurrency, parts.clock);
	const settled = async (end: Promise<SettledCall>) => {
		const { result, failure } = (await end) as { result?: unknown; failure?: Failure };
		if (failure) throw failure;
		return result;
	};

	function items(operation: AnyOperation, input: Values) {
		const asking = askingOf(operation, input);
		if (!asking) return undefined;
		const { key, most, values } = asking;
		const send = async (asked: ReadonlyArray<typeof asking>) => await askTogether(asked, read);
		return settled(gather.ask(asking, { key, most, size: values.length, send })) as Promise<
			unknown[]
		>;
	}

	return {
		items,
		call(operation, input) {
			const list = items(operation, input);
			if (list) return list.then((all) => ({ [operation.items as string]: all }));
			if (batchSize === 1 || !takesBatches(operation)) return undefined;
			return settled(ask(gather, prepared(operation, input), {}, batchSize));
		},
	};
}

function within(field: string, value: number, most: number): number {
	if (Number.isInteger(value) && value >= 1 && value <= most) return value;
	const message = `${field} must be a whole number from 1 to ${most}; given: ${String(value)}`;
	throw new Failure({ kind: 'invalid-input', message, field });
}
