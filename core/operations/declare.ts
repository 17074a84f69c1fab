import { type Column, type Paths, type ResolvedColumn, resolveColumns } from '../fields/columns';
import { type Fields, type FieldSet, type InputValues, infoOf } from '../fields/fieldSet';
import type { AnyOutput, ObjectOutput, Output, ValueOf } from '../fields/outputs';
import { type Explorer, type ResolvedPlace, resolvePlaces } from './explorer';

/**
 * The operations of the Avalanche services, as data. Everything else is derived from these
 * declarations: n8n properties, input checks, requests, types, schemas, the emulator's responses
 * and the reference in docs/.
 */

/** The service of an operation: the chain data service, the metrics service, a node. */
export type Service = 'data' | 'metrics' | 'node';

/** A menu entry: the value that workflows save, and the name that people read. */
export interface MenuEntry {
	value: string;
	/** Title Case. */
	name: string;
}

/** A list's way from page to page. */
export type Paging =
	/** `pageToken` in, `nextPageToken` (or `nextPageStartKey`) out. */
	| { style: 'token'; maxPageSize?: number }
	/** avm.getUTXOs: the returned `endIndex` is the next `startIndex`; at most 1024 per call. */
	| { style: 'utxo'; maxPageSize: number }
	/** index.getContainerRange: counts up from `startIndex`; at most 1024 per call. */
	| { style: 'range'; maxPageSize: number };

/**
 * Bounds of the input between which the items of a list lie, in the order of one of their fields: parts
 * of such a list can be read at the same time.
 */
export interface Bounds<Item = unknown> {
	/** Of the numbers between the bounds: Unix seconds, block numbers, or places in an index. */
	unit: 'seconds' | 'blocks' | 'places';
	start: Bound;
	/** Left out where every number has one item: a part then ends after so many of them. */
	end?: Bound;
	/** The numbers that parts begin at are multiples of this one. Default 1. */
	step?: number;
	/** The order of the service where the input has no `sortOrder`. */
	order: 'asc' | 'desc';
	/** The field that holds an item's number; of several, the first one that an item has. */
	position(item: Paths<Item>): readonly Column[];
}

/** A field of the input that bounds a list. */
export interface Bound {
	field: string;
	/**
	 * Whether items at the bound itself are in the list. `loose`: the documents and the services
	 * differ. Parts then overlap by one, and each returns only its own items.
	 */
	is: 'inclusive' | 'exclusive' | 'loose';
}

/** How an operation is called. `{name}` in a path is replaced by the path field of that name. */
export type Call = {
	/**
	 * True if the response is about the responding node, or public endpoints do not serve the
	 * operation: such an endpoint is rejected before anything is sent.
	 */
	ownNode?: true;
} & (
	| {
			type: 'http';
			method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
			path: string;
			/** The format of the response if it is not JSON. */
			format?: 'prometheus';
			/** True if the response has no body: `adapt` creates the result. */
			bodiless?: true;
			/** Messages of failures that pass, whatever status they have. */
			temporary?: RegExp;
			/** True of an API that a node has from its start or not at all: a 404 does not pass. */
			fixed?: true;
			/**
			 * Statuses other than 2xx whose body is the result (health: 503). The result gets a
			 * field `statusCode`; `otherwise` is the result if the body is missing or the page of a
			 * gateway.
			 */
			answers?: { statuses: readonly number[]; otherwise: (status: number) => object };
	  }
	| {
			type: 'rpc';
			endpoint: string;
			method: string;
			/**
			 * `named`: one object. `positional`: an array in the order of the input's fields. `json`: a
			 * JSON text that is sent as it is, for calls that users write themselves; numbers of the
			 * answer that JavaScript would change are texts.
			 */
			params: 'named' | 'positional' | { json: string };
			/** Error messages of a node that is not ready for this call yet: the call may succeed later. */
			notReady?: RegExp;
	  }
);

/** One operation of one service. `Item` is one item of its list, or the whole response. */
export interface Operation<F extends Fields = Fields, Answer = unknown, Item = unknown> {
	/** Unique, stable: `<subject>.<verb>` in camelCase. */
	id: string;
	/** The n8n node that offers it. */
	node: 'avalanche' | 'avalancheRpc';
	/** Its group in the menu. */
	resource: MenuEntry;
	/** Its own menu entry, in n8n's words ("Get", "Get Many"). */
	entry: MenuEntry;
	/**
	 * Present if several operations share one menu entry: the value of the entry's option
	 * *Transport* that selects this one. The first one listed is the default.
	 */
	transport?: MenuEntry;
	/** How the node panel lists it ("Get many staking transactions"). */
	action: string;
	/** One sentence for users and AI agents: what it returns and when to use it. */
	description: string;
	service: Service;
	call: Call;
	input: FieldSet<F>;
	/** Unknown fields pass. */
	output: Output<Answer>;
	/** Converts a response of another form to the declared one, before it is read. */
	adapt?: (answer: unknown, input: Readonly<Record<string, unknown>>) => unknown;
	paging?: Paging;
	/** Where the items lie, in lists that have bounds. */
	bounds?: Bounds<Item>;
	/** The list (or map) of items in the response. */
	items?: string;
	/** Where `items` is a map: the field of an item that takes the key. */
	itemKey?: string;
	/** What Simplify keeps, in table order. */
	columns?(item: Paths<Item>): readonly Column[];
	/** What an item is in a block explorer: Simplify adds the name of its chain and a link. */
	explorer?: Explorer<Item>;
	/** Several rows that Simplify makes of one item, with all fields of a row as columns. */
	rows?: { each: ObjectOutput; of(item: Item): readonly object[] };
	/** Compute units of one call, where the service publishes them. */
	cost?: number;
	/** Which nodes have the method: shown if a node responds that it has no such method or path. */
	availability?: string;
	/** True where a repeated request creates a second thing. */
	creates?: boolean;
	/** What to use instead. Present on deprecated operations. */
	deprecated?: string;
	/** Section of the spec documents, or facts file. */
	spec: string;
}

