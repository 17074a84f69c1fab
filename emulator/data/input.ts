import { catalogue } from '../../core/operations';
import { fieldsOf, type FieldInfo, infoOf, type Operation } from '../../core/operations/declare';
import type { ServiceRequest } from '../service';
import { ServiceFailure } from './failure';

type Values = Record<string, unknown>;

/** Placeholders have other names in the documents than in the declarations now and then. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** The declaration of an endpoint. Throws where the catalogue lacks it. */
export function operationFor(service: string, method: string, path: string): Operation {
	const found = catalogue.find(
		(operation) =>
			operation.service === service &&
			operation.call.type === 'http' &&
			operation.call.method === method &&
			shapeOf(operation.call.path) === shapeOf(path),
	);
	if (!found) throw new Error(`The catalogue has no ${method} ${path}`);
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

function inside(body: Values, name: string): unknown {
	return name
		.split('.')
		.reduce<unknown>(
			(value, part) => (typeof value === 'object' ? (value as Values | null)?.[part] : undefined),
			body,
		);
}

const isList = ({ control, list }: FieldInfo) =>
	control === 'list' || control === 'multiOptions' || list !== undefined;

/** The wire is stricter than forms: whole numbers as digits, booleans as true or false. */
function fromQuery(name: string, info: FieldInfo, values: string[]): unknown {
	if (isList(info)) {
		return values.flatMap((value) => value.split(','));
	}
	if (values.length > 1) fail(`${name} must be given once`);
	const [value] = values;
	if ((info.control === 'number' || info.control === 'dateTime') && !/^-?\d+$/.test(value)) {
		fail(`${name} must be an integer number`);
	}
	if (info.control === 'boolean' && value !== 'true' && value !== 'false') {
		fail(`${name} must be a boolean value`);
	}
	if (value !== value.trim()) fail(`${name} must not have white space around it`);
	return value;
}

function fromBody(name: string, info: FieldInfo, value: unknown): unknown {
	if (isList(info)) {
		const texts = Array.isArray(value) && value.every((item) => typeof item === 'string');
		if (!texts) fail(`${name} must be an array of strings`);
	} else if (info.control === 'number') {
		if (typeof value !== 'number') fail(`${name} must be a number`);
	} else if (info.control === 'boolean') {
		if (typeof value !== 'boolean') fail(`${name} must be a boolean value`);
	} else if (typeof value !== 'string') {
		fail(`${name} must be a string`);
	}
	return value;
}

function fromPath(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return fail('path is not properly encoded');
	}
}

/**
 * The input of an operation as a request carries it, checked by the operation's own schema. Unknown
 * parameters are ignored. Throws a failure of 400 that names every fault.
 */
export function readInput(
	operation: Operation,
	groups: readonly string[],
	request: ServiceRequest,
): Values {
	const { call } = operation;
	if (call.type !== 'http') throw new Error(`${operation.id} is no HTTP operation`);
	const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	const body = call.method === 'POST' ? readBody(request) : {};
	const input: Values = {};
	const wire = new Map<string, string>();
	for (const key of fieldsOf(operation)) {
		const info = infoOf(operation, key);
		const name = info.name ?? key;
		wire.set(key, name);
		if (info.in === 'path') {
			input[key] = fromPath(groups[names.indexOf(names.includes(key) ? key : name)]);
		} else if (info.in === 'query') {
			const values = request.query.getAll(name);
			if (values.length > 0) input[key] = fromQuery(name, info, values);
		} else {
			const value = inside(body, name);
			if (value !== undefined) input[key] = fromBody(name, info, value);
		}
	}
	const result = operation.input.safeParse(input);
	if (result.success) return result.data;
	const problems = result.error.issues.map(({ path, message }) => {
		const [key, ...rest] = path.map(String);
		return [[wire.get(key) ?? key, ...rest].join('.'), message].join(' ');
	});
	throw new ServiceFailure(400, problems);
}
