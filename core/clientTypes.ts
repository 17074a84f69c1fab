import type { AnyOperation, InputOf, ItemOf, OutputOf, Tolerance } from './operations/declare';
import type { BatchSizes } from './protocol/batchSizes';
import type { Attempt } from './protocol/exchange';
import type { Flights } from './protocol/flights';
import type { Failure } from './failure';
import type { Page, PageLimits } from './protocol/paging';
import type { Clock, Transport } from './protocol/ports';
import type { RateLimits } from './protocol/rateLimiter';
import type { ReaderOptions } from './protocol/readerOptions';
import type { Reading, ReportMissing } from './protocol/reading';
import type { ServiceAccess } from './protocol/request';
import type { RetryPolicy } from './protocol/retry';
import type { Width } from './protocol/width';
import type { Service } from './service';

export type { Attempt } from './protocol/exchange';

/** The end of one of many calls: its result, or the failure of this call alone. */
export type CallOutcome<T> =
	| { index: number; result: T; failure?: undefined }
	| { index: number; result?: undefined; failure: Failure };

/** The services, transport and clock of a client, and the policy of its calls. */
export interface ClientOptions {
	/** The configured services; calls of any other service fail with a clear error. */
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
	/**
	 * The sizes of batches and of ranges of blocks that nodes have shown to take. Default: private to this client.
	 */
	batchSizes?: BatchSizes;
	/**
	 * The store in which clients that poll share the reads under way: equal requests at the same
	 * time are one. Default: none are shared. See `createFlights`.
	 */
	flights?: Flights;
	/**
	 * Gathers the calls and whole lists that several callers ask for at the same time, without options of their own:
	 * calls as JSON-RPC batches of at most `batchSize`, lists that their declaration lets ask together as one. A
	 * request is sent when it is full, or at the next turn of the event loop, with at most so many in flight.
	 * Each caller gets its own result or failure.
	 */
	gather?: { batchSize: number; concurrency(): number };
	/** The number of requests of `many` in flight by default. Default: private to this client. */
	width?: Width;
	/** Texts that must never show in an error, beside the header values of `services`. */
	secrets?: readonly string[];
	/** Called after every request, whether it succeeded or failed, for metrics. */
	onAttempt?: (attempt: Attempt) => void;
	/**
	 * Called for each field that a response lacks although its service documents it as required: the
	 * client is then tolerant, and such a field is absent or null. Without it, such a response is
	 * invalid.
	 */
	missing?: ReportMissing;
}

/** Options of one call: cancellation, retries, and how its response is read. */
export interface CallOptions extends Reading {
	/** Ends the call: it then throws the signal's reason, and sends no further request. */
	signal?: AbortSignal;
	/** Retry options of this call; they replace those of the client. */
	retry?: Partial<RetryPolicy>;
	/**
	 * Called when a request is sent, after its wait for the rate limit; not if the call shares the request of another
	 * one.
	 */
	onSent?: () => void;
}

/** Options of many calls of one operation. */
export interface ManyOptions extends CallOptions {
	/**
	 * Maximum number of calls in one JSON-RPC batch, from 1 (no batches) to 1,000. Default 40, which
	 * public endpoints take; the default limit of a node of your own is 1,000. A node that takes
	 * fewer gets fewer.
	 */
	batchSize?: number;
	/**
	 * Maximum number of requests in flight, from 1 to 50. By default 5, and up to 50 while responses show a rate
	 * limit with room and come as quickly as before.
	 */
	concurrency?: number;
}

/** The blocks that are read, both inclusive, and their order. */
export interface RangeOptions extends CallOptions {
	from: number;
	/** Default: the last block that the node has executed. */
	to?: number;
	/** The blocks that are read first. Default oldest. */
	order?: 'oldest' | 'newest';
}

/** Some blocks of a range, and the answers for each input. */
export interface RangePart<Answer> {
	first: number;
	/** Not beyond the last block that the answering node has executed. */
	last: number;
	answers: Answer[];
	/** True if another part follows. */
	more: boolean;
}

type Missing = ReportMissing | undefined;

/** The tolerance of a call: that of its client, unless the call has a report of its own. */
type ToleranceOf<M extends Missing, T extends Tolerance> = [M] extends [undefined] ? T : 'tolerant';

