import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ServiceName, type ServiceRequest, type ServiceResponse, stringify } from '../service';
import { failureBody } from '../rest/failure';
import { echoed } from './echo';
import type { Fault, FaultBook } from './faults';
import { logEntry, type RequestLog, type Secrets } from './requestLog';

const MAX_BODY_BYTES = 16 * 1024 ** 2;
const LOOPBACK = '127.0.0.1';

/** Environment of every service, read at each request, so that control can change it. */
export interface Surroundings {
	faults: FaultBook;
	log: RequestLog;
	secrets: Secrets;
	keyHeaders: readonly string[];
	echo: boolean;
	/** Unix ms by the world's clock. */
	now(): number;
	answer(service: ServiceName, request: ServiceRequest): Promise<ServiceResponse>;
	/** Waits before a delayed answer (ms). */
	wait(ms: number): Promise<void>;
	/** Called for each request before it is answered. */
	onRequest?(): void;
	/** Form of the error messages of injected statuses. */
	messageForm(service: ServiceName): 'string' | 'array';
}

async function readRequest(incoming: IncomingMessage): Promise<[ServiceRequest, string]> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of incoming as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (size > MAX_BODY_BYTES) throw new Error('the request body is too large');
		chunks.push(chunk);
	}
	const url = incoming.url ?? '/';
	const at = url.indexOf('?');
	const query = at < 0 ? '' : url.slice(at + 1);
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(incoming.headers)) {
		headers[name] = Array.isArray(value) ? value.join(', ') : (value ?? '');
	}
	const request = {
		method: incoming.method ?? 'GET',
		path: at < 0 ? url : url.slice(0, at),
		query: new URLSearchParams(query),
		headers,
		body: Buffer.concat(chunks).toString('utf8'),
	};
	return [request, query];
}

function rpcMethodsOf(request: ServiceRequest): string[] {
	if (request.method !== 'POST' || !request.body.includes('"method"')) return [];
	try {
		const parsed = [JSON.parse(request.body) as unknown].flat() as { method?: unknown }[];
		return parsed.map((call) => String(call?.method ?? ''));
	} catch {
		return [];
	}
}

function startIndexOf(request: ServiceRequest): unknown {
	if (!request.body.includes('"startIndex"')) return undefined;
	try {
		const { params } = JSON.parse(request.body) as { params?: unknown };
		return ([params].flat()[0] as { startIndex?: unknown } | undefined)?.startIndex;
	} catch {
		return undefined;
	}
}

/** The token of the page that a request asks for, in its query or in its body. */
function pageTokenOf(request: ServiceRequest): string | null {
	const inQuery = request.query.get('pageToken');
	if (inQuery !== null || !request.body.includes('"pageToken"')) return inQuery;
	try {
		const { pageToken } = JSON.parse(request.body) as { pageToken?: unknown };
		return typeof pageToken === 'string' ? pageToken : null;
	} catch {
		return null;
	}
}

/** The same page again: its own token as the next one, its own start as its end. */
function repeated(request: ServiceRequest, response: ServiceResponse): ServiceResponse {
	const { body } = response;
	if (typeof body !== 'object' || 'pipe' in body || response.status >= 300) return response;
	const token = pageTokenOf(request);
	if (token !== null) {
		const name = 'nextPageStartKey' in body ? 'nextPageStartKey' : 'nextPageToken';
		return { ...response, body: { ...body, [name]: token } };
	}
	const { result } = body as { result?: { endIndex?: unknown } };
	if (typeof result !== 'object' || result.endIndex === undefined) return response;
	return { ...response, body: { ...body, result: { ...result, endIndex: startIndexOf(request) } } };
}

