import type { Stream } from '../../core/testing/random';
import type { ServiceName } from '../service';

/** A fault that the control endpoint injects into the requests that it matches. */
export interface Fault {
	/** All services where absent. */
	service?: ServiceName;
	/** A regular expression over path and query. */
	path?: string;
	/** HTTP method. */
	method?: string;
	/** JSON-RPC method. */
	rpcMethod?: string;
	/** Number of requests that it affects; no limit if absent. */
	times?: number;
	/** Number of matching requests that pass before the first affected one. */
	skip?: number;
	/** Share of the matching requests that it hits, 0 to 1. */
	probability?: number;
	kind: FaultKind;
	/** `status`: the status (default 500). */
	status?: number;
	/** `status`: the message of the error body. */
	message?: string;
	/** `status` and `wrongJson`: the body to send as it is. */
	body?: string;
	/** `status`: seconds or an HTTP date for the Retry-After header. */
	retryAfter?: number | string;
	/** `delay`: milliseconds before the answer. */
	delayMs?: number;
	/** `redirect`: where to (default status 302). */
	url?: string;
}

const FAULT_KINDS = [
	/** An error status with an error body. */
	'status',
	/** The right answer, late. */
	'delay',
	/** The connection is reset before any header. */
	'cut',
	/** The connection ends in the middle of the body. */
	'truncate',
	/** 200 with a body that is not JSON. */
	'wrongJson',
	/** 200 with no body. */
	'emptyBody',
	/** A request for a further page gets its own token back as the next one. */
	'repeatPage',
	/** A request for a further page is answered that its token has expired. */
	'staleToken',
	'redirect',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Properties of a request that faults are matched against. */
export interface FaultTarget {
	service: ServiceName;
	method: string;
	/** Path and query. */
	url: string;
	rpcMethods: readonly string[];
	/** True for requests for a further page. */
	paged: boolean;
}

/** The faults in force, tried in order of their arrival. */
export interface FaultBook {
	add(fault: Fault): void;
	clear(): void;
	list(): Fault[];
	/** The fault that hits a request, counted as used. */
	take(target: FaultTarget): Fault | undefined;
}

const FOR_PAGES: ReadonlySet<FaultKind> = new Set(['repeatPage', 'staleToken']);

/** Chances are drawn from the given stream: a campaign with the same seed meets the same faults. */
export function createFaultBook(chance: Stream): FaultBook {
	let entries: { fault: Fault; pattern?: RegExp; left: number; skip: number }[] = [];

	return {
		add(fault) {
			if (!FAULT_KINDS.includes(fault.kind)) {
				throw new Error(`kind must be one of ${FAULT_KINDS.join(', ')}`);
			}
			const pattern = fault.path === undefined ? undefined : new RegExp(fault.path);
			entries.push({ fault, pattern, left: fault.times ?? Infinity, skip: fault.skip ?? 0 });
		},
		clear() {
			entries = [];
		},
		list: () => entries.filter(({ left }) => left > 0).map(({ fault }) => fault),
		take(target) {
			for (const entry of entries) {
				const { fault, pattern } = entry;
				const matches =
					entry.left > 0 &&
					(fault.service ?? target.service) === target.service &&
					(fault.method ?? target.method) === target.method &&
					(!fault.rpcMethod || target.rpcMethods.includes(fault.rpcMethod)) &&
					(!pattern || pattern.test(target.url)) &&
					(target.paged || !FOR_PAGES.has(fault.kind));
				if (!matches) continue;
				if (entry.skip > 0) {
					entry.skip -= 1;
					continue;
				}
				if (fault.probability !== undefined && chance.next() >= fault.probability) continue;
				entry.left -= 1;
				if (entry.left <= 0) entries = entries.filter((one) => one !== entry);
				return fault;
			}
			return undefined;
		},
	};
}
