import { z } from 'zod/v4';

/**
 * What an operation of the Avalanche services is, as data. Everything else is derived from these
 * declarations: n8n properties, input checks, requests, types, schemas, the local services' input
 * checks and the reference in docs/.
 */

/** Which of the three services answers: the chain data service, the metrics service, a node. */
export type Service = 'data' | 'metrics' | 'node';

/** Where a field travels in the request. */
export type Place = 'path' | 'query' | 'body' | 'params';

/** How a field is edited. Hosts map it to their own control. */
export type Control =
	| 'text'
	| 'number'
	| 'boolean'
	| 'options'
	| 'multiOptions'
	| 'list'
	| 'dateTime'
	| 'date'
	| 'chain'
	| 'json';

/** A value offered for a field. Enumerations stay open: a value that is not listed still passes. */
export interface Choice {
	value: string;
	name: string;
	description?: string;
}

/** What kind of value a field takes: how it is edited and the rule that it must keep. */
export interface Kind {
	control: Control;
	/** What the value must be, completing "<field> …": shown in errors. */
	rule: string;
	/** Values to choose from. */
	choices?: readonly Choice[];
	/** Bounds of a number, both included. */
	min?: number;
	max?: number;
}

/** How a field is sent and shown. */
export interface Details {
	in: Place;
	/** Name on the wire where it differs from the key; dots nest (`options.addresses`). */
	name?: string;
	/** How a query list is sent: `comma` in one value, `repeat` as several. Bodies send arrays. */
	list?: 'comma' | 'repeat';
	/** Title Case, as the form shows it. */
	label: string;
	/** One sentence with format and unit. No full stop at the end of a single sentence. */
	description: string;
	/** A true example. */
	placeholder?: string;
	/** Values to choose from, where they are not the kind's own. */
	choices?: readonly Choice[];
	/** What the form starts with; the service's own default where the field is left out. */
	default?: string | number | boolean;
	/**
	 * Where the form shows it: `main` always, `filter` in Filters, `option` in Options, `paging` in
	 * Options of lists only (page size, page token). Required fields default to `main`, optional
	 * ones to `filter`.
	 */
	show?: 'main' | 'filter' | 'option' | 'paging';
	/** What to use instead. Present on deprecated fields. */
	deprecated?: string;
}

/** All that is known of a field. */
export type FieldInfo = Details & Kind & { show: NonNullable<Details['show']>; required: boolean };

/** Kept beside the schemas so that a schema stays a schema. */
const kinds = new WeakMap<z.ZodType, Kind>();
const details = new WeakMap<z.ZodType, Details>();

/** A list's way from page to page; `items` names the array in the response. */
export type Paging =
	/** `pageToken` in, `nextPageToken` (or `nextPageStartKey`) out. */
	| { style: 'token'; items: string; maxPageSize?: number }
	/**
	 * getUTXOs of any chain: the returned `endIndex` is the next `startIndex`; at most 1024 a call. An
	 * output that several of the asked addresses own is in the pages of each, and is given once. Ends
	 * with fewer than were asked for, an `endIndex` that stays, or one of which every bit is set.
	 */
	| { style: 'utxo'; items: string; maxPageSize: number }
	/** index.getContainerRange: counts up from `startIndex`; at most 1024 a call. */
	| { style: 'range'; items: string; maxPageSize: number };

/** How an operation is called. `{name}` in a path is replaced by the path field of that name. */
export type Call =
	| {
			type: 'http';
			method: 'GET' | 'POST';
			path: string;
			/** Statuses beside 2xx whose body is the answer (health: 503). */
			answers?: readonly number[];
	  }
	| {
			type: 'rpc';
			endpoint: string;
			method: string;
			/**
			 * `named`: one object. `positional`: an array in the order of the input's fields. `fixed`:
			 * as they are, for calls that users write themselves.
			 */
			params: 'named' | 'positional' | { fixed: object };
			/** Error messages of a node that is not ready for this call yet: the call may succeed later. */
			notReady?: RegExp;
	  };

