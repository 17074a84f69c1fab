import { type Client, clientWith } from '../../../core/client';
import type {
	EventSource,
	NetworkEvent,
	PollContext,
	SourceState,
} from '../../../core/events/event';
import type { EventDeclaration } from '../../../core/events/declare';
import { parseFields } from '../../../core/fields/fieldSet';
import { MINUTE_MS } from '../../../core/formats/timeUnits';
import type { HttpRequest, HttpResponse } from '../../../core/protocol/ports';
import { answer, fakeClock } from '../protocol/fakes';

/**
 * Simulated services behind the real client, so that everything between a poll and the wire is part
 * of what is tested.
 */

/** Faults of one request. */
export type Fault =
	| 'reset'
	| 'timeout'
	| '429'
	| '500'
	| '503'
	| 'cut body'
	| 'wrong JSON'
	| 'HTML'
	| 'stale token'
	| 'repeated page'
	| 'redirect';

export const FAULTS: readonly Fault[] = [
	'reset',
	'timeout',
	'429',
	'500',
	'503',
	'cut body',
	'wrong JSON',
	'HTML',
	'stale token',
	'repeated page',
	'redirect',
];

type Limits = Partial<Pick<PollContext, 'maxEvents' | 'maxPages' | 'deadline'>>;

export interface Host {
	client: Client;
	clock: ReturnType<typeof fakeClock>;
	/** Requests made so far. */
	requests: HttpRequest[];
	/** Faults by the number of requests from now on (0 is the next one). */
	fail(faults: ReadonlyMap<number, Fault>): void;
	context(limits?: Limits): PollContext;
}

/** A host whose services answer as the function says. Nothing is tried twice. */
export function hostOf(respond: (request: HttpRequest) => HttpResponse): Host {
	const clock = fakeClock(Date.parse('2026-03-01T00:00:00Z'));
	const requests: HttpRequest[] = [];
	let faults: ReadonlyMap<number, Fault> = new Map();
	let faultsFrom = 0;
	let last: HttpResponse = answer('');
	const url = 'https://services.test';
	const client = clientWith({
		services: { data: { url }, metrics: { url }, node: { url } },
		clock,
		retry: { retries: 0 },
		transport: async (request) => {
			const fault = faults.get(requests.push(request) - 1 - faultsFrom);
			if (fault === undefined) return (last = respond(request));
			if (fault === 'repeated page') {
				// The page before, given once more for the token of the next one.
				return request.url.includes('pageToken=') && last.text !== '' ? last : answer('', 500);
			}
			return faulty(fault, () => respond(request));
		},
	});
	return {
		client,
		clock,
		requests,
		fail(next) {
			faults = next;
			faultsFrom = requests.length;
			last = answer('');
		},
		context: (limits = {}) => ({
			client,
			clock,
			deadline: Infinity,
			maxEvents: 10_000,
			maxPages: 10_000,
			...limits,
		}),
	};
}

function faulty(fault: Exclude<Fault, 'repeated page'>, whole: () => HttpResponse): HttpResponse {
	switch (fault) {
		case 'reset':
			throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		case 'timeout':
			throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' });
		case '429':
			return answer({ message: 'Too many requests' }, 429);
		case '500':
			return answer({ message: 'Internal error' }, 500);
		case '503':
			return answer('API call rejected because chain is not done bootstrapping', 503);
		case 'cut body': {
			const { text } = whole();
			return answer(text.slice(0, text.length - 2));
		}
		case 'wrong JSON':
			return answer({ hello: 'world' });
		case 'HTML':
			return answer('<html>Please log in</html>');
		case 'stale token':
			return answer({ message: 'The page token is not valid' }, 400);
		case 'redirect':
			return answer('', 302, { location: 'https://elsewhere.test' });
	}
}

/** Polls of a source at a host. */
export function pollsAt<Settings>(source: EventSource<Settings>, host: Host) {
	const poll = async (settings: Settings, state?: SourceState, limits?: Limits) =>
		await source.poll(settings, state, host.context(limits));
	/** The events of all polls until one says that there are no more. */
	async function pollAll(settings: Settings, state?: SourceState, limits?: Limits) {
		const events: NetworkEvent[] = [];
		for (let polls = 0; polls < 1_000; polls++) {
			const result = await poll(settings, state, limits);
			events.push(...result.events);
			if (!result.more) return events;
			({ state } = result);
		}
		throw new Error('The polls do not end');
	}
	return { poll, pollAll };
}

/** Polls of an event a minute apart, each by a process of its own; one that fails changes nothing. */
export function polling(event: EventDeclaration, given: Record<string, unknown>, host: Host) {
	const settings = parseFields(event.fields, given, 'test');
	const polls = {
		state: undefined as SourceState | undefined,
		async result(more: Partial<PollContext> = {}) {
			try {
				const context = { ...host.context(), ...more };
				const result = await event.source.poll(settings, polls.state, context);
				polls.state = restarted(result.state);
				return result;
			} finally {
				host.clock.time += MINUTE_MS;
			}
		},
		poll: async (more?: Partial<PollContext>) =>
			(await polls.result(more)).events.map(({ data }) => data),
	};
	return polls;
}

/** A state as it comes back from where a host keeps it. */
export function restarted<T>(state: T): T {
	return JSON.parse(JSON.stringify(state)) as T;
}

export function idsOf(events: readonly NetworkEvent[]): string[] {
	return events.map(({ id }) => id);
}

export function isOldestFirst(events: readonly NetworkEvent[]): boolean {
	const times = events.map(({ timestamp }) => Date.parse(timestamp));
	return times.every((time, index) => index === 0 || times[index - 1] <= time);
}

/** A small number made of texts and numbers, the same for the same ones. */
export function scramble(...parts: Array<string | number>): number {
	let hash = 2166136261;
	for (const char of parts.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 16777619) >>> 0;
	return Math.imul(hash ^ (hash >>> 15), 2246822519) >>> 0;
}
