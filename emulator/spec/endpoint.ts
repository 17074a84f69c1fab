import { type Block, type Line, reading, SpecError } from './blocks';
import { flattened } from './expand';
import { readField } from './fields';
import type { Lookup } from './typeText';
import type { Endpoint, Field, Parameter, ParameterLocation, Service, Type } from './types';

const HEAD = /^(?<method>GET|POST|PUT|PATCH|DELETE)\s+(?<path>\/\S+)(?:\s+(?<rpc>\w+\S*))?$/;
const LOCATIONS: Record<string, ParameterLocation> = {
	path: 'path',
	query: 'query',
	body: 'body',
	param: 'params',
};
const PAGING = ['token', 'utxo', 'range'];

/** Values from the lines of an endpoint, collected one after the other. */
interface Draft {
	source: string;
	units?: number;
	status?: number;
	paging?: 'token' | 'utxo' | 'range';
	items?: string;
	deprecated: boolean;
	changesState: boolean;
	ownNode: boolean;
	positional: boolean;
	others: string[];
	oneOf: string[][];
	parameters: Parameter[];
	bodyFields: Field[];
	body?: Type;
	outFields: Field[];
	output?: Type;
}

/** True for the head of an endpoint. */
export function isEndpoint({ text }: Line): boolean {
	return HEAD.test(text);
}

/** Reads the block of an endpoint. Throws a SpecError. */
export function readEndpoint(block: Block, service: Service, lookup: Lookup): Endpoint {
	const { method, path, rpc } = HEAD.exec(block.text)?.groups ?? {};
	const draft: Draft = {
		source: '',
		deprecated: false,
		changesState: false,
		ownNode: false,
		positional: false,
		others: [],
		oneOf: [],
		parameters: [],
		bodyFields: [],
		outFields: [],
	};
	for (const line of block.lines) reading(line, () => readLine(draft, line, lookup));
	const { bodyFields, outFields, positional, others, ...rest } = draft;
	const body = draft.body ?? objectOf('body', bodyFields);
	const output = draft.output ?? objectOf('response', outFields);
	const parameters = [...draft.parameters, ...(body ? flattened(body) : [])];
	const common = { ...rest, service, at: block.at, parameters, body, output };
	const endpoint: Endpoint = rpc
		? {
				...common,
				type: 'rpc',
				id: `${path} ${rpc}`,
				endpoint: path,
				others,
				rpcMethod: rpc,
				positional,
			}
		: { ...common, type: 'http', id: `${method} ${path}`, method, path };
	return checked(endpoint, method);
}

function objectOf(name: string, fields: readonly Field[]): Type | undefined {
	return fields.length === 0 ? undefined : { kind: 'schema', name, fields };
}

function readLine(draft: Draft, line: Line, lookup: Lookup): void {
	const [word, ...words] = line.text.split(/\s+/);
	const rest = words.join(' ');
	const field = () => readField(line, line.text.slice(word.length).trim(), lookup);
	if (word in LOCATIONS) return addParameter(draft, LOCATIONS[word], field());
	switch (word) {
		case 'units':
			if (!/^\d+$/.test(rest)) throw new Error(`units are a whole number, not "${rest}"`);
			draft.units = Number(rest);
			return;
		case 'status':
			if (!/^2\d\d$/.test(rest)) throw new Error(`a status of success is 2xx, not "${rest}"`);
			draft.status = Number(rest);
			return;
		case 'source':
			draft.source = rest;
			return;
		case 'paging':
			if (!PAGING.includes(words[0]) || words.length !== 2) {
				throw new Error(`paging takes ${PAGING.join(', ')} and the name of the items`);
			}
			draft.paging = words[0] as Draft['paging'];
			draft.items = words[1];
			return;
		case 'items':
			draft.items = rest;
			return;
		case 'deprecated':
			draft.deprecated = true;
			return;
		case 'changes':
			draft.changesState = true;
			return;
		case 'own':
			draft.ownNode = true;
			return;
		case 'positional':
			draft.positional = true;
			return;
		case 'also':
			draft.others.push(...words);
			return;
		case 'one':
			draft.oneOf.push(rest.replace(/^of /, '').split(/,\s*/));
			return;
		case 'out':
			return addOutput(draft, field());
		default:
			throw new Error(`"${word}" is not known`);
	}
}

function addParameter(draft: Draft, location: ParameterLocation, field: Field): void {
	if (location === 'body' && field.name === '') draft.body = field.type;
	else if (location === 'body') draft.bodyFields.push(field);
	else if (field.name === '') throw new Error('a parameter needs a name');
	else draft.parameters.push({ ...field, in: location });
}

function addOutput(draft: Draft, field: Field): void {
	if (field.name === '') draft.output = field.type;
	else draft.outFields.push(field);
}

/** Checks rules between the lines of an endpoint. Returns it, or throws `SpecError`. */
function checked(endpoint: Endpoint, method: string): Endpoint {
	const fail = (problem: string): never => {
		throw new SpecError(endpoint.at, `${endpoint.id}: ${problem}`);
	};
	const names = endpoint.parameters.map((one) => `${one.in} ${one.name}`);
	const twice = names.find((name, index) => names.indexOf(name) !== index);
	if (twice) fail(`${twice} is there twice`);
	if (endpoint.source === '') fail('the source is missing');
	for (const name of endpoint.oneOf.flat()) {
		if (!endpoint.parameters.some((one) => one.name === name)) fail(`there is no ${name}`);
	}
	if (endpoint.type === 'rpc') {
		if (method !== 'POST') fail('methods of JSON-RPC are posted');
		if (endpoint.parameters.some((one) => one.in !== 'params')) fail('JSON-RPC takes "param" only');
		return endpoint;
	}
	const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
	const declared = endpoint.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
	if (inPath.sort().join() !== declared.sort().join()) {
		fail('the placeholders of the path are not the parameters of the path');
	}
	if (endpoint.parameters.some((one) => one.in === 'params')) fail('"param" belongs to JSON-RPC');
	return endpoint;
}