/** One operation of one service. */
export interface Operation<
	Input extends z.ZodObject = z.ZodObject,
	Output extends z.ZodType = z.ZodType,
> {
	/** Unique, stable: `<resource>.<operation>` in camelCase. */
	id: string;
	/** The n8n node that offers it. */
	node: 'avalanche' | 'avalancheRpc';
	/** Menu entry, Title Case ("Staking Transaction"). */
	resource: string;
	/** Menu entry in n8n's vocabulary ("Get", "Get Many"). */
	operation: string;
	/** How the node panel lists it ("Get many staking transactions"). */
	action: string;
	/** One sentence for people and AI agents: what comes back and when to use it. */
	description: string;
	service: Service;
	call: Call;
	input: Input;
	/** Tolerant: unknown fields pass. Made on first use, since most runs need one or two of them. */
	output: () => Output;
	paging?: Paging;
	/**
	 * The array of the response that holds one item each, where there is no paging (`chains`); for
	 * paged operations `paging.items` says it.
	 */
	items?: string;
	/**
	 * What Simplify keeps, in table order: paths into the item (`erc20Token.symbol`,
	 * `amountStaked.0.amount`), where wanted with the column's name (`from.address as from`).
	 */
	simplify?: readonly string[];
	/** Compute units of one call, where the service publishes them. */
	cost?: number;
	/**
	 * Who has the method, and who has not: told where a node answers that it knows no such method or
	 * path.
	 */
	availability?: string;
	/** True where a repeated request creates a second thing. */
	creates?: boolean;
	/** What to use instead. Present on deprecated operations. */
	deprecated?: string;
	/** Section of the spec documents. */
	spec: string;
}

/** Values of an operation's input as callers give them. */
export type InputOf<O extends Operation> = z.input<O['input']>;
/** The parsed and checked response of an operation. */
export type OutputOf<O extends Operation> = z.output<ReturnType<O['output']>>;

/** Declares an operation; the output schema is built once, when first needed. */
export function declare<Input extends z.ZodObject, Output extends z.ZodType>(
	operation: Operation<Input, Output>,
): Operation<Input, Output> {
	let built: Output | undefined;
	const make = operation.output;
	return { ...operation, output: () => (built ??= make()) };
}

/** Says what kind of value a schema takes. */
export function kind<Schema extends z.ZodType>(schema: Schema, about: Kind): Schema {
	kinds.set(schema, about);
	return schema;
}

/** What is known of a value's schema. Throws where it is no kind of value. */
export function kindOf(schema: z.ZodType): Kind {
	const about = kinds.get(schema);
	if (!about) throw new Error('The schema is no kind of value');
	return about;
}

/**
 * Says how a field of an operation is sent and shown. Throws where the schema object already is
 * another field: what is said of one would replace what was said of the other.
 */
export function field<Schema extends z.ZodType>(schema: Schema, about: Details): Schema {
	const other = details.get(schema);
	if (other) throw new Error(`"${about.label}" shares its schema object with "${other.label}"`);
	details.set(schema, about);
	return schema;
}

/** A column of Simplify: where its value is, and its name; dots become camelCase unless it has one. */
export function columnOf(entry: string): { path: string; column: string } {
	const [path, name] = entry.split(' as ');
	return {
		path,
		column: name ?? path.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase()),
	};
}

/** What a field of an operation's input is. Throws where a declaration forgot to say it. */
export function infoOf(operation: Operation, key: string): FieldInfo {
	const schema = operation.input.shape[key] as z.ZodType | undefined;
	const required = !(schema instanceof z.ZodOptional);
	const about = schema && details.get(schema);
	const value = kinds.get((required ? schema : schema.unwrap()) as z.ZodType);
	if (!about || !value) throw new Error(`${operation.id} declares no field "${key}"`);
	return { show: required ? 'main' : 'filter', ...value, ...about, required };
}

/** The keys of an operation's input in declaration order. */
export function fieldsOf(operation: Operation): string[] {
	return Object.keys(operation.input.shape);
}
