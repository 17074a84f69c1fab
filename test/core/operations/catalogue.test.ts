import { catalogue, describeOperation, operationById } from '../../../core/operations';
import { type Operation, field, fieldsOf, infoOf } from '../../../core/operations/declare';
import { bigWhole } from '../../../core/operations/kinds';
import { type Endpoint, type Parameter, endpoints } from '../../spec/endpoints';

const SAME_VM_CHAIN = '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm';

/** An endpoint with whatever stands for the caller's own chain. */
function plain(endpoint: string): string {
	return endpoint.replace(/\{\w+\}|<\w+>/g, '<chain>');
}

function nameOf(endpoint: Endpoint): string {
	return 'path' in endpoint
		? `${endpoint.method} ${endpoint.path}`
		: `${plain(endpoint.endpoint)} ${endpoint.rpcMethod}`;
}

function keyOf(operation: Operation): string {
	const about = describeOperation(operation);
	return about.path === undefined
		? `${plain(about.endpoint ?? '')} ${about.rpcMethod}`
		: `${about.method} ${about.path}`;
}

// Beside the documents' 54 there may be calls that users write themselves: they are no endpoint.
const specified = catalogue.filter(
	({ call }) => call.type === 'http' || typeof call.params === 'string',
);

describe('the catalogue against the list from the documents', () => {
	it('holds all 54 operations and no other', () => {
		expect(endpoints).toHaveLength(54);
		expect(specified.map(keyOf).sort()).toEqual(endpoints.map(nameOf).sort());
	});

	it.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
		'%s is declared as documented',
		(name, endpoint) => {
			const operation = specified.find((one) => keyOf(one) === name) as Operation;
			expect(operation.service).toBe(endpoint.service);
			expect(operation.deprecated !== undefined).toBe(endpoint.deprecated === true);
			expect(operation.paging?.style).toBe(endpoint.paging);
			if (endpoint.items) {
				expect(operation.paging?.items ?? operation.items).toBe(endpoint.items);
			}
			const size = endpoint.parameters.pageSize?.max;
			if (size) expect(operation.paging?.maxPageSize).toBe(size);
			if (operation.call.type === 'rpc') {
				const positional = 'positional' in endpoint && endpoint.positional === true;
				const none = Object.keys(endpoint.parameters).length === 0;
				if (!none) expect(operation.call.params).toBe(positional ? 'positional' : 'named');
			}
			compareParameters(operation, endpoint);
		},
	);
});

function compareParameters(operation: Operation, endpoint: Endpoint): void {
	const isRpc = operation.call.type === 'rpc';
	const declared = new Map<string, string>();
	for (const key of fieldsOf(operation)) {
		const info = infoOf(operation, key);
		// The chain of an endpoint is part of its address, not a parameter of the method.
		if (isRpc && info.in === 'path') continue;
		const wire = info.name ?? key;
		declared.set(isRpc ? wire.split('.')[0] : wire, key);
	}
	const expected = Object.entries(endpoint.parameters).filter(
		([wire, parameter]) => !parameter.beyond || declared.has(wire),
	);
	expect([...declared.keys()].sort()).toEqual(expected.map(([wire]) => wire).sort());
	for (const [wire, parameter] of expected) {
		compareParameter(operation, declared.get(wire) as string, parameter);
	}
}

