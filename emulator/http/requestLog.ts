import type { ServiceName, ServiceRequest } from '../service';

const MAX_ENTRIES = 10_000;

/** One request as it arrived. No value of a header and no secret is kept. */
export interface LogEntry {
	service: ServiceName;
	method: string;
	/** Raw, secrets replaced. */
	path: string;
	/** Without the question mark, secrets replaced. */
	query: string;
	headerNames: string[];
	/** True if a header that carries the API key arrived, with any value. */
	keyHeader: boolean;
	/** For each known secret: whether it arrived anywhere in the request. */
	secrets: Record<string, boolean>;
	rpcMethods: string[];
	/** HTTP status of the answer; 0 where the connection was cut. */
	status: number;
	fault?: string;
	/** Unix ms by the world's clock. */
	at: number;
}

/** Secrets by a name that may be shown; the log has the names of those that arrived. */
export type Secrets = Record<string, string>;

/** A log entry of a request, before its answer. */
export function logEntry(
	service: ServiceName,
	request: ServiceRequest,
	query: string,
	about: { secrets: Secrets; keyHeaders: readonly string[]; rpcMethods: string[]; at: number },
): LogEntry {
	const { headers, body } = request;
	const everything = [request.path, query, ...Object.values(headers), body];
	const found = Object.entries(about.secrets).map(([name, secret]): [string, boolean] => {
		// A key in a URL would be percent-encoded.
		const forms = [secret, encodeURIComponent(secret)];
		return [name, everything.some((text) => forms.some((form) => text.includes(form)))];
	});
	const hide = (text: string) =>
		Object.values(about.secrets)
			.flatMap((secret) => [secret, encodeURIComponent(secret)])
			.reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text);
	return {
		service,
		method: request.method,
		path: hide(request.path),
		query: hide(query),
		headerNames: Object.keys(headers),
		keyHeader: about.keyHeaders.some((name) => headers[name] !== undefined),
		secrets: Object.fromEntries(found),
		rpcMethods: about.rpcMethods,
		status: 0,
		at: about.at,
	};
}

/** The latest requests of all services, in order of arrival. */
export interface RequestLog {
	add(entry: LogEntry): void;
	entries(): LogEntry[];
	/** Requests since the start, those that the log has forgotten included. */
	total(): number;
	clear(): void;
}

export function createRequestLog(): RequestLog {
	let entries: LogEntry[] = [];
	let total = 0;
	return {
		add(entry) {
			total += 1;
			entries.push(entry);
			if (entries.length > 2 * MAX_ENTRIES) entries = entries.slice(-MAX_ENTRIES);
		},
		entries: () => entries.slice(-MAX_ENTRIES),
		total: () => total,
		clear() {
			entries = [];
			total = 0;
		},
	};
}
