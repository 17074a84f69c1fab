/** The response of a channel; a request without one has no status. */
export interface Answer {
	status?: number;
	/** The beginning of the body of a response, unless the response is a success. */
	body?: string;
	/** Wait that the response requests (ms). */
	retryAfterMs?: number;
	/** The reason why there is no status: short, without the URL. */
	error?: string;
}

/**
 * The meaning of a response for a delivery and its target. Reasons contain no text of the response.
 */
export type Verdict =
	| { kind: 'delivered' }
	/** Sent again later, not before `afterMs`. */
	| { kind: 'retry'; reason: string; afterMs?: number }
	/** Rejected permanently: not sent again automatically. */
	| { kind: 'rejected'; reason: string }
	/** Too large for the service: not sent again automatically. */
	| { kind: 'tooLarge'; reason: string }
	/** The target does not exist any more: nothing is sent to it until it is enabled again. */
	| { kind: 'disable'; reason: string };

/**
 * Statuses below 500 after which the same request can succeed later. A receiver that is starting
 * may respond 404 or 409: a workflow engine responds 404 until its workflows are
 * active.
 */
const PASSING = new Set([404, 408, 409, 425, 429]);

/** The usual meaning of a response. */
export function usualVerdict({ status, retryAfterMs, error }: Answer): Verdict {
	if (status === undefined) return { kind: 'retry', reason: error ?? 'no response' };
	if (status >= 200 && status < 300) return { kind: 'delivered' };
	const reason = `status ${status}`;
	if (status === 410) return disabled('the target returned status 410 (Gone)');
	if (status === 413) return { kind: 'tooLarge', reason: `${reason}: the message is too large` };
	if (status >= 500 || PASSING.has(status)) {
		return { kind: 'retry', reason, ...(retryAfterMs !== undefined && { afterMs: retryAfterMs }) };
	}
	if (status >= 300 && status < 400) {
		return { kind: 'rejected', reason: `${reason}: redirects are not followed` };
	}
	return { kind: 'rejected', reason };
}

/** The verdict for a target that does not exist any more. */
export function disabled(reason: string): Verdict {
	return { kind: 'disable', reason };
}

/** A verdict with an explanation in parentheses, such as the meaning of the service's error. */
export function because(verdict: Verdict, words: string): Verdict {
	return verdict.kind === 'delivered'
		? verdict
		: { ...verdict, reason: `${verdict.reason} (${words})` };
}

/** A field of a JSON body; undefined if the body does not have it. */
export function fieldIn(body: string | undefined, ...path: string[]): unknown {
	try {
		return path.reduce<unknown>(
			(value, key) => (value as Record<string, unknown> | null | undefined)?.[key],
			JSON.parse(body ?? 'null'),
		);
	} catch {
		return undefined;
	}
}
