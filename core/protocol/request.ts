import { infoOf } from '../fields/fieldSet';
import { preview } from '../fields/preview';
import type { AnyOperation } from '../operations/declare';
import { Failure } from '../failure';
import { requireOwnNode } from './ownNode';
import type { HttpRequest } from './ports';
import { checkReachable } from './reachable';

/** The URL of a service, and its authentication header. */
export interface ServiceAccess {
	/** http or https; a path prefix and trailing slashes are fine. */
	url: string;
	/** Sent to this service's origin only. */
	header?: { name: string; value: string };
	/** The key of the rate limit, if no header here identifies it. */
	account?: string;
}

/**
 * The URL of a service without trailing slashes. Throws `invalid-input` if it is not an http(s) URL.
 */
export function serviceUrl(url: string, label: string): string {
	const rule = `${label} must be an http:// or https:// URL without user name, query or fragment`;
	const refused = () => {
		const message = `${rule}; given: ${withoutSecrets(url)}`;
		return new Failure({ kind: 'invalid-input', message });
	};
	let parsed: URL;
	try {
		parsed = new URL(url.trim());
	} catch {
		throw refused();
	}
	const { protocol, username, password, search, hash } = parsed;
	if (!/^https?:$/.test(protocol) || username || password || search || hash) throw refused();
	return parsed.origin + parsed.pathname.replace(/\/+$/, '');
}

/**
 * A rejected URL for an error message: without user name, query and fragment, which may be secrets.
 */
function withoutSecrets(url: string): string {
	if (url.includes('@')) return 'a URL with a user name';
	const end = url.search(/[?#]/);
	return end < 0
		? preview(url)
		: `${preview(url.slice(0, end))} and ${url[end] === '?' ? 'a query' : 'a fragment'}`;
}

type Values = Record<string, unknown>;

/**
 * The request of one call, from input that `parseFields` returned. Pure. Throws `invalid-input` if
 * the operation requires the user's own node and the URL is a public endpoint.
 */
export function buildRequest(
	operation: AnyOperation,
	input: Values,
	access: ServiceAccess,
	limits: Pick<HttpRequest, 'timeoutMs' | 'maxBytes'>,
): HttpRequest {
	const { call, entry, resource } = operation;
	if (call.ownNode) {
		requireOwnNode(access.url, `${resource.name}: ${entry.name}`, { operation: operation.id });
	}
	if (call.type === 'http' && call.receiver && input[call.receiver] !== undefined) {
		const url = String(input[call.receiver]);
		checkReachable({ url, dataUrl: access.url, field: call.receiver });
	}
	const template = call.type === 'http' ? call.path : call.endpoint;
	const url = new URL(access.url + fillPath(operation, template, input));
	if (call.type === 'http') {
		for (const [name, value] of queryOf(operation, input)) url.searchParams.append(name, value);
	}
	const body = call.type === 'rpc' ? envelopeOf(operation, input) : bodyOf(operation, input);
	const isText = call.type === 'http' && call.format !== undefined;
	const accept = isText ? 'text/plain' : 'application/json';
	const headers: Record<string, string> = { accept };
	if (body !== undefined) headers['content-type'] = 'application/json';
	if (access.header?.value) headers[access.header.name.toLowerCase()] = access.header.value;
	return {
		method: call.type === 'rpc' ? 'POST' : call.method,
		url: url.href,
		headers,
		...(body !== undefined && { body }),
		...limits,
	};
}

/**
 * Fills a path template. A value is encoded and cannot leave its segment; segments of dots are
 * rejected.
 */
export function fillPath(operation: AnyOperation, template: string, input: Values): string {
	return template.replace(/\{(\w+)\}/g, (_, key: string) => {
		const info = infoOf(operation.input, key);
		const value = String(input[key] ?? info.default ?? '');
		// Only a choice may contain a slash (`C/block`): its values come from the declaration.
		const listed = info.choices?.some((choice) => choice.value === value);
		const segments = listed ? value.split('/') : [value];
		if (segments.some((segment) => /^\.{0,2}$/.test(segment) || !segment.isWellFormed())) {
			const message = `"${info.label}" (${key}) ${info.rule}; given: ${preview(value)}`;
			throw new Failure({ kind: 'invalid-input', message, field: key, operation: operation.id });
		}
		return segments.map(encodeURIComponent).join('/');
	});
}

function located(operation: AnyOperation, input: Values, location: string) {
	return operation.input.keys
		.map((key) => ({ key, info: infoOf(operation.input, key), value: input[key] }))
		.filter(({ info, value }) => info.in === location && value !== undefined);
}

function queryOf(operation: AnyOperation, input: Values): Array<[string, string]> {
	return located(operation, input, 'query').flatMap(({ key, info, value }) => {
		const name = info.name ?? key;
		if (!Array.isArray(value)) return [[name, String(value)] as [string, string]];
		if (info.list === 'comma') return [[name, value.join(',')] as [string, string]];
		return value.map((each) => [name, String(each)] as [string, string]);
	});
}

function nested(operation: AnyOperation, input: Values, location: string): Values {
	const out: Values = {};
	for (const { key, info, value } of located(operation, input, location)) {
		const path = (info.name ?? key).split('.');
		const last = path.pop() as string;
		const target = path.reduce<Values>((at, part) => (at[part] ??= {}) as Values, out);
		target[last] = info.list === 'comma' && Array.isArray(value) ? value.join(',') : value;
	}
	return out;
}

/** The id of every JSON-RPC request: a connection carries one request at a time. */
export const RPC_ID = 1;

/** The JSON-RPC request as its text. */
export function envelopeOf(operation: AnyOperation, input: Values, id = RPC_ID): string {
	const { call } = operation;
	const method = call.type === 'rpc' ? JSON.stringify(call.method) : '';
	return `{"jsonrpc":"2.0","id":${id},"method":${method},"params":${paramsOf(operation, input)}}`;
}

/** The body of a request as its text. */
function bodyOf(operation: AnyOperation, input: Values): string | undefined {
	const { call, input: fields } = operation;
	if (call.type === 'http' && call.own) return call.own.body;
	const takesBody = fields.keys.some((key) => infoOf(fields, key).in === 'body');
	const hasBody = call.type === 'http' && call.method !== 'GET' && takesBody;
	return hasBody ? JSON.stringify(nested(operation, input, 'body')) : undefined;
}

function paramsOf(operation: AnyOperation, input: Values): string {
	const { call } = operation;
	if (call.type === 'rpc' && typeof call.params === 'object') return call.params.json;
	const isPositional = call.type === 'rpc' && call.params === 'positional';
	return JSON.stringify(
		isPositional ? positional(operation, input) : nested(operation, input, 'params'),
	);
}

/**
 * Parameters by position: each field is one, but fields whose names share the part before the dot
 * form one object, which is present even if none of them is given. A missing parameter before a
 * given one is null; missing ones at the end are left out.
 */
function positional({ input: fields }: AnyOperation, input: Values): unknown[] {
	const byName = new Map<string, unknown>();
	for (const key of fields.keys) {
		const info = infoOf(fields, key);
		if (info.in !== 'params') continue;
		const [name, part] = (info.name ?? key).split('.');
		if (part === undefined) {
			byName.set(name, input[key]);
			continue;
		}
		const object = (byName.get(name) ?? {}) as Values;
		byName.set(name, input[key] === undefined ? object : { ...object, [part]: input[key] });
	}
	const values = [...byName.values()];
	const last = values.findLastIndex((value) => value !== undefined);
	return values.slice(0, last + 1).map((value) => value ?? null);
}
