import type { ServiceOptions } from './activate';
import type { Caller } from './caller';

/** A call: its parameters, and what it needs to be answered. */
export interface ApiCall extends ServiceOptions {
	caller: Caller;
	/** The id in the path, and that of a part of the subscription. */
	id: string;
	part: string;
	query: Record<string, string | undefined>;
	/** The body as JSON. */
	body: unknown;
	/** The header idempotency-key. */
	repeatKey?: string;
}

export interface CallAnswer {
	status: number;
	/** Undefined: the response has no body. */
	body?: unknown;
}