function faulty(
	fault: Fault,
	name: ServiceName,
	form: 'string' | 'array',
): ServiceResponse | undefined {
	const json = { 'content-type': 'application/json; charset=utf-8' };
	switch (fault.kind) {
		case 'status': {
			const status = fault.status ?? 500;
			const headers: Record<string, string> =
				fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
			const message = fault.message ?? `injected fault ${status}`;
			// A node has at most a proxy in front of it, whose errors are text.
			const text = name === 'node' ? message : failureBody(status, message, form);
			return { status, headers, body: fault.body ?? text };
		}
		case 'wrongJson':
			return { status: 200, headers: json, body: fault.body ?? '<html>upstream error</html>' };
		case 'emptyBody':
			return { status: 200, headers: json, body: '' };
		case 'staleToken':
			return { status: 400, body: failureBody(400, 'pageToken has expired', form) };
		case 'redirect':
			return { status: fault.status ?? 302, headers: { location: fault.url ?? '/' }, body: '' };
		default:
			return undefined;
	}
}

async function send(
	request: ServiceRequest,
	response: ServiceResponse,
	outgoing: ServerResponse,
	truncate: boolean,
): Promise<void> {
	const { status, body } = response;
	if (body instanceof Readable) {
		outgoing.writeHead(status, response.headers);
		if (truncate) {
			body.once('data', (chunk: Buffer) => {
				body.destroy();
				outgoing.write(chunk.subarray(0, chunk.length >> 1), () => outgoing.destroy());
			});
			return;
		}
		await pipeline(body, outgoing);
		return;
	}
	const isJson = typeof body === 'object';
	const bytes = Buffer.from(isJson ? stringify(body) : (body ?? ''));
	const type = isJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
	outgoing.writeHead(status, {
		// Nothing has no type.
		...(bytes.length > 0 ? { 'content-type': type } : {}),
		...(status === 304 ? {} : { 'content-length': String(bytes.length) }),
		...response.headers,
	});
	if (truncate) {
		outgoing.write(bytes.subarray(0, bytes.length >> 1), () => outgoing.destroy());
		return;
	}
	outgoing.end(request.method === 'HEAD' ? undefined : bytes);
}

async function handle(
	name: ServiceName,
	around: Surroundings,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
): Promise<void> {
	const [request, query] = await readRequest(incoming);
	const { secrets, keyHeaders } = around;
	const rpcMethods = rpcMethodsOf(request);
	const entry = logEntry(name, request, query, {
		secrets,
		keyHeaders,
		rpcMethods,
		at: around.now(),
	});
	around.log.add(entry);
	around.onRequest?.();
	const fault = around.faults.take({
		service: name,
		method: request.method,
		url: query === '' ? request.path : `${request.path}?${query}`,
		rpcMethods,
		paged: pageTokenOf(request) !== null || startIndexOf(request) !== undefined,
	});
	entry.fault = fault?.kind;
	if (fault?.kind === 'cut') {
		incoming.socket.resetAndDestroy();
		return;
	}
	if (fault?.kind === 'delay') await around.wait(fault.delayMs ?? 1000);
	let response = fault && faulty(fault, name, around.messageForm(name));
	response ??= await around.answer(name, request);
	if (fault?.kind === 'repeatPage') response = repeated(request, response);
	if (around.echo) response = echoed(request, response);
	entry.status = response.status;
	if (outgoing.destroyed) {
		if (response.body instanceof Readable) response.body.destroy();
		return;
	}
	await send(request, response, outgoing, fault?.kind === 'truncate');
}

/** A service on a loopback port of its own. */
export interface RunningServer {
	url: string;
	port: number;
	close(): Promise<void>;
}

/** Listens on loopback; port 0 takes a free one. */
export async function listen(server: Server, port: number): Promise<RunningServer> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, LOOPBACK, resolve);
	});
	const bound = (server.address() as AddressInfo).port;
	return {
		url: `http://${LOOPBACK}:${bound}`,
		port: bound,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

/** Serves one of the services, with faults, log and echo around it. */
export function serve(
	name: ServiceName,
	around: Surroundings,
	port: number,
): Promise<RunningServer> {
	const server = createServer((incoming, outgoing) => {
		handle(name, around, incoming, outgoing).catch(() => {
			// The client disconnected, or its body was too large: an answer cannot be sent.
			outgoing.destroy();
		});
	});
	// Clients that keep connections open meet no race between a reuse and the server's close.
	server.keepAliveTimeout = 60_000;
	return listen(server, port);
}
