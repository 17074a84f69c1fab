import type { Column, Paths } from '../fields/columns';
import type { Fields, FieldSet, InputValues } from '../fields/fieldSet';
import type { ObjectOutput, Output } from '../fields/outputs';
import type { Service } from '../service';
import type { Explorer } from './explorer';
import type { Versions } from '../fields/versions';

/**
 * The operations of the Avalanche services, as data. Everything else is derived from these
 * declarations: properties of forms, input checks, requests, types, schemas, the emulator's responses
 * and the reference in docs/.
 */

/** A menu entry: the value that workflows save, and the name that people read. */
export interface MenuEntry {
	value: string;
	/** Title Case. */
	name: string;
}

/** The paging style of a list. */
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
	/** Unit of the bounds: Unix seconds, block numbers, or positions in an index. */
	unit: 'seconds' | 'blocks' | 'indexes';
	start: Bound;
	/** Absent if every number has one item: the size of a part is then a number of items. */
	end?: Bound;
	/** Parts start at multiples of this number. Default 1. */
	step?: number;
	/** The order of the service if the input has no `sortOrder`. */
	order: 'asc' | 'desc';
	/** The field without which the service has no bounds. */
	needs?: string;
	/** The field with an item's number; of several, the first one that an item has. */
	position(item: Paths<Item>): readonly Column[];
}

/** Fields of the input for the first and the last block of a range that nodes refuse if it is too large. */
export interface Ranges {
	from: string;
	/** Inclusive. */
	to: string;
	/** The field that selects one block in place of a range. */
	instead: string;
	/** The field of an item with the number of its block. */
	block: string;
	/** The call that returns the number of a named block, such as latest, and the field with it. */
	numberOf(
		name: string,
		input: Readonly<Record<string, unknown>>,
	): { operation: AnyOperation; input: Record<string, unknown>; field: string };
}

/** A field of the input that bounds a list. */
export interface Bound {
	field: string;
	/**
	 * Membership of the items at the bound itself. `loose`: the documents and the services differ.
	 * Parts then overlap by one, and each returns only its own items.
	 */
	is: 'inclusive' | 'exclusive' | 'loose';
}

/** A list of the input by whose values the items of a response can be told apart. */
export interface Together {
	/** The field with the list. */
	field: string;
	/** The field of an item that has one of the values. */
	item: string;
	/** Maximum number of values of one request. */
	most: number;
}

/** The methods of HTTP requests. */
export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** The request of an operation. `{name}` in a path is replaced by the path field of that name. */
export type Call = {
	/**
	 * True if the response is about the responding node, or public endpoints do not serve the
	 * operation: such an endpoint is rejected before anything is sent.
	 */
	ownNode?: true;
} & (
	| {
			type: 'http';
			method: HttpMethod;
			path: string;
			/**
			 * Present for a call that users write themselves. The body is a JSON text that is sent
			 * unchanged; numbers of the response that JavaScript would change are texts, and a
			 * response without a body is an empty object, except to GET.
			 */
			own?: { body?: string };
			/** True if a request that is not a GET changes nothing: its body is a query. */
			reads?: true;
			/** The field with the URL that the service sends messages to: it must be reachable from outside. */
			receiver?: string;
			/** The format of the response if it is not JSON. */
			format?: 'prometheus';
			/** True if the response has no body: `adapt` creates the result. */
			bodiless?: true;
			/** Messages of temporary failures, with any status. */
			temporary?: RegExp;
			/**
			 * True for an API that is enabled when a node starts, or never: a 404 is then not
			 * temporary.
			 */
			fixed?: true;
			/**
			 * Statuses other than 2xx whose body is the result (health: 503). The result gets a
			 * field `statusCode`; `otherwise` is the result if there is no body, or the body is an
			 * error page of a gateway.
			 */
			answers?: { statuses: readonly number[]; otherwise: (status: number) => object };
	  }
	| {
			type: 'rpc';
			endpoint: string;
			method: string;
			/**
			 * `named`: one object. `positional`: an array in the order of the input's fields.
			 * `json`: a JSON text that is sent unchanged, for calls that users write themselves;
			 * numbers of the response that JavaScript would change are texts.
			 */
			params: 'named' | 'positional' | { json: string };
			/**
			 * True if the server of the endpoint takes batches, and the method is cheap enough for
			 * one: nodes answer the calls of a batch one after the other.
			 */
			batches?: true;
			/** Error messages of a node that is not ready for this call yet: the call may succeed later. */
			notReady?: RegExp;
	  }
);

