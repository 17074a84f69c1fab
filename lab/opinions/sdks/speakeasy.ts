import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { NotTaken, PAGES, type Sdk, type SdkFunction, type Values } from './sdk';

/**
 * Clients that Speakeasy generates (chainkit and the AvaCloud SDK): they check requests and
 * responses against schemas of their own. Each function is a module of `funcs/`.
 */

type Result = { ok: true; value: unknown } | { ok: false; error: unknown };
type Call = (core: object, ...requestAndOptions: object[]) => Promise<Result>;
type Core = new (options: object) => object;

/** A schema library's complaint about one value. */
interface Issue {
	path: Array<string | number>;
	expected?: string;
	unionErrors?: Array<{ issues: Issue[] }>;
}

/** Position of each field in a function's request, read from its source. */
interface Layout {
	method: string;
	template: string;
	/** Names in path and query, with the names of the request's fields. */
	fields: ReadonlyMap<string, string>;
	/** The field that holds the body; empty if the request is the body. */
	body?: string;
}

function layoutOf(source: string): Layout | undefined {
	const template = /pathToFunc\)\("(\/[^"]*)"\)/.exec(source)?.[1];
	const method = /method: "([A-Z]+)"/.exec(source)?.[1];
	if (!template || !method) return undefined;
	const path = source.matchAll(/encodeSimple\)\("(\w+)", payload\.(\w+)/g);
	const query = source.matchAll(/^\s*"(\w+)": payload\.(\w+)/gm);
	const fields = new Map([...path, ...query].map(([, name, field]) => [name, field]));
	const body = /encodeJSON\)\("body", payload(?:\.(\w+))?/.exec(source);
	// The function's own check renames the field: requests begin with a small letter.
	const name = body?.[1]?.replace(/^./, (first) => first.toLowerCase()) ?? '';
	return { method, template, fields, ...(body && { body: name }) };
}

/** The request of a function for the values of an HTTP request. */
function requestOf({ fields, body }: Layout, values: Values): Record<string, unknown> {
	const request: Record<string, unknown> = {};
	for (const [name, value] of Object.entries({ ...values.path, ...values.query })) {
		request[fields.get(name) ?? name] = value;
	}
	if (body === '') Object.assign(request, values.body);
	else if (body !== undefined) request[body] = values.body;
	return request;
}

function issuesOf(error: unknown): Issue[] {
	const cause = (error as { cause?: { issues?: Issue[] } }).cause;
	const all = (issues: Issue[]): Issue[] =>
		issues.flatMap((one) => [one, ...(one.unionErrors ?? []).flatMap((each) => all(each.issues))]);
	return all(cause?.issues ?? []);
}

/** A text of a URL as the type that the client wants. */
function converted(text: unknown, expected: string | undefined): unknown {
	if (typeof text !== 'string') return text;
	if (expected === 'number') return Number(text);
	if (expected === 'boolean') return text === 'true';
	if (expected === 'array') return text.split(',');
	if (expected === 'date') return new Date(text);
	return text;
}

const isInputError = (error: unknown) => (error as Error).message.startsWith('Input validation');

function functionOf(name: string, layout: Layout, call: Call, NewCore: Core): SdkFunction {
	return {
		name,
		method: layout.method,
		template: layout.template,
		async call({ url, key }, values) {
			const core = new NewCore({
				serverURL: url,
				apiKey: key,
				retryConfig: { strategy: 'none' },
				enableTelemetry: false,
			});
			const request = requestOf(layout, values);
			const options = { serverURL: url, retries: { strategy: 'none' } };
			// Without parameters, the options come first.
			const send = () => call(core, ...(call.length < 3 ? [] : [request]), options);
			let result = await send();
			// Its types are not those of a URL: they are taken from its own complaints.
			for (let tries = 0; tries < 3 && !result.ok && isInputError(result.error); tries++) {
				for (const { path: issuePath, expected } of issuesOf(result.error)) {
					const [field] = issuePath;
					if (issuePath.length === 1) request[field] = converted(request[field], expected);
				}
				result = await send();
			}
			if (!result.ok) {
				if (isInputError(result.error))
					throw new NotTaken(String(result.error), { cause: (result.error as Error).cause });
				throw result.error;
			}
			const pages = result as unknown as Partial<AsyncIterable<Result>>;
			if (!pages[Symbol.asyncIterator]) return;
			let count = 0;
			for await (const page of pages as AsyncIterable<Result>) {
				if (!page.ok) throw page.error;
				if (++count >= PAGES) break;
			}
		},
	};
}

/** A client of this kind. `core` is the name of its class in `core.js`. */
export function speakeasySdk(modules: string, name: string, core: string): Sdk {
	const root = path.join(modules, name);
	const own = createRequire(path.join(root, 'package.json'));
	const { version } = own('./package.json') as { version: string };
	const nested = path.join(root, 'dist/commonjs');
	const folder = existsSync(nested) ? nested : root;
	const NewCore = (own(path.join(folder, 'core.js')) as Record<string, Core>)[core];
	const files = readdirSync(path.join(folder, 'funcs')).filter((file) => file.endsWith('.js'));
	const functions = files.flatMap((file): SdkFunction[] => {
		const at = path.join(folder, 'funcs', file);
		const source = readFileSync(at, 'utf8');
		// Checks the signature of a webhook, and sends nothing.
		if (!source.includes('_createRequest')) return [];
		const layout = layoutOf(source);
		if (!layout) throw new Error(`${name}: no endpoint in funcs/${file}`);
		const exported = path.basename(file, '.js');
		const call = (own(at) as Record<string, Call>)[exported];
		return [functionOf(exported, layout, call, NewCore)];
	});
	return { name: `${name} ${version}`, checks: true, functions };
}
