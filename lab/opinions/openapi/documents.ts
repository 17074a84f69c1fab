import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { statements } from './sentences';

/** The OpenAPI documents of the services, and what they say of a response. */

const requireTool = createRequire(path.join(__dirname, 'package.json'));

export const FILES = { data: 'glacier.json', metrics: 'popsicle.json' } as const;
export type DocumentedService = keyof typeof FILES;

/** Parts of Ajv that are used. It is not a package of this project. */
interface Check {
	(value: unknown): boolean;
	errors?: Array<{ instancePath: string; message?: string; params: object }> | null;
}
interface Ajv {
	addSchema(schema: object, key: string): void;
	getSchema(key: string): Check | undefined;
}

interface Content {
	content?: Record<string, { schema?: object }>;
}

interface Method {
	parameters?: ReadonlyArray<{ name: string; in: string }>;
	responses: Record<string, Content>;
}

interface OpenApi {
	paths: Record<string, Record<string, Method>>;
	components: object;
}

/** A document: its file, the operation of a request, and the faults of a response. */
export interface ServiceDocument {
	file: string;
	/** Its sentences that state a limit, a default or a condition. */
	statements: readonly string[];
	/** `METHOD /path/{name}` of every operation. */
	operations: readonly string[];
	/** The operation that serves a path, or undefined. */
	find(method: string, pathname: string): string | undefined;
	/** Names of a query that the operation does not have. */
	unknownNames(operation: string, query: URLSearchParams): string[];
	/**
	 * Faults of a response, in its status or its content; empty if there are none, undefined if the
	 * document has no schema for it.
	 */
	faultsOf(operation: string, status: number, text: string): string[] | undefined;
}

/** The documents of each service, the newest first. */
export type Documents = Readonly<Record<DocumentedService, readonly ServiceDocument[]>>;

/** The newest document with the operation of a request. */
export function documented(documents: Documents, service: DocumentedService, sent: Sent) {
	for (const document of documents[service]) {
		const operation = document.find(sent.method, sent.pathname);
		if (operation) return { document, operation };
	}
	return undefined;
}

interface Sent {
	method: string;
	pathname: string;
}

/** The files that are missing in a folder of documents. */
export function missingIn(folder: string): string[] {
	return Object.values(FILES).filter((file) => !existsSync(path.join(folder, file)));
}

/** Reads one document. */
export function readDocument(folder: string, service: DocumentedService): ServiceDocument {
	const file = path.join(folder, FILES[service]);
	const document = asChecked(JSON.parse(readFileSync(file, 'utf8'))) as OpenApi;
	const { Ajv2020 } = requireTool('ajv/dist/2020') as {
		Ajv2020: new (options: object) => Ajv;
	};
	const addFormats = requireTool('ajv-formats') as (ajv: object) => void;
	const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
	addFormats(ajv);
	ajv.addSchema(document, service);
	const routes = Object.entries(document.paths).flatMap(([template, methods]) => {
		const escaped = template.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
		const pattern = new RegExp(`^${escaped.replace(/\{\w+\}/g, '[^/]+')}$`);
		return Object.entries(methods).map(([method, { parameters = [], responses }]) => ({
			id: `${method.toUpperCase()} ${template}`,
			method: method.toUpperCase(),
			template,
			pattern,
			query: new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name)),
			responses,
		}));
	});
	// A path without placeholders is meant before one with them.
	routes.sort((a, b) => a.template.split('{').length - b.template.split('{').length);

	function pointer(template: string, method: string, status: string): string {
		const escape = (key: string) =>
			encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
		const parts = ['paths', template, method, 'responses', status, 'content', 'application/json'];
		return `${service}#/${[...parts, 'schema'].map(escape).join('/')}`;
	}

	return {
		file,
		statements: statements(document),
		operations: routes.map(({ id }) => id),
		find: (method, pathname) =>
			routes.find((route) => route.method === method && route.pattern.test(pathname))?.id,
		unknownNames(operation, query) {
			const route = routes.find(({ id }) => id === operation);
			return [...new Set(query.keys())].filter((name) => !route?.query.has(name));
		},
		faultsOf(operation, status, text) {
			const route = routes.find(({ id }) => id === operation);
			const response = route?.responses[String(status)];
			if (!route || !response) return undefined;
			if (!response.content?.['application/json']?.schema) {
				return text === '' ? [] : ['has a body, which the document does not have'];
			}
			let body: unknown;
			try {
				body = JSON.parse(text);
			} catch {
				return ['is not JSON'];
			}
			const key = pointer(route.template, route.method.toLowerCase(), String(status));
			const check = ajv.getSchema(key);
			if (!check) return ['the schema of the document could not be read'];
			if (check(body)) return [];
			const all = (check.errors ?? []).map(
				({ instancePath, message }) => `${general(instancePath)} ${message ?? ''}`,
			);
			return [...new Set(all)];
		},
	};
}

/**
 * The document with `anyOf` for every `oneOf`: its variants include each other, as a balance of the
 * P-Chain has all that one of the C-Chain has, so that no such answer is of exactly one. And with null
 * as a variant of what is `nullable` without a `type`, which Ajv refuses to read.
 */
function asChecked(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(asChecked);
	if (typeof value !== 'object' || value === null) return value;
	const { nullable, ...rest } = value as Record<string, unknown>;
	if (nullable === true && !('type' in rest)) {
		return { anyOf: [asChecked(rest), { type: 'null' }] };
	}
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [
			key === 'oneOf' ? 'anyOf' : key,
			asChecked(inner),
		]),
	);
}

/** A path without list indexes, so that a fault of a list counts once. */
function general(location: string): string {
	return location.replace(/\/\d+(?=\/|$)/g, '[]').replace(/^\//, '') || 'the body';
}