// Operations of any types together, as the catalogue lists them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyOperation = Operation<any, any, any>;

/** Values of an operation's input as callers pass them. */
export type InputOf<O> = O extends Operation<infer F, infer _, infer __> ? InputValues<F> : never;
/** The checked response of an operation. */
export type OutputOf<O> = O extends Operation<infer _, infer Answer, infer __> ? Answer : never;
/** One item of an operation's list, or its whole response. */
export type ItemOf<O> = O extends Operation<infer _, infer __, infer Item> ? Item : never;

type EachOf<T> =
	NonNullable<T> extends ReadonlyArray<infer Each>
		? Each
		: T extends Record<string, infer V>
			? V
			: never;

/** Declares an operation whose response is one item. */
export function declare<F extends Fields, O extends Output>(
	operation: Omit<
		Operation<F, ValueOf<O>, ValueOf<O>>,
		'output' | 'items' | 'paging' | 'bounds'
	> & {
		output: O;
	},
): Operation<F, ValueOf<O>, ValueOf<O>> {
	return operation as unknown as Operation<F, ValueOf<O>, ValueOf<O>>;
}

/** Declares an operation whose response has a list of items named `items`. */
export function declareList<
	F extends Fields,
	O extends Output,
	const K extends string & keyof ValueOf<O>,
>(
	operation: Omit<Operation<F, ValueOf<O>, EachOf<ValueOf<O>[K]>>, 'output' | 'items'> & {
		output: O;
		items: K;
	},
): Operation<F, ValueOf<O>, EachOf<ValueOf<O>[K]>> {
	return operation as unknown as Operation<F, ValueOf<O>, EachOf<ValueOf<O>[K]>>;
}

/** The declaration of one item of an operation's list, or of its whole response. */
export function itemOutput({ output, items }: AnyOperation): AnyOutput {
	const whole = output as AnyOutput;
	if (items === undefined || whole.type !== 'object') return whole;
	const held = whole.fields[items] as AnyOutput;
	return held.type === 'list' || held.type === 'map' ? (held.each as AnyOutput) : held;
}

/** The paths of the field that holds an item's number between the bounds. */
export function positionsOf(operation: AnyOperation): ReadonlyArray<readonly string[]> {
	const columns = resolveColumns(
		itemOutput(operation),
		(item) => operation.bounds?.position(item) ?? [],
	);
	return columns.map(({ path }) => path);
}

const resolved = new Map<AnyOperation, ResolvedColumn[]>();

/** The columns of an operation's Simplify, or undefined where it has none. */
export function columnsOf(operation: AnyOperation): readonly ResolvedColumn[] | undefined {
	const { rows } = operation;
	if (!operation.columns && !rows) return undefined;
	let columns = resolved.get(operation);
	if (!columns) {
		columns = rows
			? resolveColumns(rows.each as Output<Record<string, unknown>>, (row) =>
					Object.keys(rows.each.fields).map((name) => row[name]),
				)
			: resolveColumns(itemOutput(operation), (item) => operation.columns?.(item) ?? []);
		resolved.set(operation, columns);
	}
	return columns;
}

const places = new Map<AnyOperation, ResolvedPlace[]>();

/** Where an operation's items are in block explorers; empty where they are in none. */
export function placesOf(operation: AnyOperation): readonly ResolvedPlace[] {
	const { explorer } = operation;
	if (!explorer) return [];
	let found = places.get(operation);
	if (!found) places.set(operation, (found = resolvePlaces(itemOutput(operation), explorer)));
	return found;
}

/** The columns that Simplify adds beside those that are declared. */
export function addedColumns(operation: AnyOperation): string[] {
	const names = placesOf(operation).flatMap(({ nameColumn, symbolColumn, linkColumn }) =>
		[nameColumn, symbolColumn, linkColumn].filter((name) => name !== undefined),
	);
	return [...new Set(names)];
}

/** True if one response has many items. */
export function isList({ items }: AnyOperation): boolean {
	return items !== undefined;
}

export { infoOf };