/**
 * Calls operations: checks the input, respects rate limits, retries, reads the response. `T`: whether it
 * accepts responses without required fields, which the types of results follow.
 */
export interface Client<T extends Tolerance = 'strict'> {
	/**
	 * One call. Throws `Failure`; the input is checked before anything is sent.
	 *
	 * @example
	 * const { chains } = await client.call(chain.getMany, { network: 'fuji' }, { signal });
	 */
	call<O extends AnyOperation, M extends Missing = undefined>(
		operation: O,
		input: InputOf<O>,
		options?: CallOptions & { missing?: M },
	): Promise<OutputOf<O, ToleranceOf<M, T>>>;
	/**
	 * All pages of a list, one at a time. Throws `Failure`. With several `readers`, several
	 * requests are in flight if the list has bounds: the items and their order are the same, the
	 * pages differ, and some are read ahead.
	 *
	 * @example
	 * for await (const { items } of client.pages(staking.getManyDelegators, { network: 'fuji' })) {
	 * 	for (const { nodeId } of items) console.log(nodeId);
	 * }
	 */
	pages<O extends AnyOperation, M extends Missing = undefined>(
		operation: O,
		input: InputOf<O>,
		options?: PageLimits & ReaderOptions & CallOptions & { missing?: M },
	): AsyncGenerator<Page<ItemOf<O, ToleranceOf<M, T>>, OutputOf<O, ToleranceOf<M, T>>>, void, void>;
	/**
	 * The same operation for many inputs: an outcome for each, in the order of the inputs. Reading
	 * calls of EVM chains are sent as JSON-RPC batches; those of other services, and calls that
	 * change something, are sent one by one, several at the same time. Each call has its own
	 * outcome: a failure of one does not end the others, and only what failed is retried. At most
	 * `batchSize` times `concurrency` inputs are read ahead. Throws only the signal's reason, and
	 * `Failure` of kind `invalid-input` for an option out of its range or a service without URL.
	 *
	 * @example
	 * const inputs = addresses.map((address) => ({ blockchainId: 'C', address }));
	 * for await (const { index, result, failure } of client.many(evm.getBalance, inputs)) {
	 * 	console.log(addresses[index], failure ? failure.message : result.balance);
	 * }
	 */
	many<O extends AnyOperation, M extends Missing = undefined>(
		operation: O,
		inputs: Iterable<InputOf<O>> | AsyncIterable<InputOf<O>>,
		options?: ManyOptions & { missing?: M },
	): AsyncGenerator<CallOutcome<OutputOf<O, ToleranceOf<M, T>>>, void, void>;
	/**
	 * Reads blocks of an operation with a range of blocks (`evm.getManyLogs`), for several inputs of one chain,
	 * part by part: each block once, in order. A part has at most 2,048 blocks, and fewer where the node refuses
	 * so many: it halves, and what the node took is remembered in `batchSizes`. The number of the last executed
	 * block and the calls are one batch, so that a part ends where the node that answers has logs; an input's own
	 * range is ignored. A node that takes no batches gets calls one after the other: behind a balancer, read the
	 * last 30 seconds of blocks again then. Throws `Failure`.
	 *
	 * @example
	 * const inputs = [{ blockchainId: 'C', topics: [transfer] }];
	 * for await (const { answers, last } of client.ranges(evm.getManyLogs, inputs, { from: next })) {
	 * 	for (const log of answers[0].logs) await take(log);
	 * 	next = last + 1;
	 * }
	 */
	ranges<O extends AnyOperation, M extends Missing = undefined>(
		operation: O,
		inputs: ReadonlyArray<InputOf<O>>,
		options: RangeOptions & { missing?: M },
	): AsyncGenerator<RangePart<OutputOf<O, ToleranceOf<M, T>>>, void, void>;
	/**
	 * The URL and header of a service. Throws `Failure` of kind `invalid-input` if it is not
	 * configured.
	 */
	access(service: Service): ServiceAccess;
	/** Of a tolerant client: takes the required fields that responses lack. */
	readonly missing?: ReportMissing;
}

/** A client that may be strict or tolerant. */
export type AnyClient = Client<Tolerance>;
