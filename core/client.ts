import type { AnyClient, CallOptions, Client, ClientOptions } from './clientTypes';
import { Failure, isFailure, WRONG_PARAMETERS } from './failure';
import { parseFields } from './fields/fieldSet';
import type { GatheredCalls, ManyParts } from './many';
import type { AnyOperation, InputOf } from './operations/declare';
import { missingValueOf } from './operations/reading';
import { createBatchSizes } from './protocol/batchSizes';
import { listPositionsOf } from './protocol/bounds';
import { exchangeOf } from './protocol/exchange';
import {
	type PageLimits,
	type Page,
	type WalkLimits,
	itemsOf,
	walkPages,
	withPageSize,
} from './protocol/paging';
import type { HttpRequest } from './protocol/ports';
import { type WaitBudget, createRateLimits } from './protocol/rateLimiter';
import { type ReaderOptions, readersOf } from './protocol/readerOptions';
import type { MissingField, ReportMissing, SkippedRecord } from './protocol/reading';
import { redactor } from './protocol/redact';
import { type ServiceAccess, buildRequest } from './protocol/request';
import { readResponse } from './protocol/response';
import { DEFAULT_RETRY, withRetries } from './protocol/retry';
import { createWidth } from './protocol/width';
import type { RangeReader } from './ranges';
import type { Service } from './service';

export type * from './clientTypes';

const NAMES: Record<Service, string> = {
	data: 'data service',
	metrics: 'metrics service',
	node: 'node',
};

/** The name of a service in error messages; `host` includes the port. */
export function serviceAt(service: Service, host: string): string {
	return `The ${NAMES[service]} at ${host}`;
}

/**
 * A client of the three services. All its calls share the rate limits that responses have shown.
 */
