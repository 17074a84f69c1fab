import type { z } from 'zod/v4';
import { Failure, type FailureKind, isFailure } from '../../core/failure';
import { preview } from '../../core/fields/preview';

/**
 * The error that the caller of a function gets. Lambda returns `name` as `errorType` and `message`
 * as `errorMessage`, and a durable execution stores nothing else: callers compare the name.
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

/**
 * The error for a failure of the core: its kind is the name, and its message contains the status.
 */
export function failureError(failure: Failure): HandlerError {
	const status = failure.status && failure.status >= 300 ? ` (status ${failure.status})` : '';
	const message =
		failure.message + (failure.message.includes(String(failure.status)) ? '' : status);
	return new HandlerError(NAMES[failure.kind], message, { cause: failure });
}

/** The failure of an input, by its field. */
export const wrongInput = (field: string | undefined, message: string) =>
	new Failure({ kind: 'invalid-input', field, message });

/** The error that a handler throws to its host: failures by their kind, all others unchanged. */
export function toHandlerError(error: unknown): Error {
	return isFailure(error) ? failureError(error) : (error as Error);
}

const LISTED = 20;

/** The first entries of a list for an error, and how many more there are. */
export function firstOf(entries: readonly string[]): string[] {
	const more = entries.length - LISTED;
	return [...entries.slice(0, LISTED), ...(more > 0 ? [`and ${more} more`] : [])];
}

/** The error for an invalid event. */
export function invalidEvent(problems: readonly string[]): HandlerError {
	return new HandlerError('InvalidEvent', `The event is invalid: ${problems.join('; ')}`);
}

/** Checks an event. Throws `InvalidEvent` with the name, rule and value of every wrong field. */
export function parseEvent<Schema extends z.ZodType>(
	schema: Schema,
	event: unknown,
): z.output<Schema> {
	const result = schema.safeParse(event);
	if (result.success) return result.data;
	throw invalidEvent(result.error.issues.map((issue) => describe(issue, event)));
}

/** The path of the field that an issue is about, and the paths of unknown fields. */
export function fieldOf(issue: z.core.$ZodIssue): { field: string; strays?: string[] } {
	const field = issue.path.map(String).join('.');
	if (issue.code !== 'unrecognized_keys') return { field };
	return { field, strays: issue.keys.map((key) => (field ? `${field}.${key}` : key)) };
}

function describe(issue: z.core.$ZodIssue, event: unknown): string {
	const { field, strays } = fieldOf(issue);
	if (strays) return `there is no field ${strays.join(', ')}`;
	const isSecret = issue.code === 'custom' && issue.params?.secret === true;
	const value = issue.path.reduce<unknown>(
		(at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
		event,
	);
	if (field === '') return `${issue.message}; given: ${preview(value)}`;
	if (value === undefined) return `${field} is required (${issue.message})`;
	if (isSecret) return `${field}: ${issue.message}; the value is not shown`;
	return `${field}: ${issue.message}; given: ${preview(value)}`;
}
