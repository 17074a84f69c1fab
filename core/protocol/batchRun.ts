import { type Failure, isFailure } from '../failure';
import type { BatchSizes } from './batchSizes';
import {
	type Answers,
	type BatchMember,
	type Refused,
	batchRequest,
	isOfWholeBatch,
	readBatch,
} from './batch';
import type { Exchange } from './exchange';
import type { Clock, HttpRequest } from './ports';
import type { WaitBudget } from './rateLimiter';
import type { ServiceAccess } from './request';
import { type RetryPolicy, triesOf } from './retry';

/** A call of a batch and how it ended. */
export interface BatchCall extends BatchMember {
	result?: { value: unknown };
	failure?: Failure;
}

/** The endpoint of a batch, and how its calls are sent and read. */
export interface BatchRun {
	access: ServiceAccess;
	/** The request of any of the calls. */
	request: HttpRequest;
	exchange: Exchange;
	clock: Clock;
	sizes: BatchSizes;
	/** Maximum number of calls in one request. */
	batchSize: number;
	policy: RetryPolicy;
	signal?: AbortSignal;
	/** Sends a call alone, without retries. */
	single: (call: BatchMember, patience: WaitBudget) => Promise<unknown>;
	/** The result in an envelope; throws the `Failure` of the call. */
	read: (call: BatchMember, envelope: unknown, text: string) => unknown;
}

/**
 * Sends calls as batches until each has a result or a failure. What failed for a while is sent again, by
 * the retry policy; the other calls are not. A batch that the node refuses is divided, which counts as no
 * retry. Throws the signal's reason only.
 */
export async function runBatch(calls: readonly BatchCall[], run: BatchRun): Promise<void> {
	const { clock, sizes, policy, signal, request } = run;
	const tries = triesOf(policy, { clock, signal });
	/** The largest part that may be taken, by the responses so far. */
	let most = Math.min(run.batchSize, sizes.of(request.url) ?? run.batchSize);
	let isRefused = false;

	/** Settles the calls of a part, or returns those that must be sent in smaller parts. */
	async function sendPart(part: readonly BatchCall[]): Promise<readonly BatchCall[]> {
		if (part.length === 1) {
			await settle(part[0], async () => await run.single(part[0], tries.patience));
			// A failure of the kind of the refusal is not an answer.
			if (part[0].result || part[0].failure?.kind === 'rpc') learn(1);
			return [];
		}
		const [{ operation }] = part;
		const sent = { operation, access: run.access, patience: tries.patience, signal };
		const batched = {
			...sent,
			request: batchRequest(part, request),
			calls: part.length,
		};
		let text = '';
		let answers: Answers | Refused;
		try {
			answers = await run.exchange(batched, (response) => {
				({ text } = response);
				return readBatch(part, response, clock.now());
			});
		} catch (error) {
			if (!isFailure(error)) throw error;
			const divides = dividing(error);
			if (divides) most = Math.min(most, Math.max(1, Math.floor(part.length / 2)));
			if (divides === 'now') return part;
			for (const call of part) call.failure = error;
			return [];
		}
		if ('refused' in answers) {
			isRefused = true;
			most = Math.min(most, Math.max(1, answers.atMost));
			return part;
		}
		learn(part.length);
		return await settleAll(part, answers, text);
	}

	async function settleAll(part: readonly BatchCall[], answers: Answers, text: string) {
		const again: BatchCall[] = [];
		for (const call of part) {
			const answer = answers.get(call.id);
			await settle(call, () => {
				if (!answer || 'failure' in answer) throw answer?.failure ?? new Error('No answer');
				return run.read(call, answer.envelope, text);
			});
			if (call.failure && isOfWholeBatch(call.failure)) again.push(call);
		}
		if (again.length > 0) most = Math.min(most, Math.max(1, Math.floor(part.length / 2)));
		return again;
	}

	/** Remembers a size that the node took, after it refused a larger one. */
	function learn(size: number): void {
		if (isRefused) sizes.learn(request.url, Math.max(size, most));
		isRefused = false;
	}

	let pending = calls;
	for (;;) {
		let waiting = [...pending];
		while (waiting.length > 0) {
			signal?.throwIfAborted();
			const part = waiting.slice(0, most);
			waiting = [...(await sendPart(part)), ...waiting.slice(part.length)];
		}
		pending = calls.filter(({ result, failure }) => !result && failure?.retryable);
		const worst = pending.map(({ failure }) => failure).sort(byWait)[0];
		if (!worst) return;
		try {
			await tries.again(worst);
		} catch (error) {
			signal?.throwIfAborted();
			if (!isFailure(error)) throw error;
			return;
		}
	}
}

async function settle(call: BatchCall, work: () => unknown): Promise<void> {
	try {
		call.result = { value: await work() };
		call.failure = undefined;
	} catch (error) {
		if (!isFailure(error)) throw error;
		call.failure = error;
	}
}

/**
 * `now`: the response was larger than a response may be, so that smaller parts may pass. `later`: smaller
 * parts may pass, if the request is repeated at all.
 */
function dividing({ kind, reason, status, retryable }: Failure): 'now' | 'later' | undefined {
	if (kind === 'invalid-response' && status === undefined && !retryable) return 'now';
	return kind === 'server' || reason === 'timeout' ? 'later' : undefined;
}

/** The failure with the longest requested wait first. */
function byWait(a?: Failure, b?: Failure): number {
	return (b?.retryAfterMs ?? 0) - (a?.retryAfterMs ?? 0);
}
