import {
	type AnyOperation,
	catalogue,
	type Client,
	createClient,
	type HttpRequest,
	infoOf,
	parseJson,
} from '../../../core';
import type { Emulator } from '../../../emulator';
import { operationCases } from '../../kit/operations/case';
import { inputsFor, remember } from '../../kit/operations/inputs';
import type { Question } from '../live/questions';

/** HTTP requests that the emulator answers with success, made by the core's client. */

export interface Sent {
	/** Of the operation. */
	id: string;
	/** URL of its service. */
	base: string;
	method: string;
	/** Path of the operation, with `{name}` for values. */
	template: string;
	url: string;
	body?: unknown;
}

/** The latest request of the core's client, and whether it was answered with success. */
interface LastCall {
	request: HttpRequest;
	ok: boolean;
}

type Input = Record<string, unknown>;

const NO_VALUES: ReadonlyMap<string, string> = new Map();

function questionOf(operation: AnyOperation): Question {
	const { input, id, service, cost, versions } = operation;
	return {
		id,
		operation,
		service,
		cost: cost ?? 1,
		deprecated: versions?.deprecated !== undefined,
		fields: input.keys.map((key) => ({ ...infoOf(input, key), key })),
		schema: () => ({}),
	};
}

/** Inputs of an operation: minimal, with each other field, with all, with each value of each choice, and with two. */
function inputsOf(question: Question, emulator: Emulator, seen: ReadonlyMap<string, string>) {
	const own = operationCases()
		.filter(({ id }) => id === question.id)
		.map(({ world, input }) => (typeof world === 'function' ? world(emulator.world) : input));
	const drawn = inputsFor(question, NO_VALUES, seen);
	const bases = [...own.slice(0, 1), ...drawn.slice(0, 1)];
	const choices = question.fields.flatMap(({ key, choices: values = [] }) =>
		values.flatMap(({ value }) => bases.map((base): Input => ({ ...base, [key]: value }))),
	);
	// The last two: the first ones are newer than the clients.
	const several = question.fields.flatMap(({ key, control, choices: values = [] }) => {
		const pair = values.slice(-2).map(({ value }) => value);
		return control === 'multiOptions' ? bases.map((base): Input => ({ ...base, [key]: pair })) : [];
	});
	return [...own, ...drawn, ...choices, ...several];
}

export interface RequestOptions {
	emulator: Emulator;
	key: string;
	keyHeader: string;
	/** Only one request for each operation. */
	short: boolean;
}

/** The requests of every HTTP operation; none for an operation that never succeeded. */
export async function goodRequests(options: RequestOptions): Promise<Sent[]> {
	const { emulator, key, keyHeader, short } = options;
	let last: LastCall | undefined;
	const client: Client = createClient({
		services: {
			data: { url: emulator.dataUrl, header: { name: keyHeader, value: key } },
			metrics: { url: emulator.metricsUrl },
		},
		transport: async (request) => {
			const { method, url, headers, body } = request;
			const response = await fetch(url, { method, headers, body });
			const { ok, status } = response;
			last = { request, ok };
			return { status, headers: {}, text: await response.text() };
		},
		clock: { now: () => Date.now(), sleep: () => Promise.resolve(), random: () => 0 },
		retry: { retries: 0 },
	});
	const seen = new Map<string, string>();
	const needs = ({ input }: AnyOperation) =>
		input.keys.filter((each) => infoOf(input, each).required).length;
	const all = catalogue
		.filter(({ call }) => call.type === 'http' && call.format === undefined)
		.filter(({ service }) => service !== 'node')
		.sort((a, b) => needs(a) - needs(b));
	const found = new Map<string, Sent>();
	async function send(operation: AnyOperation, input: Input): Promise<boolean> {
		last = undefined;
		try {
			remember(await client.call(operation, input as never), seen);
		} catch {
			// Breaks a rule, or names what this world does not have; or the core refuses the response of a
			// success, which the clients judge by themselves.
			if (!(last as LastCall | undefined)?.ok) return false;
		}
		const { request } = last as unknown as LastCall;
		const { method, url, body } = request;
		found.set(`${method} ${url} ${body ?? ''}`, {
			id: operation.id,
			base: operation.service === 'metrics' ? emulator.metricsUrl : emulator.dataUrl,
			method,
			template: (operation.call as { path: string }).path,
			url,
			body: body === undefined ? undefined : parseJson(body),
		});
		return true;
	}
	async function sendAll(operation: AnyOperation): Promise<boolean> {
		let good = false;
		for (const input of inputsOf(questionOf(operation), emulator, seen)) {
			good = (await send(operation, input)) || good;
			if (short && good) break;
		}
		return good;
	}
	const again: AnyOperation[] = [];
	for (const operation of all) if (!(await sendAll(operation))) again.push(operation);
	// Their ids come from responses of the others.
	for (const operation of again) await sendAll(operation);
	return [...found.values()];
}
