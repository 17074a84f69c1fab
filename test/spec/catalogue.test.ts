import { eventDeclarations } from '../../core/subjects/events/all';
import type { AnyOutput, Output } from '../../core/fields/outputs';
import { exactName, hasWholeUnits } from '../../core/fields/wholeUnits';
import { catalogue, operationById } from '../../core/subjects/catalogue';
import type { Operation } from '../../core/operations/declare';
import { columnsOf } from '../../core/operations/derived';
import { infoOf } from '../../core/fields/fieldSet';
import { type Endpoint, type Parameter, readSpec, type Type } from '../../emulator/spec/read';
import { endpointKey, operationKey } from './keys';

const SAME_VM_CHAIN = '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm';

// Beside the transcription there may be calls that users write themselves: they are not endpoints.
const specified = catalogue.filter(
	({ call }) => call.type === 'http' || typeof call.params === 'string',
);
const offered = readSpec();

describe('the catalogue against the transcription of the documents', () => {
	it('offers every endpoint, and no other', () => {
		expect(specified.map(operationKey).sort()).toEqual(offered.map(endpointKey).sort());
	});

	it.each(offered.map((endpoint) => [endpoint.id, endpoint] as const))(
		'%s is declared as documented',
		(_, endpoint) => {
			const operation = specified.find(
				(one) => operationKey(one) === endpointKey(endpoint),
			) as Operation;
			expect(operation.service).toBe(endpoint.service);
			expect(operation.versions?.deprecated !== undefined).toBe(endpoint.deprecated);
			expect(operation.creates === true).toBe(endpoint.changesState);
			expect(operation.call.ownNode === true).toBe(endpoint.ownNode);
			expect(operation.paging?.style).toBe(endpoint.paging);
			if (endpoint.items) {
				expect(operation.items).toBe(endpoint.items);
			}
			if (endpoint.units !== undefined) expect(operation.cost).toBe(endpoint.units);
			const size = endpoint.parameters.find(({ name }) => name === 'pageSize')?.type;
			if (size?.kind === 'number') expect(operation.paging?.maxPageSize).toBe(size.max);
			if (endpoint.type === 'rpc' && operation.call.type === 'rpc') {
				const none = endpoint.parameters.length === 0;
				const way = endpoint.positional ? 'positional' : 'named';
				if (!none) expect(operation.call.params).toBe(way);
			}
			compareParameters(operation, endpoint);
		},
	);
});

function compareParameters(operation: Operation, endpoint: Endpoint): void {
	const isRpc = operation.call.type === 'rpc';
	const declared = new Map<string, string>();
	for (const key of operation.input.keys) {
		const info = infoOf(operation.input, key);
		// The chain of an endpoint is part of its address, not a parameter of the method.
		if (isRpc && info.in === 'path') continue;
		if (info.in === 'form') continue;
		declared.set(info.name ?? key, key);
	}
	const parameters = isRpc ? endpoint.parameters.flatMap(fieldsOfParameter) : endpoint.parameters;
	const expected = parameters.filter(({ name, beyond }) => !beyond || declared.has(name));
	expect([...declared.keys()].sort()).toEqual(expected.map(({ name }) => name).sort());
	for (const parameter of expected) {
		compareParameter(operation, declared.get(parameter.name) as string, parameter);
	}
}

/** The fields of a parameter that is an object; of others the parameter itself. */
function fieldsOfParameter(parameter: Parameter): Parameter[] {
	const { type, name, required } = parameter;
	if (type.kind !== 'schema') return [parameter];
	return type.fields.map((field) => ({
		...field,
		in: parameter.in,
		name: `${name}.${field.name}`,
		required: field.required && required,
	}));
}

function compareParameter(operation: Operation, key: string, parameter: Parameter): void {
	const info = infoOf(operation.input, key);
	const label = `${operation.id} ${key}`;
	expect([label, info.in]).toEqual([label, parameter.in]);
	// A field that a method requires is required, or has a value if it is left out. A field that
	// the service fills in itself may be left out.
	const filled = operation.input.fields[key].schema.safeParse(undefined).data !== undefined;
	if (!parameter.required || parameter.default === undefined) {
		expect([label, info.required || filled]).toEqual([label, parameter.required]);
	}
	expect([label, info.deprecated !== undefined]).toEqual([label, parameter.deprecated]);
	if (parameter.default !== undefined) {
		expect([label, info.default]).toEqual([label, parameter.default]);
	}
	compareType(operation, key, parameter.type);
	const list = parameter.type.kind === 'list' ? parameter.type : undefined;
	// One or several: a list of one will do. What is not text is written as JSON.
	const mayBeList = parameter.type.kind === 'union' && parameter.type.of.some(isList);
	const isJson = info.control === 'json' && list !== undefined && list.of.kind !== 'text';
	if (!isJson) {
		expect([label, ['list', 'multiOptions'].includes(info.control)]).toEqual([
			label,
			list !== undefined || mayBeList,
		]);
	}
	if (list && (parameter.in === 'query' || list.commas)) {
		expect([label, info.list]).toEqual([label, list.commas ? 'comma' : 'repeat']);
	}
}

