import { type Failure, isFailure } from '../failure';
import { namingService, networkFailure } from '../networkFailure';
import type { AnyOperation } from '../operations/declare';
import { isRead } from '../operations/reading';
import { unlessAborted } from './abort';
import { type Flights, flightKey } from './flights';
import type { Clock, HttpRequest, HttpResponse, Transport } from './ports';
import type { RateLimiter, WaitBudget, RateLimits } from './rateLimiter';
import type { redactor } from './redact';
import type { ServiceAccess } from './request';
import type { Width } from './width';

/** One request and how it ended. */
export interface Attempt {
	operation: string;
	/** HTTP status, or undefined where none came. */
	status?: number;
	failure?: Failure;
	/** Milliseconds spent waiting for the rate limit before it was sent. */
	waitedMs: number;
	/** Number of calls in a JSON-RPC batch; absent for a request of one call. */
	calls?: number;
}

/** The common parts of the requests of one client. */
export interface ExchangeOptions {
	transport: Transport;
	clock: Clock;
	rateLimits: RateLimits;
	hide: ReturnType<typeof redactor>;
	flights?: Flights;
	onAttempt?: (attempt: Attempt) => void;
	/** The width that learns from the responses, if there is one. */
	width: () => Width | undefined;
	/** The name of a service in error messages. */
	nameOf: (operation: AnyOperation, host: string) => string;
}

/** One request, with the time that it may wait for the rate limit. */
export interface Sent {
	operation: AnyOperation;
	access: ServiceAccess;
	request: HttpRequest;
	patience: WaitBudget;
	signal?: AbortSignal;
	/** Number of calls in the request. Default 1. */
	calls?: number;
	onSent?: () => void;
}

/** Sends one request within the rate limit, and returns what `read` makes of its response. */
export type Exchange = <T>(sent: Sent, read: (response: HttpResponse) => T) => Promise<T>;

interface Answered {
	response: HttpResponse;
	waitedMs: number;
}

/**
 * The exchange of a client: one request without retries. It throws a `Failure` without secrets and
 * with the operation, or the signal's reason. With `flights`, equal reads under way at the same time
 * are one request.
 */
export function exchangeOf(options: ExchangeOptions): Exchange {
	const { transport, clock, rateLimits, hide, flights, onAttempt, nameOf, width } = options;

	/** The limiters of the services that were asked. */
	const limiters = new Map<ServiceAccess, RateLimiter>();

	/**
	 * Failures of requests that were sent, with the time that they waited for the rate limit: several
	 * callers may get the same one, and the first reports it.
	 */
	const unreported = new WeakMap<Failure, number>();

	async function onWire(sent: Sent, signal?: AbortSignal): Promise<Answered> {
		const { operation, access, patience, calls = 1 } = sent;
		const request = signal ? { ...sent.request, signal } : sent.request;
		const asked = clock.now();
		const cost = (operation.cost ?? 1) * calls;
		let limiter = limiters.get(access);
		if (!limiter) limiters.set(access, (limiter = rateLimits.of(access)));
		const settle = await limiter.acquire(cost, patience, signal).catch((error: unknown) => {
			if (isFailure(error)) error.operation = operation.id;
			throw error;
		});
		const began = clock.now();
		sent.onSent?.();
		const waitedMs = began - asked;
		try {
			const sending = transport(request);
			const response = await (signal ? unlessAborted(sending, signal) : sending);
			settle(response);
			width()?.answered(response, clock.now() - began);
			return { response, waitedMs };
		} catch (error) {
			settle();
			const { host } = new URL(request.url);
			const failure = namingService(networkFailure(error), nameOf(operation, host));
			unreported.set(failure, waitedMs);
			throw failure;
		}
	}

	return async (sent, read) => {
		const { operation, access, request, signal, calls } = sent;
		let status: number | undefined;
		let waitedMs: number | undefined;
		let started = true;
		const report = (failure?: Failure) => {
			if (!onAttempt || waitedMs === undefined || !started) return;
			const attempt = { operation: operation.id, status, waitedMs };
			onAttempt({ ...attempt, ...(failure && { failure }), ...(calls && { calls }) });
		};
		try {
			const joined =
				flights && isRead(operation)
					? await flights.join(
							flightKey(access, request),
							async (ended) => await onWire(sent, ended),
							signal,
						)
					: { value: await onWire(sent, signal), started };
			started = joined.started;
			const { response } = joined.value;
			waitedMs = joined.value.waitedMs;
			status = response.status;
			const result = read(response);
			report();
			return result;
		} catch (error) {
			signal?.throwIfAborted();
			if (!isFailure(error)) throw error;
			waitedMs ??= unreported.get(error);
			unreported.delete(error);
			error.operation ??= operation.id;
			error.service ??= operation.service;
			const failure = hide.failure(error);
			report(failure);
			throw failure;
		}
	};
}
