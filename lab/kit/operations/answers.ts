import { BEFORE_REMOVALS } from '../../../emulator/world/conditions';
import {
	type AnyOperation,
	catalogue,
	type Failure,
	type HttpRequest,
	type HttpResponse,
	httpTransport,
	parseJson,
	type Transport,
} from '../../../core';
import { type Dialect, type Emulator, startEmulator } from '../../../emulator';
import { createAsker, type Use } from './ask';
import { operationCases } from './case';
import { remember } from './inputs';
import { type Cases, runCases } from './run';
import { exampleOf, type ValueFor, variantsOf } from './variants';

/** Every kind of answer that the emulator's HTTP services give. */

export interface Answer {
	service: 'data' | 'metrics';
	method: string;
	/** The path without the base URL and the query. */
	pathname: string;
	/** With the query. */
	url: string;
	status: number;
	text: string;
}

const KEY = 'key-of-all-answers';
const WRONG_KEY = 'key-of-nobody';

/** Part of a path that names a thing: a chain, a network, an address, a hash, a node or an id. */
const THING =
	/^(mainnet|fuji|\d+|0x[0-9a-fA-F]+|NodeID-\w+|[1-9A-HJ-NP-Za-km-z]{40,}|[0-9a-f-]{36})$/;

/** Items of a page where a second page is wanted. */
const FEW = 2;
/** Rounds: an operation may need ids that a later one returns. */
const ROUNDS = 2;

const isHttp = ({ service }: AnyOperation) => service === 'data' || service === 'metrics';
const deletes = ({ call }: AnyOperation) => call.type === 'http' && call.method === 'DELETE';

/** Operations without ids first, deletions last. */
function inOrder(): AnyOperation[] {
	const needs = ({ input }: AnyOperation) => input.keys.length;
	const all = catalogue.filter(isHttp).sort((a, b) => needs(a) - needs(b));
	return [...all.filter((one) => !deletes(one)), ...all.filter(deletes)];
}

/** The inputs of an operation's cases. */
export function inputsOf({ id }: AnyOperation): Array<Record<string, unknown>> {
	return operationCases().flatMap((one) => (one.id === id ? [one.input] : []));
}

/** The values of an operation in the emulator's world: those of its case, or made here. */
function valuesInWorld({ id }: AnyOperation, { world }: Emulator): Record<string, unknown> {
	if (id === 'icmMessage.getSignaturesByTransaction') {
		const txTypes = new Set(['RegisterL1ValidatorTx']);
		const signed = world.node.staking.find({ txTypes }).find(({ l1 }) => l1 !== undefined);
		return { network: 'mainnet', txHash: signed?.txHash };
	}
	const found = operationCases().find((one) => one.id === id && typeof one.world === 'function');
	return typeof found?.world === 'function' ? found.world(world) : {};
}

/**
 * Asks the emulator everything that the core can ask its HTTP services, with values that exist and with
 * the examples of the declarations; second pages; and what each refuses: wrong keys, wrong values,
 * unknown ids, too many requests, faults. Answers lack other optional fields with another seed.
 * `onUnreadable`: told what the core cannot read; without it, that is thrown as `Failure`.
 */
export async function everyAnswer(
	dialect: Dialect,
	seed?: string,
	onUnreadable?: OnUnreadable,
): Promise<Answer[]> {
	const answers: Answer[] = [];
	const take = (answer: Answer) => void answers.push(answer);
	const emulator = await startEmulator({
		dialect,
		...(seed !== undefined && { seed }),
		version: BEFORE_REMOVALS,
		apiKeys: [KEY],
		realTime: false,
		sparse: true,
	});
	try {
		const send = sender(emulator, take);
		const requests = new Map<string, HttpRequest>();
		const first = ({ operation: { id }, request }: Asked) => {
			if (!requests.has(id)) requests.set(id, request);
		};
		const key = { name: keyHeaderOf(dialect), value: KEY };
		await askAll(emulator, key, first, onUnreadable, send);
		await refuseAll(emulator, dialect, [...requests.values()], send);
	} finally {
		await emulator.close();
	}
	return answers;
}

/** A request for an operation, and its answer. */
export interface Asked {
	operation: AnyOperation;
	request: HttpRequest;
	response: HttpResponse;
}

type OnUnreadable = (error: Failure, operation: string) => void;

