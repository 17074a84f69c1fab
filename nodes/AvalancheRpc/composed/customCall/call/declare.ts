import { field } from '../../../../../core/fields/field';
import { fieldSet, parseFields } from '../../../../../core/fields/fieldSet';
import { textValue } from '../../../../../core/fields/inputs';
import * as out from '../../../../../core/fields/outputs';
import { declare } from '../../../../../core/operations/declare';
import { nodeResources } from '../../../../../core/subjects/resources';
import { pathBelow } from '../../../../../core/fields/pathBelow';
import { declareComposed } from '../../../../shared/composed';
import { sentJson } from '../../../../../core/fields/sentJson';

const ABOUT = {
	id: 'customCall.call',
	action: 'Call any JSON-RPC method',
	description:
		'Calls any JSON-RPC method with any params on any endpoint path of the node and returns its result',
};

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

/** Servers of Ethereum methods require params by position; the others require them by name. */
const isPositional = (method: string) => /^[A-Za-z][A-Za-z0-9]*_/.test(method);

/** The given params, or an empty array or object, depending on the method's server. */
function paramsFor(method: string, params: string | undefined): string {
	const isEmpty = params === undefined || /^(\{\s*\}|\[\s*\])$/.test(params);
	if (isEmpty && isPositional(method)) return '[]';
	return params ?? '{}';
}

/** Calls any method: the user's call is an operation without fields; its params are the user's text. */
export const composed = declareComposed({
	...ABOUT,
	name: 'Call',
	reference: ['- Call: the given method of the node', '- Cost: none'],
	fields: form,
	output: out.open(),
	async execute(input, { client }) {
		const { endpoint, method, params } = parseFields(form, input, ABOUT.id);
		const operation = declare({
			...ABOUT,
			node: 'avalancheRpc',
			resource: nodeResources.customCall,
			entry: { value: 'call', name: 'Call' },
			service: 'node',
			call: { type: 'rpc', endpoint, method, params: { json: paramsFor(method, params) } },
			input: fieldSet({}),
			output: out.open(),
			// Any method may create something: after an ambiguous failure the request is not repeated.
			creates: true,
			spec: 'Node JSON-RPC: Endpoints',
		});
		return await client.call(operation, {});
	},
});
