import {
	type Client,
	type Clock,
	createClient,
	type Failure,
	type HttpResponse,
	isFailure,
	parseJson,
	type ServiceAccess,
	type Transport,
} from '../../core';
import { compare, type Difference } from './compare';
import { inputsFor, type Known, remember } from './inputs';
import type { Question } from './questions';

/** What came of asking one operation. */
export interface Outcome {
	/**
	 * `differs`: the service answered, and not as declared. `refused`: it answered that it does not
	 * serve this. `unknown`: nothing can be said.
	 */
	result: 'works' | 'differs' | 'refused' | 'unknown';
	/** HTTP status, where one came. */
	status?: number;
	/** In the service's own words, or why nothing is known. */
	message?: string;
	differences: Difference[];
	/** Names of the fields that were sent. */
	fields: string[];
}

/** Asks one operation after the other. */
export interface Asker {
	ask(question: Question): Promise<Outcome>;
}

export interface AskerOptions {
	services: Partial<Record<Question['service'], ServiceAccess>>;
	transport: Transport;
	clock: Clock;
	/** Values that the user gave. */
	given: Known;
	/** Values from answers; grows. */
	seen: Map<string, string>;
	/** Resolves when a call of this question may be sent. */
	pace: (question: Question) => Promise<void>;
	timeoutMs: number;
}

/** The part of a raw answer that the declaration is about. */
function bodyOf({ operation }: Question, text: string): unknown {
	const body = parseJson(text);
	if (operation.call.type !== 'rpc') return body;
	return (body as { result?: unknown } | null)?.result;
}

function isRefusal(status: number | undefined): boolean {
	return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** An id of an earlier answer may be unknown here; the example of the declaration is tried then. */
const MOST_REQUESTS = 2;

interface Exchange {
	question?: Question;
	/** Requests sent for the present question. */
	sent: number;
	response?: HttpResponse;
}

/** True where the service serves the operation, and has no record of the ids that it was asked for. */
function isNoRecord({ kind, message }: Failure, input: Record<string, unknown>): boolean {
	if (!/not found|no such|does not exist/i.test(message)) return false;
	if (kind === 'rpc') return !/method/i.test(message);
	const ids = Object.values(input).filter((value) => typeof value === 'string' && value.length > 8);
	return ids.some((value) => message.includes(value as string));
}

/** Makes an asker. Failed requests are not repeated: that would cost twice and say the same. */
export function createAsker(options: AskerOptions): Asker {
	/** The exchange of the present call. */
	const exchange: Exchange = { sent: 0 };
	const client: Client = createClient({
		services: options.services,
		clock: options.clock,
		retry: { retries: 0 },
		timeoutMs: options.timeoutMs,
		transport: async (request) => {
			exchange.sent++;
			if (exchange.question) await options.pace(exchange.question);
			return (exchange.response = await options.transport(request));
		},
	});

	/** The places where an answer that the client did not take is different. */
	function differencesOf(question: Question, response: HttpResponse): Difference[] {
		try {
			return compare(question.schema(), bodyOf(question, response.text));
		} catch {
			return [{ at: '', declared: 'JSON', found: 'other text' }];
		}
	}

	function failed(question: Question, error: unknown, input: object): Omit<Outcome, 'fields'> {
		if (!isFailure(error)) throw error;
		const { kind, message } = error;
		const { response } = exchange;
		const status = error.status ?? response?.status;
		const about = { message, differences: [], ...(status !== undefined && { status }) };
		if (isNoRecord(error, input as Record<string, unknown>)) return { result: 'unknown', ...about };
		if (kind === 'rpc' || isRefusal(status)) return { result: 'refused', ...about };
		// A redirect or an answer that is too large is not one to compare.
		if (kind !== 'invalid-response' || !response || response.status >= 300) {
			return { result: 'unknown', ...about };
		}
		const differences = differencesOf(question, response);
		const whole = [{ at: '', declared: 'an answer', found: message }];
		return { result: 'differs', ...about, differences: differences.length ? differences : whole };
	}

	/** One call. Gives the outcome, and whether another input may give another one. */
	async function call(question: Question, input: Record<string, unknown>) {
		const fields = Object.keys(input);
		const before = exchange.sent;
		exchange.response = undefined;
		try {
			const answer: unknown = await client.call(question.operation, input as never);
			remember(answer, options.seen);
			const differences = compare(question.schema(), answer);
			const result = differences.length > 0 ? 'differs' : 'works';
			const status = exchange.response as HttpResponse | undefined;
			const outcome: Outcome = { result, status: status?.status, differences, fields };
			return { outcome, again: false };
		} catch (error) {
			const outcome: Outcome = { ...failed(question, error, input), fields };
			// What breaks a rule of the input is not sent: the next input may keep it.
			const unsent = exchange.sent === before;
			const noRecord = isFailure(error) && isNoRecord(error, input);
			return { outcome, again: unsent || noRecord };
		}
	}

	return {
		async ask(question) {
			Object.assign(exchange, { question, sent: 0 });
			const tried = new Set<string>();
			let outcome: Outcome = {
				result: 'unknown',
				message: 'There is no example for a required field',
				differences: [],
				fields: [],
			};
			for (const input of inputsFor(question, options.given, options.seen)) {
				const ids = JSON.stringify(input);
				if (tried.has(ids)) continue;
				tried.add(ids);
				const { again, ...one } = await call(question, input);
				outcome = one.outcome;
				if (!again || exchange.sent >= MOST_REQUESTS) break;
			}
			return outcome;
		},
	};
}