function compareParameter(operation: Operation, key: string, parameter: Parameter): void {
	const info = infoOf(operation, key);
	const accepts = (value: unknown) => operation.input.shape[key].safeParse(value).success;
	const label = `${operation.id} ${key}`;
	expect([label, info.in]).toEqual([label, parameter.in]);
	// What a method insists on is asked for, or filled in where it is left out.
	const filled = operation.input.shape[key].safeParse(undefined).data !== undefined;
	expect([label, info.required || filled]).toEqual([label, parameter.required === true]);
	expect([label, info.deprecated !== undefined]).toEqual([label, parameter.deprecated === true]);
	if (parameter.default !== undefined) {
		expect([label, info.default]).toEqual([label, parameter.default]);
	}
	if (parameter.min !== undefined) {
		expect([label, accepts(parameter.min), accepts(parameter.min - 1)]).toEqual([
			label,
			true,
			false,
		]);
	}
	if (parameter.max !== undefined) {
		expect([label, accepts(parameter.max), accepts(parameter.max + 1)]).toEqual([
			label,
			true,
			false,
		]);
		expect([label, accepts(parameter.max - 0.5)]).toEqual([label, false]);
	}
	for (const value of parameter.values ?? [])
		expect([label, value, accepts(value)]).toEqual([label, value, true]);
	if (parameter.values) expect([label, accepts('no such value')]).toEqual([label, false]);
	const manyControls = ['list', 'multiOptions'];
	expect([label, manyControls.includes(info.control)]).toEqual([label, parameter.many === true]);
	if (parameter.in === 'query' && parameter.many) expect(info.list).toMatch(/^(comma|repeat)$/);
}

describe('places that serve the same methods', () => {
	it('are all offered: five indexes, and any chain of the same VM', () => {
		for (const endpoint of endpoints) {
			if (!('others' in endpoint)) continue;
			const operation = specified.find((one) => keyOf(one) === nameOf(endpoint)) as Operation;
			const template = operation.call.type === 'rpc' ? operation.call.endpoint : '';
			const key = /\{(\w+)\}/.exec(template)?.[1] ?? '';
			for (const other of endpoint.others ?? []) {
				const [before] = template.split('{');
				const value = other.slice(before.length).replace('<blockchainID>', SAME_VM_CHAIN);
				expect(other.startsWith(before)).toBe(true);
				expect(operation.input.shape[key].safeParse(value).success).toBe(true);
			}
		}
	});
});

describe('every declaration', () => {
	it('has an id, a menu entry and an action of its own', () => {
		for (const pick of [
			(one: Operation) => one.id,
			(one: Operation) => `${one.node} ${one.resource} ${one.operation}`,
			(one: Operation) => one.action,
		]) {
			expect(new Set(catalogue.map(pick)).size).toBe(catalogue.length);
		}
	});

	it.each(catalogue.map((one) => [one.id, one] as const))('%s reads well', (id, operation) => {
		expect(id).toMatch(/^[a-z][A-Za-z0-9]*\.[a-z][A-Za-z0-9]*$/);
		expect(operationById(id)).toBe(operation);
		expect(operation.action).toMatch(/^[A-Z][a-z]/);
		expect(operation.description).not.toMatch(/\.$/);
		for (const key of fieldsOf(operation)) {
			const info = infoOf(operation, key);
			expect(info.label).toMatch(/^[A-Z]/);
			expect(info.description).toMatch(/^[A-Z0-9].*[^.]$/);
			expect(info.rule).toMatch(/^(must|is) /);
			if (info.control === 'boolean') expect(info.description).toMatch(/^Whether /);
		}
	});

	it.each(catalogue.map((one) => [one.id, one] as const))(
		'%s has examples and defaults that keep its own rules',
		(_, operation) => {
			for (const key of fieldsOf(operation)) {
				const { placeholder, default: byDefault, choices } = infoOf(operation, key);
				const examples = [placeholder, byDefault, ...(choices ?? []).map(({ value }) => value)];
				for (const example of examples.filter((one) => one !== undefined && one !== '')) {
					const { success } = operation.input.shape[key].safeParse(example);
					expect([operation.id, key, example, success]).toEqual([operation.id, key, example, true]);
				}
			}
		},
	);

	it('has a schema object of its own for each field', () => {
		const height = bigWhole();
		const about = { in: 'query', label: 'Height', description: 'A height' } as const;
		field(height, about);
		expect(() => field(height, { ...about, label: 'Index' })).toThrow(
			'"Index" shares its schema object with "Height"',
		);
	});

	it('gives undefined for an unknown id', () => {
		expect(operationById('no.such')).toBeUndefined();
	});
});
