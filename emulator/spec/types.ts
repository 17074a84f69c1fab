/** Types of a transcription: values, parameters and endpoints. README.md has the notation. */

/** The formats that a text can name. Where there is none, any text is meant. */
export const FORMATS = [
	'address',
	'date',
	'decimal',
	'evmAddress',
	'hash',
	'hex',
	'id',
	'nodeId',
	'prometheus',
	'quantity',
	'time',
	'uint',
	'url',
	'uuid',
] as const;
export type Format = (typeof FORMATS)[number];

/** A value on the wire. */
export type Type =
	| { kind: 'text'; format?: Format }
	/** A JSON number, or its digits in a query. Bounds are included. */
	| { kind: 'number'; integer: boolean; min?: number; max?: number }
	| { kind: 'flag' }
	| { kind: 'null' }
	/** Anything that JSON can say. */
	| { kind: 'any' }
	/** An object of which the documents do not say what it holds. */
	| { kind: 'object' }
	/** One of some texts; an open choice may hold others too. */
	| { kind: 'choice'; values: readonly string[]; open: boolean }
	/** `commas`: one text whose parts are separated by commas. */
	| { kind: 'list'; of: Type; commas: boolean }
	| { kind: 'map'; of: Type }
	| { kind: 'union'; of: readonly Type[] }
	| Schema;

/** An object with named fields. */
export interface Schema {
	kind: 'schema';
	name: string;
	fields: readonly Field[];
}

/** One field of an object, in a request or a response. */
export interface Field {
	name: string;
	type: Type;
	required: boolean;
	deprecated: boolean;
	/** True for a field that the deployed services have, though the documents do not name it. */
	beyond: boolean;
	/** Value that the service uses if the field is left out. */
	default?: string | number | boolean;
}

/** Part of a request that carries a parameter; `params` are those of a JSON-RPC method. */
export type ParameterLocation = 'path' | 'query' | 'body' | 'params';

/** A field of a request. In a body, dots in the name nest. */
export interface Parameter extends Field {
	in: ParameterLocation;
}

export type Service = 'data' | 'metrics' | 'node';

interface Common {
	/** `METHOD path`, or `endpoint method` of JSON-RPC. */
	id: string;
	service: Service;
	/** File and line of its definition. */
	at: string;
	/** The document that it was transcribed from. */
	source: string;
	/** Compute units of a call, where the documents give them. */
	units?: number;
	/** The status of success, where it is not 200, or 204 without a body. */
	status?: number;
	paging?: 'token' | 'utxo' | 'range';
	/** The array of the response that holds one item each. */
	items?: string;
	deprecated: boolean;
	/** A call changes something: a repetition can do it twice. */
	changesState: boolean;
	/** The response is about the responding node, or public endpoints do not serve it. */
	ownNode: boolean;
	parameters: readonly Parameter[];
	/** Of each of these groups, a request gives at least one parameter. */
	oneOf: ReadonlyArray<readonly string[]>;
	/** The whole body of a request, as it nests. */
	body?: Type;
	/** Undefined where a response has no body. */
	output?: Type;
}

export interface HttpEndpoint extends Common {
	type: 'http';
	method: string;
	path: string;
}

export interface RpcEndpoint extends Common {
	type: 'rpc';
	/** `<blockchainID>` stands for a chain of the caller's choice. */
	endpoint: string;
	/** Other paths at which the same method is served. */
	others: readonly string[];
	rpcMethod: string;
	/** Parameters go in an array. */
	positional: boolean;
}

export type Endpoint = HttpEndpoint | RpcEndpoint;
