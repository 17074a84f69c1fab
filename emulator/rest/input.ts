import { type HttpEndpoint, type Parameter, readSpec, type Type } from '../spec/read';
import type { Dialect, ServiceRequest } from '../service';
import { faultsOf, faultsOfField, itemsOf } from './check';
import { ServiceFailure } from './failure';

type Values = Record<string, unknown>;

/** The transcription of an endpoint. Throws where there is none. */
export function transcriptionOf(service: string, method: string, path: string): HttpEndpoint {
	const found = readSpec().find(
		(endpoint) =>
			endpoint.type === 'http' &&
			endpoint.service === service &&
			endpoint.method === method &&
			endpoint.path === path,
	);
	if (found?.type !== 'http') throw new Error(`The transcription has no ${method} ${path}`);
	return found;
}

/** Turns a path template into a pattern, its placeholders into the pattern's groups. */
export function patternOf(path: string): RegExp {
	const escaped = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
	return new RegExp(`^${escaped.replace(/\{\w+\}/g, '([^/]+)')}$`);
}

function fail(problem: string): never {
	throw new ServiceFailure(400, problem);
}

function readBody(request: ServiceRequest): Values {
	// As the framework of the service does: a body of another type is not read.
	if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return {};
	let body: unknown;
	try {
		body = JSON.parse(request.body);
	} catch {
		fail('request body is not valid JSON');
	}
	if (typeof body !== 'object' || body === null || Array.isArray(body)) {
		fail('request body must be a JSON object');
	}
	return body as Values;
}

/** The value of a body under a name whose dots nest. A null is nothing. */
function inside(body: Values, name: string): unknown {
	const value = name
		.split('.')
		.reduce<unknown>(
			(value, part) => (typeof value === 'object' ? (value as Values | null)?.[part] : undefined),
			body,
		);
	return value ?? undefined;
}

function fromPath(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return fail('path is not properly encoded');
	}
}

/** The values of a query parameter as JSON values; text that its type cannot read stays text. */
function fromQuery({ name, type }: Parameter, texts: string[], dialect: Dialect): unknown {
	if (texts.length === 0) return undefined;
	if (type.kind === 'list' && !type.commas) {
		// The document and the SDKs repeat the parameter. Core mobile joins the values at the deployed service:
		// ava-labs/core-mobile at d6b8f48d, packages/core-mobile/app/utils/api/clients/glacierApiClient.ts.
		const all = dialect === 'live' ? texts.flatMap((text) => text.split(',')) : texts;
		return all.map((text) => read(type.of, text));
	}
	if (texts.length > 1) fail(`${name} must be given once`);
	const [text] = texts;
	if (text !== text.trim()) fail(`${name} must not have white space around it`);
	return read(type, text);
}

/** A checked value as endpoints use it: lists as arrays, however they came. */
function usable(type: Type, value: unknown): unknown {
	return type.kind === 'list' && typeof value === 'string' ? itemsOf(type, value) : value;
}

/** The wire is stricter than forms: whole numbers as digits, booleans as true or false. */
function read(type: Type, text: string): unknown {
	const digits = type.kind === 'number' && type.integer ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/;
	if (type.kind === 'number') return digits.test(text) ? Number(text) : text;
	if (type.kind === 'flag') return text === 'true' ? true : text === 'false' ? false : text;
	return text;
}

/**
 * The parameters of a request by their names on the wire, defaults filled in, checked by the
 * transcription of the endpoint. Unknown parameters are ignored. Throws a failure of 400 that names
 * every fault.
 */
export function readInput(
	endpoint: HttpEndpoint,
	groups: readonly string[],
	request: ServiceRequest,
	dialect: Dialect,
): Values {
	const pathNames = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	const body = endpoint.body ? readBody(request) : {};
	const input: Values = {};
	const faults = endpoint.body ? faultsOf('', endpoint.body, body) : [];
	for (const parameter of endpoint.parameters) {
		const { in: location, name } = parameter;
		const value =
			location === 'path'
				? fromPath(groups[pathNames.indexOf(name)])
				: location === 'query'
					? fromQuery(parameter, request.query.getAll(name), dialect)
					: inside(body, name);
		if (location !== 'body') faults.push(...faultsOfField(name, parameter, value));
		input[name] = value === undefined ? parameter.default : usable(parameter.type, value);
	}
	for (const names of endpoint.oneOf) {
		const given = names.some((name) => input[name] !== undefined);
		if (!given) faults.push(`Must provide either ${names.join(' or ')}`);
	}
	if (faults.length > 0) throw new ServiceFailure(400, faults);
	return input;
}
