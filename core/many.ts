import type { AnyClient, CallOptions, ManyOptions } from './clientTypes';
import { Failure, isFailure } from './failure';
import type { AnyOperation } from './operations/declare';
import { takesBatches } from './operations/reading';
import { type BatchCall, runBatch } from './protocol/batchRun';
import { BATCH_SIZE, type BatchSizes, MOST_BATCHED } from './protocol/batchSizes';
import type { Exchange } from './protocol/exchange';
import { type Ready, type SettledCall, manyCalls } from './protocol/manyCalls';
import type { Clock, HttpRequest } from './protocol/ports';
import type { WaitBudget } from './protocol/rateLimiter';
import type { Reading } from './protocol/reading';
import type { redactor } from './protocol/redact';
import type { ServiceAccess } from './protocol/request';
import { readAnswer } from './protocol/response';
import type { RetryPolicy } from './protocol/retry';
import { type Width, WIDEST } from './protocol/width';
import type { Service } from './service';

type Values = Record<string, unknown>;

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
	readingOf(call: CallOptions): { reading: Reading; report(): void };
	/** One call with its retries, as a whole. */
	send(operation: AnyOperation, input: Values, call: CallOptions): Promise<unknown>;
	width: Width;
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

/** The batches of a client, and what makes a call ready for one. */
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
				const shown = hide.answer(answer, text);
				report();
				return shown;
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

/** `client.many` of a client: see `Client`. */
export function manyOf(parts: ManyParts): AnyClient['many'] {
	const { access, batchSizes, parse, width } = parts;
	const { prepared, sendBatch } = batchingOf(parts);

	async function sendOne(operation: AnyOperation, { input }: PreparedCall, call: CallOptions) {
		try {
			return { result: await parts.send(operation, input, call) };
		} catch (error) {
			if (isFailure(error) && call.signal?.aborted !== true) return { failure: error };
			throw error;
		}
	}

	return async function* many(
		operation: AnyOperation,
		inputs: Iterable<unknown> | AsyncIterable<unknown>,
		options: ManyOptions = {},
	) {
		const { batchSize: given, concurrency: lanes, signal, ...call } = options;
		const batchSize = within('batchSize', given ?? BATCH_SIZE, MOST_BATCHED);
		const set = lanes === undefined ? undefined : within('concurrency', lanes, WIDEST);
		const concurrency = () => set ?? width.count;
		access(operation.service);
		const ended = new AbortController();
		const ending = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
		const inBatches = takesBatches(operation) ? batchSize : 1;
		const sending = { ...call, signal: ending };
		const prepare = (input: unknown): PreparedCall & Ready => {
			const call = prepared(operation, parse(operation, input));
			const { url } = call.request;
			return { ...call, key: url, most: Math.min(inBatches, batchSizes.of(url) ?? inBatches) };
		};
		try {
			yield* manyCalls<PreparedCall & Ready>(inputs, {
				prepare,
				send: async (calls) =>
					calls.length === 1
						? [await sendOne(operation, calls[0], sending)]
						: await sendBatch(calls, sending, batchSize),
				concurrency,
				ahead: () => inBatches * concurrency(),
				signal,
			});
		} finally {
			// Aborts the requests that are still in flight.
			ended.abort();
		}
	} as AnyClient['many'];
}

function within(field: string, value: number, most: number): number {
	if (Number.isInteger(value) && value >= 1 && value <= most) return value;
	const message = `${field} must be a whole number from 1 to ${most}; given: ${String(value)}`;
	throw new Failure({ kind: 'invalid-input', message, field });
}
