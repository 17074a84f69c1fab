import { parseFields } from './fields/fieldSet';
import type { AnyOperation, InputOf, ItemOf, OutputOf, Service } from './operations/declare';
import { unlessAborted } from './protocol/abort';
import { placesOf } from './protocol/bounds';
import { Failure, isFailure, namingService, networkFailure } from './protocol/failure';
import {
	type Page,
	type PageLimits,
	type WalkLimits,
	walkPages,
	withPageSize,
} from './protocol/paging';
import type { Clock, HttpRequest, Transport } from './protocol/ports';
import { type Patience } from './protocol/rateLimiter';
import { type RateLimits, createRateLimits } from './protocol/rateLimits';
import { type ReaderOptions, readParts, readersOf } from './protocol/readers';
import { redactor } from './protocol/redact';
import { type ServiceAccess, buildRequest } from './protocol/request';
import { type Reading, type SkippedRecord, readResponse } from './protocol/response';
import { DEFAULT_RETRY, type RetryPolicy, withRetries } from './protocol/retry';

/** Where the services are and how calls behave. */
export interface ClientOptions {
	/** Services that are called; one that is missing fails with a clear error when it is needed. */
	services: Partial<Record<Service, ServiceAccess>>;
	transport: Transport;
	clock: Clock;
	retry?: Partial<RetryPolicy>;
	/** Timeout of one request with its whole response, in milliseconds. Default 60,000. */
	timeoutMs?: number;
	/**
	 * Maximum size of a response in bytes. Default 64 MB: the primary network's validators take 7.
	 */
	maxBytes?: number;
	/**
	 * The state of the services' rate limits. Default: private to this client; pass the same object
	 * to every client of a process that uses the same keys.
	 */
	rateLimits?: RateLimits;
	/** Texts that must never show in an error, beside the header values of `services`. */
	secrets?: readonly string[];
	/** Called after every request, whether it succeeded or failed, for metrics. */
	onAttempt?: (attempt: Attempt) => void;
}

/** One request and how it ended. */
export interface Attempt {
	operation: string;
	/** HTTP status, or undefined where none came. */
	status?: number;
	failure?: Failure;
	/** Milliseconds spent waiting for the rate limit before it was sent. */
	waitedMs: number;
}

/** How one call is made, and what its response is read for. */
export interface CallOptions extends Reading {
	/** Ends the call: it then throws the signal's reason, and sends nothing more. */
	signal?: AbortSignal;
}

/** Calls operations: checks the input, respects rate limits, retries, reads the response. */
export interface Client {
	/**
	 * One call. Throws `Failure`; the input is checked before anything is sent.
	 *
	 * @example
	 * const { chains } = await client.call(listChains, { network: 'fuji' }, { signal });
	 */
	call<O extends AnyOperation>(
		operation: O,
		input: InputOf<O>,
		options?: CallOptions,
	): Promise<OutputOf<O>>;
	/**
	 * All pages of a list, one at a time. Throws `Failure`. With several `readers`, several requests are on
	 * their way at a time where the list has bounds: the items are the same in the same order, in other
	 * pages, of which some are read ahead.
	 *
	 * @example
	 * for await (const { items } of client.pages(listDelegators, { network: 'fuji' }, { limit: 500 })) {
	 * 	for (const { nodeId } of items) console.log(nodeId);
	 * }
	 */
	pages<O extends AnyOperation>(
		operation: O,
		input: InputOf<O>,
		options?: PageLimits & ReaderOptions & CallOptions,
	): AsyncGenerator<Page<ItemOf<O>, OutputOf<O>>, void, void>;
	/** Where a service is; throws `Failure` of kind `invalid-input` where it is not configured. */
	access(service: Service): ServiceAccess;
}

const NAMES: Record<Service, string> = {
	data: 'data service',
	metrics: 'metrics service',
	node: 'node',
};

/** A service as errors name it; `host` with its port. */
export function serviceAt(service: Service, host: string): string {
	return `The ${NAMES[service]} at ${host}`;
}

/**
 * A client of the three services. Calls made through it share what they learn of the rate limits.
 */
