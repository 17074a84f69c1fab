import { field } from '../../../core/fields/field';
import { fieldSet } from '../../../core/fields/fieldSet';
import { textValue } from '../../../core/fields/inputs';
import { open } from '../../../core/fields/outputs';
import { declare } from '../../../core/operations/declare';
import { nodeResources } from '../../../core/operations/resources';
import type { Action, ActionForm, Run } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { outputItem } from '../../shared/output';
import { valuesOf } from '../../shared/parameters';
import { formProperties } from '../../shared/properties';
import { rpcParams } from './rpcParams';

const PATH_RULE =
	'must be a path such as /ext/bc/C/rpc: letters, digits, dots and dashes between slashes';

function isPath(value: string): boolean {
	const segments = value.split('/').slice(1);
	const sound = segments.every((part) => /^[A-Za-z0-9._~:-]+$/.test(part) && !/^\.+$/.test(part));
	return value.startsWith('/') && value.length <= 512 && sound;
}

const METHOD_RULE = 'must be a method name such as platform.getHeight';
const isMethod = (value: string) => /^[A-Za-z][A-Za-z0-9._]{0,127}$/.test(value);

/** The call as the form takes it. */
const form = fieldSet({
	endpoint: field(textValue(PATH_RULE, isPath), {
		in: 'form',
		label: 'Endpoint Path',
		description: 'The path on the node that serves the method, starting with a slash',
		placeholder: '/ext/bc/C/rpc',
		default: '/ext/bc/P',
	}),
	method: field(textValue(METHOD_RULE, isMethod), {
		in: 'form',
		label: 'Method',
		description: 'The name of the JSON-RPC method',
		placeholder: 'platform.getHeight',
	}),
	params: field(rpcParams().optional(), {
		in: 'form',
		label: 'Params (JSON)',
		description:
			'The params as a JSON object, or as a JSON array for methods with an underscore (eth_, net_, web3_, debug_, warp_). By default, the method is called without params: with [] if its name has an underscore, otherwise with {}.',
		placeholder: '{ "subnetID": "11111111111111111111111111111111LpoYY" }',
		default: '{}',
		show: 'main',
	}),
});

/** What the menu shows. */
export const customCallForm: ActionForm = {
	resource: nodeResources.customCall,
	entry: { value: 'call', name: 'Call' },
	action: 'Call any JSON-RPC method',
	description:
		'Calls any JSON-RPC method with any params on any endpoint path of the node and returns its result',
	properties: formProperties(locatedIn(form)),
	output: open(),
};

const fields = fieldSet({});

/** Servers of Ethereum methods take params by place; the others take them by name. */
const isPositional = (method: string) => /^[A-Za-z][A-Za-z0-9]*_/.test(method);

/** The params as they are given; none are an array or an object, as the method's server wants it. */
function paramsFor(method: string, params: string | undefined): string {
	const isEmpty = params === undefined || /^(\{\s*\}|\[\s*\])$/.test(params);
	if (isEmpty && isPositional(method)) return '[]';
	return params ?? '{}';
}

/** The user's call as an operation: it has no fields, its params are the user's own. */
function operationOf(run: Run) {
	const { endpoint, method, params } = valuesOf(form, run, 'customCall.call');
	return declare({
		id: 'customCall.call',
		node: 'avalancheRpc',
		resource: customCallForm.resource,
		entry: customCallForm.entry,
		action: customCallForm.action,
		description: customCallForm.description,
		service: 'node',
		call: { type: 'rpc', endpoint, method, params: { json: paramsFor(method, params) } },
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