function sender({ dataUrl, metricsUrl }: Emulator, take: (answer: Answer) => void): Transport {
	return async (request) => {
		const response = await httpTransport(request);
		const { method, url } = request;
		const service = url.startsWith(metricsUrl) ? 'metrics' : 'data';
		const rest = url.slice((service === 'metrics' ? metricsUrl : dataUrl).length);
		const { status, text } = response;
		take({ service, method, pathname: rest.split('?')[0], url: rest, status, text });
		return response;
	};
}

const keyHeaderOf = (dialect: Dialect) =>
	dialect === 'live' ? 'x-glacier-api-key' : 'x-data-api-key';

/** Sends all variants of all operations, with a key for the data service. */
export async function askAll(
	emulator: Emulator,
	header: { name: string; value: string },
	take: (asked: Asked) => void,
	onUnreadable: OnUnreadable = (error) => {
		throw error;
	},
	send: Transport = httpTransport,
): Promise<void> {
	const { call, taken } = createAsker({
		services: {
			data: { url: emulator.dataUrl, header },
			metrics: { url: emulator.metricsUrl },
		},
		transport: send,
	});
	const answered = new Map<string, string>();
	const asked = new Set<string>();

	/** Makes a call once, or reads pages. A refusal is an answer, too. */
	function* ask(operation: AnyOperation, use: Use): Cases {
		const mark = JSON.stringify([operation.id, use]);
		if (asked.has(mark)) return;
		asked.add(mark);
		const end = yield use;
		for (const { request, response } of taken()) {
			take({ operation, request, response });
			if (response.status < 300) remember(parsed(response.text), answered);
		}
		if (end.type === 'crash') throw end.error;
		// Readers bear the absence of what the documents make optional.
		if (end.type === 'failure' && end.failure.kind === 'invalid-response')
			onUnreadable(end.failure, operation.id);
	}

	async function* casesOf(operation: AnyOperation): Cases {
		const own = valuesInWorld(operation, emulator);
		const sources: ValueFor[] = [
			(field, given) => own[field.key] ?? exampleOf(field, given),
			(field, given) => own[field.key] ?? answered.get(field.key) ?? exampleOf(field, given),
			exampleOf,
		];
		for (const valueFor of sources) {
			for (const { name, input } of variantsOf(operation, valueFor, inputsOf(operation)).variants) {
				yield* ask(operation, { input });
				if (name === 'minimal' && operation.paging) yield* ask(operation, { input, pageSize: FEW });
			}
		}
	}

	await runCases({ casesOf, call }, Array.from({ length: ROUNDS }, inOrder).flat());
}

function parsed(text: string): unknown {
	try {
		return parseJson(text);
	} catch {
		return undefined;
	}
}

/** Sends requests that a service refuses, made of requests that it takes. */
async function refuseAll(
	emulator: Emulator,
	dialect: Dialect,
	requests: readonly HttpRequest[],
	send: Transport,
): Promise<void> {
	const { control, dataUrl, metricsUrl } = emulator;
	const header = keyHeaderOf(dialect);
	for (const request of requests) {
		const base = request.url.startsWith(metricsUrl) ? metricsUrl : dataUrl;
		const rest = request.url.slice(base.length);
		const joint = rest.includes('?') ? '&' : '?';
		await send({ ...request, headers: { ...request.headers, [header]: WRONG_KEY } });
		await send({ ...request, url: `${request.url}${joint}pageSize=many&pageToken=none` });
		for (const [at, part] of rest.split('?')[0].split('/').entries()) {
			// Parts of the path that identify an object, not those that name the resource.
			if (!THING.test(part) || /\/btcb\//.test(rest)) continue;
			const parts = rest.split('/');
			parts[at] = parts[at].replace(part, 'nothing-of-this-name');
			await send({ ...request, url: base + parts.join('/') });
		}
		if (request.body !== undefined) await send({ ...request, body: '{"type":1}' });
		for (const status of [403, 429, 500, 502, 503]) {
			control.addFaults({ faults: [{ kind: 'status', status, times: 1 }] });
			await send(request);
		}
		control.clearFaults();
	}
	const unlimited = { withoutKey: undefined, withKey: undefined, metrics: undefined };
	control.setRateLimits({ withoutKey: 1, withKey: 1, metrics: 1 });
	for (const request of requests) await send(request);
	control.setRateLimits(unlimited);
	control.setKeys({ keyRequired: true });
	for (const request of requests) {
		const { [header]: _, ...others } = request.headers ?? {};
		await send({ ...request, headers: others });
	}
}