export function clientWith(options: ClientOptions & { missing: ReportMissing }): Client<'tolerant'>;
export function clientWith(options: ClientOptions & { missing?: undefined }): Client;
export function clientWith(options: ClientOptions): AnyClient;
export function clientWith(options: ClientOptions): AnyClient {
	const { services, clock } = options;
	const policy = { ...DEFAULT_RETRY, ...options.retry };
	const limits: Pick<HttpRequest, 'timeoutMs' | 'maxBytes'> = {
		timeoutMs: options.timeoutMs ?? 60_000,
		maxBytes: options.maxBytes ?? 64 * 1024 * 1024,
	};
	const rateLimits = options.rateLimits ?? createRateLimits(clock);
	/** Made with the first `many`, if the caller has none. */
	let { width } = options;
	const hide = redactor([
		...Object.values(services).map((access) => access.header?.value),
		...(options.secrets ?? []),
	]);

	/**
	 * The text of a message about a response, without secrets; the end of the message may have been
	 * cut.
	 */
	const redactedMessage = (message: string) =>
		hide.failure(new Failure({ kind: 'invalid-response', message })).message;

	function access(service: Service): ServiceAccess {
		const found = services[service];
		if (found?.url) return found;
		throw new Failure({
			kind: 'invalid-input',
			message: `No URL is set for the ${NAMES[service]}`,
		});
	}

	const nameOf = ({ service }: AnyOperation, host: string) => serviceAt(service, host);
	const exchange = exchangeOf({ ...options, rateLimits, hide, nameOf, width: () => width });

	/** Reads a response by `read`, without secrets; what it lacks is reported after it was read. */
	function readingOf({ exact, skip, missing = options.missing }: CallOptions) {
		if (!skip && !missing) return { reading: { exact } };
		const skipped: SkippedRecord[] = [];
		const lacking: MissingField[] = [];
		const reading = {
			exact,
			skip: skip && ((record: SkippedRecord) => void skipped.push(record)),
			missing: missing && ((field: MissingField) => void lacking.push(field)),
		};
		const report = () => {
			for (const record of skipped) skip?.({ ...record, message: redactedMessage(record.message) });
			for (const field of lacking) missing?.(field);
		};
		return { reading, report };
	}

	async function attempt(
		operation: AnyOperation,
		input: Record<string, unknown>,
		request: HttpRequest,
		patience: WaitBudget,
		call: CallOptions,
	) {
		const { reading, report } = readingOf(call);
		const { signal, onSent } = call;
		const way = { access: access(operation.service), request, patience, signal, onSent };
		const sent = { operation, ...way };
		const answer = await exchange(sent, (response) =>
			hide.answer(readResponse(operation, response, clock.now(), input, reading), response.text),
		);
		report?.();
		return answer;
	}

	function built(operation: AnyOperation, input: Record<string, unknown>) {
		return buildRequest(operation, input, access(operation.service), limits);
	}

	let missing: ReturnType<typeof import('./protocol/missingMethod.js').missingMethods> | undefined;

	/** The same failure; with the reason if the service does not have the method or a value: then its version is asked. */
	async function explained(
		failure: Failure,
		operation: AnyOperation,
		input: Record<string, unknown>,
		signal?: AbortSignal,
	): Promise<Failure> {
		const isRefused = failure.code === WRONG_PARAMETERS && missingValueOf(operation, input);
		if (!failure.missing && !isRefused) return failure;
		const { missingMethods } = await import('./protocol/missingMethod.js');
		missing ??= missingMethods({
			clock,
			nameOf,
			urlOf: ({ service }) => access(service).url,
			ask: async (version, ending) =>
				await sent(version, {}, { signal: ending, retry: { retries: 0 } }),
		});
		return hide.failure(await missing(failure, operation, input, signal));
	}

	/** One call with input that was checked, and with its retries; a failure as it came. */
	async function sent(operation: AnyOperation, input: Record<string, unknown>, call: CallOptions) {
		const { signal, retry } = call;
		const request = built(operation, input);
		signal?.throwIfAborted();
		return await withRetries(
			(patience) => attempt(operation, input, request, patience, call),
			{ ...policy, ...retry },
			{ clock, creates: operation.creates, signal },
		);
	}

	/** The same, with the reason of a failure; a range of blocks is read in parts that the node takes. */
	async function send(
		operation: AnyOperation,
		input: Record<string, unknown>,
		call: CallOptions,
		isWhole = operation.ranges !== undefined,
	): Promise<unknown> {
		if (isWhole) return await (await rangesOfClient()).whole(operation, input, call);
		try {
			return await sent(operation, input, call);
		} catch (error) {
			throw isFailure(error) ? await explained(error, operation, input, call.signal) : error;
		}
	}

	function parse(operation: AnyOperation, input: unknown): Record<string, unknown> {
		try {
			return parseFields(operation.input, input, operation.id);
		} catch (error) {
			throw isFailure(error) ? hide.failure(error) : error;
		}
	}

	const parts: ManyParts = {
		access,
		attempt,
		batchSizes: options.batchSizes ?? createBatchSizes(),
		built,
		clock,
		exchange,
		explained,
		hide,
		parse,
		policy,
		readingOf,
		send,
		width: () => (width ??= createWidth()),
	};
	// All are loaded with their first call.
	let gathered: GatheredCalls | undefined;
	async function gatheredCalls(how: NonNullable<ClientOptions['gather']>): Promise<GatheredCalls> {
		const { gatheredCallsOf } = await import('./many.js');
		return (gathered ??= gatheredCallsOf(parts, how, async (operation, input) => {
			if (!operation.paging) return itemsOf(operation, (await send(operation, input, {})) as never);
			const items: unknown[] = [];
			const pages = walkPages(operation, input, {}, (next) => send(operation, next, {}));
			for await (const page of pages) items.push(...page.items);
			return items;
		}));
	}

	let many: AnyClient['many'] | undefined;
	let ranges: RangeReader | undefined;
	const sendWhole: ManyParts['send'] = async (operation, input, call) =>
		await send(operation, input, call, false);
	const rangesOfClient = async () =>
		(ranges ??= (await import('./ranges.js')).rangesOf({ ...parts, send: sendWhole }));

	return {
		access,
		missing: options.missing,
		async call<O extends AnyOperation>(operation: O, input: InputOf<O>, given?: CallOptions) {
			const parsed = parse(operation, input);
			const { gather } = options;
			const together = gather && !given && (await gatheredCalls(gather)).call(operation, parsed);
			return (await (together ?? send(operation, parsed, given ?? {}))) as never;
		},
		async *many(...asked: Parameters<AnyClient['many']>) {
			const { manyOf } = await import('./many.js');
			many ??= manyOf(parts);
			yield* many(...asked) as AsyncGenerator<never, void, void>;
		},
		async *ranges(...asked: Parameters<AnyClient['ranges']>) {
			yield* (await rangesOfClient()).parts(...asked) as AsyncGenerator<never, void, void>;
		},
		async *pages<O extends AnyOperation>(
			operation: O,
			input: InputOf<O>,
			{
				signal,
				readers,
				exact,
				skip,
				missing,
				retry,
				...pageLimits
			}: PageLimits & ReaderOptions & CallOptions = {},
		) {
			const first = withPageSize(operation, input as Record<string, unknown>, pageLimits);
			const parsed = parse(operation, first);
			const { gather } = options;
			const { limit } = pageLimits;
			// Pages are read one after the other if each is an item of the output.
			if (gather && limit === undefined && readers !== 1) {
				const items = await (await gatheredCalls(gather)).items(operation, parsed);
				if (items) return yield { items, response: {}, more: false } as Page<never, never>;
			}
			// One reader needs no positions.
			const isOne = readers === undefined || readers === 1;
			const positions = isOne ? undefined : listPositionsOf(operation, parsed, clock.now());
			const count = isOne ? 1 : readersOf(readers, positions);
			const ended = new AbortController();
			const ending = signal ? AbortSignal.any([signal, ended.signal]) : ended.signal;
			const walk = (from: Record<string, unknown>, limits: WalkLimits) =>
				walkPages(operation, from, limits, (next) =>
					send(operation, next, { signal: ending, exact, skip, missing, retry }),
				);
			const reading = { operation, readers: count, limit, clock, walk };
			const pages =
				positions && count > 1
					? (await import('./protocol/readers.js')).readParts(parsed, { ...reading, positions })
					: walk(parsed, { limit });
			try {
				yield* pages as AsyncGenerator<Page<never, never>, void, void>;
			} finally {
				// Aborts the requests that are still in flight.
				ended.abort();
			}
		},
	};
}
