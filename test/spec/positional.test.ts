import { catalogue } from '../../core/subjects/catalogue';
import type { Operation } from '../../core/operations/declare';
import { field } from '../../core/fields/field';
import { fieldSet, infoOf, parseFields } from '../../core/fields/fieldSet';
import { textValue } from '../../core/fields/inputs';
import { buildRequest } from '../../core/protocol/request';
import { readSpec } from '../../emulator/spec/read';

/** Parameters that JSON-RPC methods take by position. */

const text = () => textValue('must be text');
const about = (label: string) => ({ in: 'params', label, description: label }) as const;

const rpcOperations = catalogue.filter(({ service }) => service === 'node');

function requestOf(id: string, input: Record<string, unknown>) {
	const operation = rpcOperations.find((one) => one.id === id) as Operation;
	const access = { url: 'http://node.test:9650' };
	const limits = { timeoutMs: 1, maxBytes: 1 };
	return buildRequest(operation, parseFields(operation.input, input, operation.id), access, limits);
}

const positional = rpcOperations.filter(
	({ call }) => call.type === 'rpc' && call.params === 'positional',
);
const endpoints = readSpec();

describe('parameters by position', () => {
	// A node refuses a call that lacks one: "missing value for required argument 2".
	it.each(positional.map((one) => [one.id, one] as const))(
		'%s sends every one that the method requires, with the required fields alone',
		(id, { input, call }) => {
			const needed = input.keys.map((key) => ({ key, info: infoOf(input, key) }));
			const values = needed
				.filter(({ info }) => info.required)
				.map(({ key, info }) => [key, info.placeholder ?? info.default] as const);
			const { params } = JSON.parse(requestOf(id, Object.fromEntries(values)).body as string) as {
				params: unknown[];
			};
			const method = call.type === 'rpc' ? call.method : '';
			const endpoint = endpoints.find((one) => one.type === 'rpc' && one.rpcMethod === method);
			const required = endpoint?.parameters.filter((one) => one.required) ?? [];
			expect(endpoint?.parameters.slice(0, required.length)).toEqual(required);
			expect(params.slice(0, required.length)).not.toContain(null);
			expect(params.length).toBeGreaterThanOrEqual(required.length);
		},
	);

	it('one that is left out before one that is given is null', () => {
		const optional = (label: string) => field(text().optional(), about(label));
		const input = fieldSet({ a: optional('A'), b: optional('B'), c: optional('C') });
		const call = { type: 'rpc', endpoint: '/x', method: 'x', params: 'positional' } as const;
		const operation = { ...positional[0], input, call };
		const sent = (given: Record<string, unknown>) => {
			const limits = { timeoutMs: 1, maxBytes: 1 };
			const { body } = buildRequest(operation, given, { url: 'http://node.test' }, limits);
			return (JSON.parse(body as string) as { params: unknown }).params;
		};
		expect(sent({ b: 'x' })).toEqual([null, 'x']);
		expect(sent({ a: 'x' })).toEqual(['x']);
		expect(sent({})).toEqual([]);
	});
});
