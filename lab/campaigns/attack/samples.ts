import { BEFORE_REMOVALS } from '../../../emulator/world/conditions';
import type { INodeParameters } from 'n8n-workflow';
import { type Operation } from '../../../core/operations/declare';
import { type Emulator, startEmulator } from '../../../emulator';
import { everyCase } from '../../kit/nodes/cases';
import type { Engine } from '../../kit/engine';
import { KEY } from './secrets';
import type { Answer, Hostile } from './hostile';

/** An operation, how it is called, and a true answer to attack. */
export interface Target {
	operation: Operation;
	parameters: INodeParameters;
	input: Record<string, unknown>;
	/** A true answer, its lists cut short. */
	sample: string;
}

type Json = Record<string, unknown>;

/** The services under one roof: a path prefix each. */
export function servicesAt(url: string) {
	return { dataUrl: `${url}/data`, metricsUrl: `${url}/metrics`, nodeUrl: `${url}/node` };
}

/** Hands requests on to the emulator; `change` may answer with something else. */
export function proxyTo(
	emulator: Emulator,
	change: (body: string, count: number, sent: string) => string | Buffer = (body) => body,
): Answer {
	const urls = { data: emulator.dataUrl, metrics: emulator.metricsUrl, node: emulator.nodeUrl };
	let count = 0;
	return (request, response, body) => {
		const [, service, rest] = /^\/(\w+)(.*)$/s.exec(request.url ?? '') ?? [];
		const { method = 'GET' } = request;
		const headers = { 'content-type': 'application/json' };
		const order = count++;
		fetch(urls[service as keyof typeof urls] + rest, {
			method,
			headers,
			...(method !== 'GET' && body.length > 0 && { body }),
		})
			.then(async (answer) => {
				const text = await answer.text();
				const local = text.replaceAll(emulator.dataUrl, `http://${request.headers.host}/data`);
				response.writeHead(answer.status, headers).end(change(local, order, String(body)));
			})
			.catch(() => response.destroy());
	};
}

/** A small world: samples are to be small. */
export function smallWorld(): Promise<Emulator> {
	return startEmulator({
		version: BEFORE_REMOVALS,
		apiKeys: [KEY],
		realTime: false,
		start: Date.UTC(2026, 10, 7, 12),
	});
}

/** Calls every operation once and keeps the last answer of each to its own method. */
export async function targetsOf(
	emulator: Emulator,
	hostile: Hostile,
	engine: Engine,
): Promise<Target[]> {
	const targets: Target[] = [];
	for (const one of everyCase()) {
		const { operation } = one;
		// The classes spoil JSON; answers of another format have tests of their own.
		const { call } = operation;
		if (call.type === 'http' && (call.format !== undefined || call.bodiless)) continue;
		const given = one.parameters(emulator);
		const parameters = {
			resource: operation.resource.value,
			operation: operation.entry.value,
			...given,
			...(operation.transport && {
				options: { ...(given.options as Json), transport: operation.transport.value },
			}),
		} as INodeParameters;
		let sample = '';
		// A node can ask for more than the operation, such as the validators behind a signed message.
		const own = call.type === 'rpc' ? `"method":"${call.method}"` : '';
		hostile.answer = proxyTo(emulator, (body, _, sent) => {
			if (sent.includes(own)) sample = body;
			return body;
		});
		// Simplified items may ask for the chains' names, too: the last answer would be those.
		const asSent = { ...parameters, simplify: false };
		const { error } = await engine.execute({ node: operation.node, parameters: asSent });
		if (error) throw error;
		const input = inputOf(operation, given);
		targets.push({ operation, parameters, input, sample: shortened(sample) });
	}
	return targets;
}

function inputOf(operation: Operation, given: INodeParameters): Json {
	const all = { ...given, ...(given.filters as Json), ...(given.options as Json) } as Json;
	const known = operation.input.keys.filter((key) => all[key] !== undefined && all[key] !== '');
	return Object.fromEntries(
		known.map((key) => {
			const value = all[key];
			const located = typeof value === 'object' && value !== null && '__rl' in value;
			return [key, located ? (value as Json).value : value];
		}),
	);
}

const ITEMS = 2;
const KEYS = 40;

/**
 * The same answer with lists of two, lists within them of one, and maps of a few keys: every byte of it
 * is an attack.
 */
function shortened(text: string): string {
	const cut = (value: unknown, items: number): unknown => {
		if (Array.isArray(value)) return value.slice(0, items).map((inner) => cut(inner, 1));
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value);
		const first = entries.length > KEYS ? entries.slice(0, ITEMS) : entries;
		return Object.fromEntries(first.map(([key, inner]) => [key, cut(inner, items)]));
	};
	// A page that says that there are more would be followed by requests for them.
	const value = cut(JSON.parse(text), ITEMS) as Json;
	delete value.nextPageToken;
	return JSON.stringify(value);
}
