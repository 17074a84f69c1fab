import fc, { rounds } from '../../core/testing/properties';
import type { INodeExecutionData } from 'n8n-workflow';
import { type Operation } from '../../core/operations/declare';
import { livingValues, plainValues, trappedValues } from '../../lab/campaigns/attack/values';
import { isFailure } from '../../core/failure';
import { infoOf, parseFields } from '../../core/fields/fieldSet';
import { chain } from '../../core/fields/identifiers';
import { type FieldInfo } from '../../core/fields/field';
import type { Json } from '../../lab/kit/nodes/case';
import { everyCase, fieldsOfCases, withField } from '../../lab/kit/nodes/cases';
import { fieldPairs, selected, transportPairs } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import { API_KEY, NODE_SECRET, errorOf, itemsOf, runOperation, startBench } from './harness';
import { anyValue, oddities, poisons } from './malformed';
import { type Recorded, type Recorder, startRecorder } from './recorder';
import { expectNoSecrets } from './secrets';

/**
 * Malformed values at every parameter of every operation: either an error that names field and rule
 * and no request, or a request to the operation's own place.
 */

const PREFIX = '/behind/a-prefix';
const all = selected(everyCase(), transportPairs);
const every = fieldsOfCases(everyCase());
const fields = selected(every, fieldPairs);
type Field = (typeof every)[number];

const bench = forTests(() => startBench('spec'));
const [data, metrics, node] = [1, 2, 3].map(() => forTests(startRecorder));
const services: Record<Operation['service'], Recorder> = { data, metrics, node };
/** Server that must never receive a request. */
const stranger = forTests(startRecorder);
beforeAll(() => {
	Object.assign(bench.engine.credential, {
		dataUrl: data.url + PREFIX,
		metricsUrl: metrics.url + PREFIX,
		nodeUrl: node.url + PREFIX,
	});
});
afterAll(() => expect(stranger.requests).toEqual([]));
beforeEach(() => {
	for (const { requests } of Object.values(services)) requests.length = 0;
});

