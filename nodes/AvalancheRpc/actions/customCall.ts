import type { INodeProperties } from 'n8n-workflow';
import { fieldSet } from '../../../core/fields/fieldSet';
import { open } from '../../../core/fields/outputs';
import { preview } from '../../../core/fields/preview';
import { declare } from '../../../core/operations/declare';
import { nodeResources } from '../../../core/operations/resources';
import { Failure } from '../../../core/protocol/failure';
import type { Action, ActionForm, Run } from '../../shared/action';
import { outputItem } from '../../shared/output';
import { textOf } from '../../shared/parameters';
import { formProperties } from '../../shared/properties';

const properties: INodeProperties[] = [
	{
		displayName: 'Endpoint Path',
		name: 'endpoint',
		type: 'string',
		required: true,
		default: '/ext/bc/P',
		placeholder: 'e.g. /ext/bc/C/rpc',
		description: 'The path on the node that serves the method, starting with a slash',
	},
	{
		displayName: 'Method',
		name: 'method',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. platform.getHeight',
		description: 'The name of the JSON-RPC method',
	},
	{
		displayName: 'Params (JSON)',
		name: 'params',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "subnetID": "11111111111111111111111111111111LpoYY" }',
		description:
			'The params as a JSON object, or as a JSON array for methods with an underscore (eth_, net_, web3_, debug_, warp_). By default, the method is called without params: with [] if its name has an underscore, otherwise with {}.',
	},
];

function refuse(label: string, field: string, rule: string, value: unknown): Failure {
	const message = `"${label}" (${field}) ${rule}; given: ${preview(value)}`;
	return new Failure({ kind: 'invalid-input', message, field });
}

function endpointOf(run: Run): string {
	const value = textOf(run.parameter('endpoint', ''));
	const segments = value.split('/').slice(1);
	const sound = segments.every((part) => /^[A-Za-z0-9._~:-]+$/.test(part) && !/^\.+$/.test(part));
	if (value.startsWith('/') && value.length <= 512 && sound) return value;
	const rule =
		'must be a path such as /ext/bc/C/rpc: letters, digits, dots and dashes between slashes';
	throw refuse('Endpoint Path', 'endpoint', rule, value);
}

function methodOf(run: Run): string {
	const value = textOf(run.parameter('method', ''));
	if (/^[A-Za-z][A-Za-z0-9._]{0,127}$/.test(value)) return value;
	throw refuse('Method', 'method', 'must be a method name such as platform.getHeight', value);
}

/** The params as they are given; none are an array or an object, as the method's server wants it. */
function paramsOf(run: Run, method: string): object {
	const value = run.parameter('params', '{}');
	const params = parsedParams(value);
	const isEmpty = !Array.isArray(params) && Object.keys(params).length === 0;
	return isEmpty && isPositional(method) ? [] : params;
}

function parsedParams(value: unknown): object {
	let parsed = value;
	if (typeof value === 'string') {
		try {
			parsed = JSON.parse(value.trim() || '{}');
		} catch {
			parsed = undefined;
		}
	}
	if (typeof parsed === 'object' && parsed !== null) return parsed;
	throw refuse('Params (JSON)', 'params', 'must be a JSON object or array', value);
}

/** What the menu shows. */
export const customCallForm: ActionForm = {
	resource: nodeResources.customCall,
	entry: { value: 'call', name: 'Call' },
	action: 'Call any JSON-RPC method',
	description:
		'Calls any JSON-RPC method with any params on any endpoint path of the node and returns its result',
	properties: [...properties, ...formProperties([])],
	output: open(),
};

const fields = fieldSet({});

/** Servers of Ethereum methods take params by place; the others take them by name. */
const isPositional = (method: string) => /^[A-Za-z][A-Za-z0-9]*_/.test(method);

/** The user's call as an operation: it has no fields, its params are the user's own. */
function operationOf(run: Run) {
	const method = methodOf(run);
	return declare({
		id: 'customCall.call',
		node: 'avalancheRpc',
		resource: customCallForm.resource,
		entry: customCallForm.entry,
		action: customCallForm.action,
		description: customCallForm.description,
		service: 'node',
		call: {
			type: 'rpc',
			endpoint: endpointOf(run),
			method,
			params: { fixed: paramsOf(run, method) },
		},
		input: fields,
		output: open(),
		// Any method may be one that creates: it is not sent twice after an ambiguous failure.
		creates: true,
		spec: 'Node JSON-RPC: Endpoints',
	});
}

/** One action for every method that the node knows and this package does not name. */
export const customCall: Action = {
	async run(run) {
		const result = await run.client.call(operationOf(run), {});
		const results = Array.isArray(result) ? (result as unknown[]) : [result];
		return results.map((each) => outputItem(each, run.itemIndex));
	},
};
