import * as z from 'zod/v4';

/**
 * A field of an input: the value that it takes, and how it is sent and shown. Forms, input checks,
 * requests and the reference are derived from fields.
 */

/** Where a field travels in the request; `form` is not sent. */
export type Place = 'path' | 'query' | 'body' | 'params' | 'form';

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
	| 'json';

/** What a text can name of which a service has a list: hosts offer the list to choose from. */
export type Named = 'chain' | 'subnet' | 'blockchain' | 'validator' | 'asset' | 'webhook';

/** A value offered for a field. */
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
	/** What the text names. */
	names?: Named;
	/** Bounds of a number, both included. */
	min?: number;
	max?: number;
	/** True for words of the user's own, or a URL: almost any text is one. */
	free?: boolean;
	/** True where an empty text is a value of its own, which clears what was set before. */
	clears?: boolean;
}

/** A kind of value with the schema that converts and checks it. */
export interface Value<Out = unknown, In = Out> {
	readonly kind: Kind;
	readonly schema: z.ZodType<Out, In>;
	readonly required: boolean;
	/** The same value, but optional. */
	optional(): Value<Out | undefined, In | undefined>;
}

/**
 * A kind of value. `make` creates the schema that converts loose input to the one form that is
 * sent. It is created on first use: a program that loads an operation usually needs few of its
 * fields.
 */
export function value<Out, In>(
	make: () => z.ZodType<Out, In>,
	kind: Kind,
	required = true,
): Value<Out, In> {
	let schema: z.ZodType<Out, In> | undefined;
	const made = () => (schema ??= make());
	return {
		kind,
		get schema() {
			return made();
		},
		required,
		optional: () => {
			const left = () => made().optional() as z.ZodType<Out | undefined, In | undefined>;
			return value(left, kind, false);
		},
	};
}

/** The same value, converted once more before it is sent. */
export function sentAs<Out, In, Sent>(
	taken: Value<Out, In>,
	convert: (checked: Out) => Sent,
): Value<Sent, In> {
	const schema = () => taken.schema.transform(convert) as unknown as z.ZodType<Sent, In>;
	return value(schema, taken.kind);
}

/** The same value, whose loose input is converted before it is checked. */
export function takenAs<Out, In, Given = In>(
	taken: Value<Out, In>,
	convert: (given: unknown) => unknown,
): Value<Out, Given> {
	const schema = () => z.preprocess(convert, taken.schema) as unknown as z.ZodType<Out, Given>;
	return value(schema, taken.kind);
}

/** How a field is sent and shown. */
export interface Details {
	in: Place;
	/** Name on the wire where it differs from the key; dots nest (`options.addresses`). */
	name?: string;
	/**
	 * How a list is sent: `comma` in one value, `repeat` as several values of a query. A body sends
	 * an array by default.
	 */
	list?: 'comma' | 'repeat';
	/** Title Case, as the form shows it. */
	label: string;
	/** One sentence with format and unit. No full stop at the end of a single sentence. */
	description: string;
	/** A true example. */
	placeholder?: string;
	/** Values to choose from, where they are not the kind's own. */
	choices?: readonly Choice[];
	/** What the text refers to, if the kind does not define it. */
	names?: Named;
	/** The initial value in the form; the service's own default if the field is absent. */
	default?: string | number | boolean;
	/**
	 * Where the form shows it: `main` always, `filter` in Filters, `option` in Options, `paging` in
	 * Options of lists only (page size, page token). Required fields default to `main`, optional
	 * ones to `filter`.
	 */
	show?: 'main' | 'filter' | 'option' | 'paging';
	/** Shown only where another field of the set, one that is always shown, has one of these values. */
	shownFor?: { field: string; values: readonly string[] };
	/**
	 * The choices for each value of the field in `shownFor`, where they differ: the form offers these
	 * only, and the first is its initial value.
	 */
	choicesFor?: Readonly<Record<string, readonly string[]>>;
	/** What to use instead. Present on deprecated fields. */
	deprecated?: string;
}

/** All that is known of a field. */
export type FieldInfo = Details & Kind & { show: NonNullable<Details['show']>; required: boolean };

/** One field of a field set. */
export interface Field<Out = unknown, In = Out> {
	readonly info: FieldInfo;
	readonly schema: z.ZodType<Out, In>;
}

/** Says how a value is sent and shown as a field. */
export function field<Out, In>(taken: Value<Out, In>, details: Details): Field<Out, In> {
	const { kind, required } = taken;
	return {
		info: { show: required ? 'main' : 'filter', ...kind, ...details, required },
		get schema() {
			return taken.schema;
		},
	};
}