export function createClient(options: ClientOptions): Client {
	const { services, transport, clock } = options;
	const policy = { ...DEFAULT_RETRY, ...options.retry };
	const limits: Pick<HttpRequest, 'timeoutMs' | 'maxBytes'> = {
		timeoutMs: options.timeoutMs ?? 60_000,
		maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
	};
	const rateLimits = options.rateLimits ?? createRateLimits(clock);
	const hide = redactor([
		...Object.values(services).map((access) => access.header?.value),
		...(options.secrets ?? []),
	]);

	/** What is said of a response, without the secrets; its end may have been cut. */
	const shown = (message: string) =>
		hide.failure(new Failure({ kind: 'invalid-response', message })).message;

	function access(service: Service): ServiceAccess {
		const found = services[service];
		if (found?.url) return found;
		throw new Failure({
			kind: 'invalid-input',
			message: `No URL is set for the ${NAMES[service]}`,
		});
	}

	async function attempt(
		operation: AnyOperation,
		input: Record<string, unknown>,
		request: HttpRequest,
		patience: Patience,
		{ signal, exact, skip }: CallOptions,
	) {
		const limiter = rateLimits.of(access(operation.service));
		const cost = operation.cost ?? 1;
		const asked = clock.now();
		const settle = await limiter.acquire(cost, patience, signal).catch((error: unknown) => {
			if (isFailure(error)) error.operation = operation.id;
			throw error;
		});
		const waitedMs = clock.now() - asked;
		let status: number | undefined;
		try {
			const response = await unlessAborted(transport(request), signal).catch((error: unknown) => {
				settle();
				const { host } = new URL(request.url);
				throw namingService(networkFailure(error), serviceAt(operation.service, host));
			});
			status = response.status;
			settle(response);
			const skipped: SkippedRecord[] = [];
			const reading = {
				exact,
				skip: skip && ((record: SkippedRecord) => void skipped.push(record)),
			};
			const answer = hide.answer(
				readResponse(operation, response, clock.now(), input, reading),
				response.text,
			);
			options.onAttempt?.({ operation: operation.id, status, waitedMs });
			for (const record of skipped) skip?.({ ...record, message: shown(record.message) });
			return answer;
		} catch (error) {
			signal?.throwIfAborted();
			if (!isFailure(error)) throw error;
			error.operation ??= operation.id;
			error.service ??= operation.service;
			const failure = hide.failure(error);
			options.onAttempt?.({ operation: operation.id, status, failure, waitedMs });
			throw failure;
		}
	}

	/** One call with input that was checked. */
	async function send(operation: AnyOperation, input: Record<string, unknown>, call: CallOptions) {
		const { signal } = call;
		const built = buildRequest(operation, input, access(operation.service), limits);
		const request = signal ? { ...built, signal } : built;
		signal?.throwIfAborted();
		return await withRetries(
			(patience) => attempt(operation, input, request, patience, call),
			policy,
			clock,
			operation.creates,
			signal,
		);
	}

	function parse(operation: AnyOperation, input: unknown): Record<string, unknown> {
		try {
			return parseFields(operation.input, input, operation.id);
		} catch (error) {
			throw isFailure(error) ? hide.failure(error) : error;
		}
	}

	return {
		access,
		async call<O extends AnyOperation>(operation: O, input: InputOf<O>, given: CallOptions = {}) {
			return (await send(operation, parse(operation, input), given)) as OutputOf<O>;
		},
		async *pages<O extends AnyOperation>(
			operation: O,
			input: InputOf<O>,
			{
				signal,
				readers,
				exact,
				skip,
				...pageLimits
			}: PageLimits & ReaderOptions & CallOptions = {},
		) {
			const first = withPageSize(operation, input as Record<string, unknown>, pageLimits);
			const parsed = parse(operation, first);
			const places = placesOf(operation, parsed, clock.now());
			const count = readersOf(readers, places);
			const ended = new AbortController();
			const ending = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
			const walk = (from: Record<string, unknown>, limits: WalkLimits) =>
				walkPages(operation, from, limits, (next) =>
					send(operation, next, { signal: ending, exact, skip }),
				);
			const { limit } = pageLimits;
			const pages =
				places && count > 1
					? readParts(parsed, { operation, places, readers: count, limit, clock, walk })
					: walk(parsed, { limit });
			try {
				yield* pages as AsyncGenerator<Page<ItemOf<O>, OutputOf<O>>, void, void>;
			} finally {
				// What is on its way is of no use any more.
				ended.abort();
			}
		},
	};
}
