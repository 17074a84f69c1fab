import { field } from '../../../core/fields/field';
import { fieldSet } from '../../../core/fields/fieldSet';
import { textValue } from '../../../core/fields/inputs';
import * as out from '../../../core/fields/outputs';
import { declare } from '../../../core/operations/declare';
import { nodeResources } from '../../../core/subjects/resources';
import type { Action, ActionForm, Run } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { outputItem } from '../../shared/output';
import { valuesOf } from '../../shared/parameters';
import { pathBelow } from '../../../core/fields/pathBelow';
import { formProperties } from '../../shared/properties';
import { sentJson } from '../../../core/fields/sentJson';

const METHOD_RULE = 'must be a method name such as platform.getHeight';
const isMethod = (value: string) => /^[A-Za-z][A-Za-z0-9._]{0,127}$/.test(value);

/** The fields of a custom call. */
const form = fieldSet({
	endpoint: field(pathBelow('/ext/bc/C/rpc'), {
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
	params: field(sentJson().optional(), {
		in: 'form',
		label: 'Params (JSON)',
		description:
			'The params as a JSON object, or as a JSON array for methods with an underscore (eth_, net_, web3_, debug_, warp_). By default, the method is called without params: with [] if its name has an underscore, otherwise with {}.',
		placeholder: '{ "subnetID": "11111111111111111111111111111111LpoYY" }',
		default: '{}',
		show: 'main',
	}),
});

/** The form of the operation in the node's menu. */
export const customCallForm: ActionForm = {
	resource: nodeResources.customCall,
	entry: { value: 'call', name: 'Call' },
	action: 'Call any JSON-RPC method',
	description:
		'Calls any JSON-RPC method with any params on any endpoint path of the node and returns its result',
	properties: formProperties(locatedIn(form)),
	output: out.open(),
};

const fields = fieldSet({});

/** Servers of Ethereum methods require params by position; the others require them by name. */
const isPositional = (method: string) => /^[A-Za-z][A-Za-z0-9]*_/.test(method);

/** The given params, or an empty array or object, depending on the method's server. */
function paramsFor(method: string, params: string | undefined): string {
	const isEmpty = params === undefined || /^(\{\s*\}|\[\s*\])$/.test(params);
	if (isEmpty && isPositional(method)) return '[]';
	return params ?? '{}';
}

/** The user's call as an operation without fields; its params are the user's text. */
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
		output: out.open(),
		// Any method may create something: after an ambiguous failure the request is not repeated.
		creates: true,
		spec: 'Node JSON-RPC: Endpoints',
	});
}

/** The action for all methods of a node without an operation of their own. */
export const customCall: Action = {
	async run(run) {
		const result = await run.client.call(operationOf(run), {});
		const results = Array.isArray(result) ? (result as unknown[]) : [result];
		return results.map((each) => outputItem(each, run.itemIndex));
	},
};
