import type { z } from 'zod/v4';
import { type Failure, type FailureKind, isFailure, preview } from '../../core';

/**
 * An error as the caller of a function sees it. Lambda hands on `name` as `errorType` and `message`
 * as `errorMessage`, and a durable execution keeps nothing else: callers match the name.
 */
export class HandlerError extends Error {
	override readonly name: string;

	constructor(name: string, message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = name;
	}
}

const NAMES: Record<FailureKind, string> = {
	'invalid-input': 'InvalidInput',
	unauthorized: 'Unauthorized',
	forbidden: 'Forbidden',
	'not-found': 'NotFound',
	'rate-limited': 'RateLimited',
	server: 'ServiceError',
	'bad-gateway': 'BadGateway',
	unavailable: 'ServiceUnavailable',
	network: 'NetworkError',
	'invalid-response': 'InvalidResponse',
	rpc: 'RpcError',
	verification: 'VerificationFailed',
};

/** The error that a failure of the core becomes: its kind is the name, its status is told. */
export function failureError(failure: Failure): HandlerError {
	const status = failure.status && failure.status >= 300 ? ` (status ${failure.status})` : '';
	const message =
		failure.message + (failure.message.includes(String(failure.status)) ? '' : status);
	return new HandlerError(NAMES[failure.kind], message, { cause: failure });
}

/** What a handler throws to its host: failures by their kind, everything else as it is. */
export function toHandlerError(error: unknown): unknown {
	return isFailure(error) ? failureError(error) : error;
}

/** An event that cannot be worked with. */
export function invalidEvent(problems: readonly string[]): HandlerError {
	return new HandlerError('InvalidEvent', `The event is invalid: ${problems.join('; ')}`);
}

/**
 * Checks an event. Throws `InvalidEvent`, which names every field that is wrong, its rule and what
 * was given.
 */
export function parseEvent<Schema extends z.ZodType>(
	schema: Schema,
	event: unknown,
): z.output<Schema> {
	const result = schema.safeParse(event);
	if (result.success) return result.data;
	throw invalidEvent(result.error.issues.map((issue) => describe(issue, event)));
}

function describe(issue: z.core.$ZodIssue, event: unknown): string {
	const field = issue.path.map(String).join('.');
	if (issue.code === 'unrecognized_keys') {
		const strays = issue.keys.map((key) => (field ? `${field}.${key}` : key));
		return `there is no field ${strays.join(', ')}`;
	}
	const value = issue.path.reduce<unknown>(
		(at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
		event,
	);
	if (field === '') return `${issue.message}; given: ${preview(value)}`;
	if (value === undefined) return `${field} is required (${issue.message})`;
	return `${field}: ${issue.message}; given: ${preview(value)}`;
}
