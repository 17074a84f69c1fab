import type { Readable } from 'node:stream';

export type { Dialect } from '../core/testing/network';

/** One HTTP request as a service sees it. */
export interface ServiceRequest {
	method: string;
	/** The raw pathname: each service decodes its own segments. */
	path: string;
	query: URLSearchParams;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: string;
}

/** Response of a service. An object body is sent as JSON, its bigints as plain JSON numbers. */
export interface ServiceResponse {
	status: number;
	headers?: Record<string, string>;
	body?: string | object | Readable;
}

/**
 * A service only answers. Faults, delays, the request log and the echo of keys are added around it
 * by the HTTP server.
 */
export type Service = (request: ServiceRequest) => ServiceResponse | Promise<ServiceResponse>;

/** The services that the emulator runs, each on its own port. */
export type ServiceName = 'data' | 'metrics' | 'node' | 'download';

const NUMBER = /"@@number:(-?\d+)@@"/g;

function holdsBigint(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
	return (Array.isArray(value) ? value : Object.values(value)).some(holdsBigint);
}

/** JSON of a value whose bigints become plain numbers with all their digits. */
export function stringify(value: unknown): string {
	// Most answers hold no bigint, and a replacer makes them several times slower. Trying without one
	// says nothing: libraries in the same process may have taught bigints to become texts.
	if (!holdsBigint(value)) return JSON.stringify(value);
	const text = JSON.stringify(value, function (this: Record<string, unknown>, key, item: unknown) {
		const own = this[key];
		return typeof own === 'bigint' ? `@@number:${own}@@` : item;
	});
	return text.replace(NUMBER, '$1');
}