/**
 * One operation of one service. `Item` is one item of its list, or the whole response; the last two are
 * the types of answer and item where required parts may be missing.
 */
export interface Operation<
	F extends Fields = Fields,
	Answer = unknown,
	Item = unknown,
	TolerantAnswer = Answer,
	TolerantItem = Item,
> {
	/**
	 * Unique, stable: `<resource>.<operation>`, the values that workflows save. If operations share
	 * a menu entry, the ids of all but the default one end in the value of their transport
	 * (`health.getHealthRpc`).
	 */
	id: string;
	/** The menu that offers it: of the services, or of a node's JSON-RPC. */
	node: 'avalanche' | 'avalancheRpc';
	/** Its group in the menu. */
	resource: MenuEntry;
	/** Its own menu entry, in the usual words ("Get", "Get Many"). */
	entry: MenuEntry;
	/**
	 * Present if several operations share one menu entry: the value of the entry's option
	 * *Transport* that selects this one. The first one listed is the default.
	 */
	transport?: MenuEntry;
	/** The action in the node panel ("Get many staking transactions"). */
	action: string;
	/** One sentence for users and AI agents: what it returns and when to use it. */
	description: string;
	service: Service;
	call: Call;
	input: FieldSet<F>;
	/**
	 * Present if one request may ask for several values of a list of the input, and each item says which
	 * of them it belongs to: calls with the same other input are then made together.
	 */
	together?: Together;
	/** Undeclared fields are kept. */
	output: Output<Answer, TolerantAnswer>;
	/** Converts a response of another form to the declared one, before it is read. */
	adapt?: (answer: unknown, input: Readonly<Record<string, unknown>>) => unknown;
	paging?: Paging;
	/**
	 * Present if items have positions between bounds of the input: parts can be read in parallel.
	 */
	bounds?: Bounds<Item>;
	/** Present if the input is a range of blocks: it is read in ranges that the node takes. */
	ranges?: Ranges;
	/** The reason why a list whose input has two ends has no bounds: one reader reads it. */
	unbounded?: string;
	/** The list (or map) of items in the response. */
	items?: string;
	/** If `items` is a map: the field of an item that takes the key. */
	itemKey?: string;
	/**
	 * Columns that Simplify keeps, in table order; all fields if absent and some are amounts or
	 * times.
	 */
	columns?(item: Paths<Item>): readonly Column[];
	/**
	 * Fields that later versions of the service will add to items, by patterns of their names:
	 * Simplify keeps them after the columns.
	 */
	newer?: ReadonlyArray<{ names: RegExp; part: Output }>;
	/** Pages of an item in block explorers: Simplify adds the name of its chain and a link. */
	explorer?: Explorer<Item>;
	/** Several rows that Simplify makes of one item, with all fields of a row as columns. */
	rows?: { each: ObjectOutput; of(item: TolerantItem): readonly object[] };
	/** Compute units of one call, where the service publishes them. */
	cost?: number;
	/** Present if not every node has it: which ones, and what to use instead. */
	versions?: Versions;
	/** True if a repeated request creates a second object. */
	creates?: boolean;
	/**
	 * True if the answer changes by the second, or is random: equal calls are then not answered by
	 * one request.
	 */
	changing?: true;
	/** Section of the spec documents, or facts file. */
	spec: string;
}

// Operations of any types together, as the catalogue lists them.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyOperation = Operation<any, any, any, any, any>;

/**
 * The reading of a response without a required part: `strict` fails, `tolerant` reports the part and
 * leaves it out. The types of results follow it.
 */
export type Tolerance = 'strict' | 'tolerant';

/** Values of an operation's input as callers pass them. */
export type InputOf<O> =
	O extends Operation<infer F, infer _, infer __, infer ___, infer ____> ? InputValues<F> : never;

interface Results<Answer, Item, TolerantAnswer, TolerantItem> {
	answer: { strict: Answer; tolerant: TolerantAnswer };
	item: { strict: Item; tolerant: TolerantItem };
}
type ResultsOf<O> =
	O extends Operation<infer _, infer A, infer I, infer TA, infer TI>
		? Results<A, I, TA, TI>
		: never;
/** The checked response of an operation. */
export type OutputOf<O, T extends Tolerance = 'strict'> = ResultsOf<O>['answer'][T];
/** One item of an operation's list, or its whole response. */
export type ItemOf<O, T extends Tolerance = 'strict'> = ResultsOf<O>['item'][T];
