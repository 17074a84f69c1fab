import { type Failure, isFailure } from '../failure';
import { unlessAborted } from './abort';

/** Many calls of one operation: gathered into batches, outcomes in the order of the inputs. */

/** The end of one of many calls: its result, or the failure of this call alone. */
export type CallOutcome<T> =
	| { index: number; result: T; failure?: undefined }
	| { index: number; result?: undefined; failure: Failure };

/** A call that is ready to be sent. */
export interface Ready {
	/** Calls of the same key may be sent in one request. */
	key: string;
	/** Maximum number of calls of one request. */
	most: number;
}

/** The ways in which the calls are made, and their bounds. */
export interface ManyRun<Call extends Ready> {
	/** Checks one input. Throws `Failure` for this call alone. */
	prepare(input: unknown): Call;
	/** Sends the calls of one request. Throws for reasons of no single call only. */
	send(calls: readonly Call[]): Promise<ReadonlyArray<SettledCall>>;
	/** Maximum number of requests in flight. */
	concurrency(): number;
	/** Maximum number of inputs that are read ahead. */
	ahead(): number;
	signal?: AbortSignal;
}

export type SettledCall = { result: unknown; failure?: undefined } | { failure: Failure };

interface Entry<Call> {
	call: Call;
	settle: (outcome: SettledCall) => void;
	fail: (reason: unknown) => void;
}

interface Taken<Call> {
	key: string;
	/** The calls of its request. */
	request?: ReadonlyArray<Entry<Call>>;
	outcome: Promise<SettledCall>;
}

type Inputs = Iterable<unknown> | AsyncIterable<unknown>;

/** The outcomes of many calls, in order. Throws the signal's reason, or an error of no single call. */
export async function* manyCalls<Call extends Ready>(
	inputs: Inputs,
	{ prepare, send, concurrency, ahead, signal }: ManyRun<Call>,
): AsyncGenerator<CallOutcome<never>, void, void> {
	/** Calls of a key that no request has yet. */
	const open = new Map<string, Array<Entry<Call>>>();
	/** Requests that wait for one in flight to end. */
	const queue: Array<Array<Entry<Call>>> = [];
	let inFlight = 0;

	function next(): void {
		while (inFlight < concurrency() && queue.length > 0) {
			const entries = queue.shift() as Array<Entry<Call>>;
			inFlight++;
			void sendAll(entries).finally(() => {
				inFlight--;
				next();
			});
		}
	}

	async function sendAll(entries: ReadonlyArray<Entry<Call>>): Promise<void> {
		try {
			const settled = await send(entries.map(({ call }) => call));
			for (const [at, { settle }] of entries.entries()) settle(settled[at]);
		} catch (error) {
			for (const { fail } of entries) fail(error);
		}
	}

	function close(key: string): void {
		const entries = open.get(key);
		if (!entries) return;
		open.delete(key);
		queue.push(entries);
		next();
	}

	/** Takes one input. */
	function taken(input: unknown): Taken<Call> {
		let call: Call;
		try {
			call = prepare(input);
		} catch (error) {
			if (!isFailure(error)) throw error;
			return { key: '', outcome: Promise.resolve({ failure: error }) };
		}
		const { key, most } = call;
		const request = open.get(key) ?? [];
		const outcome = new Promise<SettledCall>((settle, fail) => {
			open.set(key, request);
			request.push({ call, settle, fail });
			if (request.length >= most) close(key);
		});
		// An error is thrown when it is this call's turn.
		outcome.catch(() => undefined);
		return { key, request, outcome };
	}

	const source = iteratorOf(inputs);
	const waiting: Array<Taken<Call>> = [];
	let index = 0;
	let ended = false;
	try {
		for (;;) {
			while (!ended && waiting.length < ahead()) {
				signal?.throwIfAborted();
				const step = await source.next();
				ended = step.done === true;
				if (step.done) break;
				waiting.push(taken(step.value));
			}
			const first = waiting.shift();
			if (!first) return;
			// No more calls are read before this one ends.
			const { key, request } = first;
			if (ended) for (const each of [...open.keys()]) close(each);
			else if (open.get(key) === request) close(key);
			const settled = await unlessAborted(first.outcome, signal);
			yield { index: index++, ...settled } as CallOutcome<never>;
		}
	} finally {
		queue.length = 0;
		if (!ended) await source.return?.();
	}
}

function iteratorOf(inputs: Inputs): AsyncIterator<unknown> | Iterator<unknown> {
	return Symbol.asyncIterator in inputs
		? inputs[Symbol.asyncIterator]()
		: inputs[Symbol.iterator]();
}