/** The items of a case with one field left to an expression over the input item. */
async function runWith(one: Field, values: unknown[]): Promise<INodeExecutionData[]> {
	const { operation } = one;
	const parameters = one.parameters(bench);
	// Run serially, an item's requests would tell of the items before it; nothing here depends on it.
	// One request for each item.
	const many = { separateRequests: true, batchSize: 1, concurrency: 20 };
	const options = { ...(parameters.options as object), ...many };
	const given = withField({ ...parameters, options }, one, '={{ $json.value }}');
	const outcome = await runOperation(bench.engine, operation, given, {
		items: values.map((value) => ({ json: { value } as never })),
		continueOnFail: true,
	});
	const items = itemsOf(outcome);
	expectNoSecrets(items);
	return items;
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A path of the template: each value is one segment, unless it is a choice with a slash in it. */
function pathPattern(operation: Operation): RegExp {
	const { call } = operation;
	const template = call.type === 'http' ? call.path : call.endpoint;
	const parts = template.split(/(\{\w+\})/).map((part) => {
		const key = /^\{(\w+)\}$/.exec(part)?.[1];
		if (key === undefined) return escaped(part);
		const choices = infoOf(operation.input, key).choices ?? [];
		const listed = choices.map(({ value }) => escaped(value));
		return `(?:${["(?!\\.{1,2}(?:/|$))[A-Za-z0-9._~!*'()%-]+", ...listed].join('|')})`;
	});
	return new RegExp(`^${escaped(PREFIX)}${parts.join('')}$`);
}

/** Fails where a request is not one of the operation's own. */
function expectOwn(operation: Operation, { method, url, headers, body }: Recorded): void {
	const { call, service } = operation;
	const [path, query = ''] = url.split('?');
	expect(path).toMatch(pathPattern(operation));
	expect(decodeURIComponent(path)).not.toMatch(/\.\.|[\u0000-\u001f]/);
	expect(method).toBe(call.type === 'rpc' ? 'POST' : call.method);
	const names = (location: string): unknown[] =>
		operation.input.keys
			.filter((key) => infoOf(operation.input, key).in === location)
			.map((key) => (infoOf(operation.input, key).name ?? key).split('.')[0]);
	expect(names('query')).toEqual(expect.arrayContaining([...new URLSearchParams(query).keys()]));
	if (call.type === 'rpc') {
		const parts = [JSON.parse(body)].flat() as Array<{ method: string; params: object }>;
		for (const part of parts) {
			expect(Object.keys(part).sort()).toEqual(['id', 'jsonrpc', 'method', 'params']);
		}
		// A range of blocks has the last executed block beside it.
		const own = parts.filter(
			({ method: name }) => !(operation.ranges && name === 'eth_blockNumber'),
		);
		expect(own.map(({ method: name }) => name)).toEqual([call.method]);
		const [sent] = own;
		if (!Array.isArray(sent.params)) {
			expect(names('params')).toEqual(expect.arrayContaining(Object.keys(sent.params)));
		}
	} else if (names('body').length > 0) {
		expect(names('body')).toEqual(expect.arrayContaining(Object.keys(JSON.parse(body) as object)));
	} else {
		expect(body).toBe('');
	}
	const secrets = Object.values(headers).filter((value) =>
		[API_KEY, NODE_SECRET].includes(String(value)),
	);
	expect(secrets).toEqual({ data: [API_KEY], metrics: [], node: [NODE_SECRET] }[service]);
}

/** Requests of all services; those of other services than the operation's fail the test. */
function requestsOf(operation: Operation): Recorded[] {
	for (const [name, { requests }] of Object.entries(services)) {
		if (name !== operation.service) expect(requests).toEqual([]);
	}
	return services[operation.service].requests.filter(({ body }) => {
		if (operation.service !== 'node' || !body.startsWith('{')) return true;
		const { method } = JSON.parse(body) as { method: string };
		// The reason of a missing method, and the block that a name stands for, are asked beside the operation.
		const isBeside =
			method === 'info.getNodeVersion' || (operation.ranges && method === 'eth_blockNumber');
		return !isBeside || ('method' in operation.call && operation.call.method === method);
	});
}

/** Controls whose fields take one form only. */
const STRICT: ReadonlySet<FieldInfo['control']> = new Set([
	'number',
	'boolean',
	'dateTime',
	'date',
]);
const CHAIN = chain().kind.rule;
const isStrict = ({ control, rule }: FieldInfo) => STRICT.has(control) || rule === CHAIN;

/** True for an object, and for a text that is one in JSON. */
function isObject(value: unknown): boolean {
	try {
		const given: unknown = typeof value === 'string' ? JSON.parse(value) : value;
		return typeof given === 'object' && given !== null && !Array.isArray(given);
	} catch {
		return false;
	}
}

/**
 * True for a fraction where a number may have one, and lies within its bounds, an amount of AVAX, and for a long text of
 * hexadecimal digits where bytes are asked for, and for an object where any is taken.
 */
function isSound({ rule, min = 0, max = 0 }: FieldInfo, value: unknown): boolean {
	const isText = typeof value === 'string' || typeof value === 'number';
	const takesBytes = rule.startsWith('must be hexadecimal');
	if (takesBytes && isText && /^(?:[0-9a-f]{2})+$/.test(String(value))) return true;
	if (rule === 'must be a JSON object') return isObject(value);
	const takesAvax = rule.startsWith('must be an amount in AVAX');
	if (takesAvax) return isText && /^\d+(\.\d{1,9})?$/.test(String(value));
	const takesFractions = /^must be a number\b/.test(rule);
	return takesFractions && typeof value === 'number' && value >= min && value <= max;
}

/** Message, kind and field of an error item. */
function rejection({ json }: INodeExecutionData) {
	const { error, details } = json as { error?: string; details?: Json };
	return { message: error ?? '', kind: details?.kind, field: details?.field };
}

/** Poisonous values for a field. */
function poisonsOf(info: FieldInfo): unknown[] {
	const all = poisons(stranger.url.replace('http://', ''));
	const strange = isStrict(info) ? [...all, ...oddities] : all;
	return strange.filter((value) => !isSound(info, value));
}

/** Fails where one of the rejections is not one of the field. */
function expectRefused({ key, info }: Field, items: INodeExecutionData[]): void {
	const wrong = items.map(rejection).filter(
		({ message, kind, field }) =>
			kind !== 'invalid-input' ||
			field !== key ||
			!message.startsWith(`"${info.label}" (${key}) must `) ||
			!/; given: .+$/s.test(message) ||
			// A value is shown short and on one line.
			message.length >= 1_200 ||
			/[\u0000-\u001f]/.test(message),
	);
	expect(wrong).toEqual([]);
}

// Words of the user's own and URLs to call may be almost anything, and are sent in bodies only.
const isChecked = ({ info }: Field) => !info.free || info.in !== 'body';
test.each(fields.filter(isChecked))('$id: $key turns every poisonous value down', async (one) => {
	const { operation, info } = one;
	const values = poisonsOf(info);
	const items = await runWith(one, values);
	expect(items).toHaveLength(values.length);
	expectRefused(one, items);
	expect(requestsOf(operation)).toEqual([]);
});

const ruled = selected(every, ({ info }) => [info.rule]);
test.each(ruled.filter(isChecked))('$id: the rule of $key refuses every poisonous value', (one) => {
	const { operation, key, info } = one;
	const items = poisonsOf(info).map((value) => {
		const json = checkedAs(operation, key, value);
		return { json } as INodeExecutionData;
	});
	expectRefused(one, items);
});

const required = fields.filter(({ info }) => info.required);
test.each(required)('$id: $key is asked for where it is empty', async (one) => {
	const { operation, key, info } = one;
	const items = await runWith(one, ['', null, undefined, [], ' ']);
	for (const item of items) {
		const { message, kind, field } = rejection(item);
		expect({ kind, field }).toEqual({ kind: 'invalid-input', field: key });
		expect(message).toMatch(
			new RegExp(`^${escaped(`"${info.label}" (${key}) `)}(is required|must )`),
		);
	}
	expect(requestsOf(operation)).toEqual([]);
});

/** A value that a field takes. */
function soundOf({ input }: Operation, key: string): string {
	const { placeholder, default: fallback, choices } = infoOf(input, key);
	return String(placeholder ?? fallback ?? choices?.[0].value ?? 'true');
}

/** The failure of the core's own check of a field, beside values that the other fields take. */
function checkedAs(operation: Operation, key: string, value: unknown) {
	const sound = operation.input.keys.map((name) => [name, soundOf(operation, name)] as const);
	const { shownFor } = infoOf(operation.input, key);
	const others = {
		...Object.fromEntries(sound),
		...(shownFor && { [shownFor.field]: shownFor.values[0] }),
	};
	try {
		parseFields(operation.input, { ...others, [key]: value }, operation.id);
		return {};
	} catch (error) {
		if (!isFailure(error)) return { error: String(error), details: { kind: error } };
		const { message, kind, field } = error;
		return { error: message, details: { kind, field } };
	}
}

const withFields = all.filter(({ operation }) => operation.input.keys.length > 0);
test.each(withFields)('$id: no value leads anywhere else', async (given) => {
	const { operation } = given;
	const { keys } = operation.input;
	const at = stranger.url.replace('http://', '');
	const plan = fc
		.constantFrom(...fieldsOfCases([given]))
		.chain((field) =>
			fc.tuple(
				fc.constant(field),
				fc.array(anyValue(at, soundOf(operation, field.key)), { minLength: 5, maxLength: 15 }),
			),
		);
	await fc.assert(
		fc.asyncProperty(plan, async ([field, values]) => {
			for (const { requests } of Object.values(services)) requests.length = 0;
			const items = await runWith(field, values);
			const requests = requestsOf(operation);
			for (const request of requests) expectOwn(operation, request);
			const refused = items.map(rejection).filter(({ kind }) => kind === 'invalid-input');
			for (const { message, field } of refused) {
				// Most often the field itself; at times one that no longer fits it.
				expect(keys).toContain(field);
				expect(message).toContain(`(${String(field)}) `);
			}
			// Each value was refused, or sent; the services here know nothing, so none gave an item.
			// The number of a block is asked first where a range has a name at its end.
			const sent = operation.ranges ? items.length - refused.length : requests.length;
			expect(refused.length + sent).toBe(values.length);
		}),
		{ numRuns: rounds(8) },
	);
});

const anyValues = [...plainValues(70_000), ...livingValues(), ...trappedValues()];
test.each(fields)(
	'$id: any value of $key is checked into an input, or the error names a field',
	({ operation, key }) => {
		const kinds = anyValues.map((value) => checkedAs(operation, key, value).details?.kind);
		expect(new Set([...kinds, undefined, 'invalid-input'])).toEqual(
			new Set([undefined, 'invalid-input']),
		);
	},
);

const OPTIONS = ['retries', 'timeoutSeconds', 'maxResponseMegabytes', 'concurrency', 'pageSize'];
test.each(['limit', 'options', 'filters', 'simplify', 'returnAll', 'output', ...OPTIONS])(
	'a value without sense for %s is an item or an error of a known kind',
	async (name) => {
		const set = OPTIONS.includes(name)
			? { options: { retries: 0, [name]: '={{ $json.v }}' } }
			: { [name]: '={{ $json.v }}' };
		const outcome = await bench.engine.execute({
			node: 'avalanche',
			parameters: {
				resource: 'staking',
				operation: 'getManyTransactions',
				...set,
			},
			items: [...plainValues(70_000), ...livingValues()].map((v) => ({
				json: { v } as never,
			})),
			continueOnFail: true,
		});
		for (const { json } of itemsOf(outcome)) {
			expect(json).toHaveProperty(
				'details.kind',
				expect.stringMatching(/^(invalid-input|not-found)$/),
			);
		}
	},
);

// An expression can make what no item could carry: n8n itself overflows the stack when it reads it.
const DEEP = '={{ Array.from({ length: 200000 }).reduce((inner) => [inner], 1) }}';
test.each(['limit', 'options.timeoutSeconds'])(
	'a value for %s that is nested too deeply is an invalid input',
	async (field) => {
		const [name, option] = field.split('.');
		const outcome = await bench.engine.execute({
			node: 'avalanche',
			parameters: {
				resource: 'staking',
				operation: 'getManyTransactions',
				[name]: option ? { [option]: DEEP } : DEEP,
			},
		});
		expect(errorOf(outcome)).toMatchObject({
			name: 'NodeOperationError',
			message: 'A parameter is nested too deeply to be read',
			description: expect.stringMatching(
				/^Correct the parameter and run the node again\. <a href="https:[^"]+#parameters"/,
			),
		});
	},
);