const isList = ({ kind }: Type) => kind === 'list';

/**
 * Checks the values that a field accepts and refuses, by the bounds and the enumeration of its
 * type.
 */
function compareType(operation: Operation, key: string, type: Type): void {
	const label = `${operation.id} ${key}`;
	const accepts = (value: unknown) => operation.input.fields[key].schema.safeParse(value).success;
	const expectAll = (values: readonly unknown[], accepted: boolean) => {
		const wrong = values.filter((value) => accepts(value) !== accepted);
		expect([label, accepted, wrong]).toEqual([label, accepted, []]);
	};
	if (type.kind === 'list') return compareType(operation, key, type.of);
	if (type.kind === 'number') {
		const { min, max } = type;
		if (min !== undefined) expectAll([min], true);
		if (min !== undefined) expectAll([min - 1], false);
		if (max !== undefined) expectAll([max], true);
		if (max !== undefined) expectAll([max + 1], false);
		if (max !== undefined && type.integer) expectAll([max - 0.5], false);
	}
	if (type.kind === 'union') {
		for (const one of type.of) if (one.kind === 'choice') expectAll(one.values, true);
	}
	if (type.kind !== 'choice') return;
	expectAll(type.values, true);
	const offered = (infoOf(operation.input, key).choices ?? []).map(({ value }) => value);
	if (type.open) return;
	expectAll(['no such value'], false);
	if (offered.length > 0) {
		expect([label, ...offered].sort()).toEqual([label, ...type.values].sort());
	}
}

describe('places that serve the same methods', () => {
	it('are all offered: five indexes, and any chain of the same VM', () => {
		for (const endpoint of offered) {
			if (endpoint.type === 'http') continue;
			const operation = specified.find(
				(one) => operationKey(one) === endpointKey(endpoint),
			) as Operation;
			const template = operation.call.type === 'rpc' ? operation.call.endpoint : '';
			const key = /\{(\w+)\}/.exec(template)?.[1] ?? '';
			for (const other of endpoint.others) {
				const [before] = template.split('{');
				const value = other.slice(before.length).replace('<blockchainID>', SAME_VM_CHAIN);
				expect(other.startsWith(before)).toBe(true);
				expect(operation.input.fields[key].schema.safeParse(value).success).toBe(true);
			}
		}
	});
});

describe('every declaration', () => {
	it('has an id, a menu entry and an action of its own', () => {
		for (const pick of [
			(one: Operation) => one.id,
			(one: Operation) =>
				`${one.node} ${one.resource.value} ${one.entry.value} ${one.transport?.value ?? ''}`,
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
		for (const key of operation.input.keys) {
			const info = infoOf(operation.input, key);
			expect(info.label).toMatch(/^[A-Z]/);
			expect(info.description).toMatch(/^[A-Z0-9].*[^.]$/);
			expect(info.rule).toMatch(/^(must|is) /);
			if (info.control === 'boolean') expect(info.description).toMatch(/^Whether /);
		}
	});

	it.each(catalogue.map((one) => [one.id, one] as const))(
		'%s has examples and defaults that keep its own rules',
		(_, operation) => {
			for (const key of operation.input.keys) {
				const { placeholder, default: byDefault, choices } = infoOf(operation.input, key);
				const examples = [placeholder, byDefault, ...(choices ?? []).map(({ value }) => value)];
				for (const example of examples.filter((one) => one !== undefined && one !== '')) {
					const { success } = operation.input.fields[key].schema.safeParse(example);
					expect([operation.id, key, example, success]).toEqual([operation.id, key, example, true]);
				}
			}
		},
	);

	it('has no field that the exact text of an amount would replace', () => {
		const named = (part: Output, at: string): string[] => {
			const any = part as AnyOutput;
			if (any.type === 'list' || any.type === 'map') return named(any.each, at);
			if (any.type !== 'object') return [];
			const names = Object.keys(any.fields);
			const taken = names.filter(
				(name) => hasWholeUnits(any.fields[name]) && names.includes(exactName(name)),
			);
			const inner = names.flatMap((name) => named(any.fields[name], `${at}.${name}`));
			return [...taken.map((name) => `${at}.${name}`), ...inner];
		};
		expect(catalogue.flatMap(({ id, output }) => named(output, id))).toEqual([]);
		expect(eventDeclarations.flatMap(({ value, output }) => named(output, value))).toEqual([]);
		for (const one of catalogue) {
			const names = (columnsOf(one) ?? []).map(({ name }) => name);
			const exact = names.map(exactName);
			expect([one.id, names.filter((name) => exact.includes(name))]).toEqual([one.id, []]);
		}
	});

	it('gives undefined for an unknown id', () => {
		expect(operationById('no.such')).toBeUndefined();
	});
});
