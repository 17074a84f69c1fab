import type { Fault } from '../../../emulator';

/** Timeout of a request, and time of a delayed answer (ms by the moved clock). */
export const TIMEOUT_MS = 60_000;
const DELAY_MS = 2 * TIMEOUT_MS;

/** Faults of any request, each with its probability if none before it in the list occurred. */
const COMMON: Fault[] = [
	{ kind: 'status', status: 429, retryAfter: 1, probability: 0.03 },
	{ kind: 'status', status: 429, probability: 0.03 },
	{ kind: 'status', status: 500, probability: 0.05 },
	{ kind: 'status', status: 502, probability: 0.03 },
	{ kind: 'cut', probability: 0.03 },
	{ kind: 'truncate', probability: 0.03 },
	{ kind: 'wrongJson', probability: 0.03 },
	{ kind: 'delay', delayMs: DELAY_MS, probability: 0.015 },
];

const UNAVAILABLE: Fault = { kind: 'status', status: 503, probability: 0.03 };

/** Faults of lists: they hit requests for a further page only. */
const LISTS: Fault[] = [
	{ kind: 'repeatPage', probability: 0.03 },
	{ kind: 'staleToken', probability: 0.03 },
];

/** The faults of a campaign. On a health check 503 is an answer: it is not a fault there. */
export const SOAK_FAULTS: readonly Fault[] = [
	...[...LISTS, ...COMMON, UNAVAILABLE].map((fault) => ({ ...fault, service: 'data' as const })),
	...COMMON.map((fault) => ({ ...fault, service: 'node' as const })),
	...COMMON.map((fault) => ({ ...fault, service: 'metrics' as const })),
];
