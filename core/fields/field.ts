import * as z from 'zod/v4';
import type { Versions } from './versions';

/**
 * A field of an input: the value that it takes, and how it is sent and shown. Forms, input checks,
 * requests and the reference are derived from fields.
 */

/** The part of the request that a field is sent in; a `form` field is not sent. */
export type RequestPart = 'path' | 'query' | 'body' | 'params' | 'form';

/** The type of input control. Hosts map it to their own controls. */
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

/**
 * Types of objects that a text can name, if a service lists them: hosts offer the list for
 * selection.
 */
export type Named =
	/** A chain of the data service: EVM chains, or with those of the primary network. */
	| 'chain'
	| 'anyChain'
	| 'subnet'
	/** A blockchain of a network: any, one with EVM contracts, or one with the X-Chain's virtual machine. */
	| 'blockchain'
	| 'evmBlockchain'
	/** The C-Chain, or an EVM chain other than it. */
	| 'cBlockchain'
	| 'subnetEvmBlockchain'
	| 'avmBlockchain'
	/** A node that validates the primary network or a subnet, or one that validates an L1. */
	| 'validator'
	| 'l1Node'
	| 'l1Validation'
	| 'asset'
	/** The contract of an ERC-20 token, or of NFTs, that the address in the same form holds. */
	| 'token'
	| 'collection'
	| 'webhook'
	/** A metric of the own node, by its name. */
	| 'nodeMetric';

/** A value offered for a field. */
export interface Choice {
	value: string;
	name: string;
	description?: string;
}

/** The type of value that a field takes: its control, and the rule that its value must keep. */
export interface Kind {
	control: Control;
	/** The rule for the value, completing "<field> …": shown in errors. */
	rule: string;
	/** True for URLs: errors show nothing behind the host, where incoming webhooks have their secret. */
	hidesPath?: true;
	/** Values to choose from. */
	choices?: readonly Choice[];
	/** The type of object that the text names. */
	names?: Named;
	/** Bounds of a number, both included. */
	min?: number;
	max?: number;
	/** True for free text of the user, or a URL: almost any text is valid. */
	free?: boolean;
	/** Values that not every node and chain has, such as a name of a block. */
	limited?: Readonly<Record<string, Versions>>;
	/** True if an empty text is a value of its own, which clears the stored value. */
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

/** A class, because closures for each value take more memory than the value. */
class MadeValue<Out, In> implements Value<Out, In> {
	private made?: z.ZodType<Out, In>;

	constructor(
		private readonly make: () => z.ZodType<Out, In>,
		readonly kind: Kind,
		readonly required: boolean,
	) {}

	get schema(): z.ZodType<Out, In> {
		return (this.made ??= this.make());
	}

	optional(): Value<Out | undefined, In | undefined> {
		const make = () => this.schema.optional() as z.ZodType<Out | undefined, In | undefined>;
		return new MadeValue(make, this.kind, false);
	}
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
	return new MadeValue(make, kind, required);
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

/** A kind of value, some of whose values only some nodes and chains have. */
export function withLimited<Out, In>(
	taken: Value<Out, In>,
	limited: Readonly<Record<string, Versions>>,
): Value<Out, In> {
	return value(() => taken.schema, { ...taken.kind, limited });
}

/** The name in the request, the place in the form, and the texts of a field. */
export interface Details {
	in: RequestPart;
	/** Name in the request, if it differs from the key; dots nest (`options.addresses`). */
	name?: string;
	/**
	 * The form in which a list is sent: `comma` in one value, `repeat` as several values of a
	 * query. A body sends an array by default.
	 */
	list?: 'comma' | 'repeat';
	/** Title Case, as the form shows it. */
	label: string;
	/** One sentence with format and unit. No full stop at the end of a single sentence. */
	description: string;
	/** One sentence below the field in the form. */
	hint?: string;
	/** A true example. */
	placeholder?: string;
	/** Values to choose from, where they are not the kind's own. */
	choices?: readonly Choice[];
	/** The type of object that the text names, if the kind does not define it. */
	names?: Named;
	/**
	 * The initial value in the form. For an optional field that is sent, it is the service's own
	 * default as well; for any other field, the core uses it if the field is absent (`initialOf`).
	 */
	default?: string | number | boolean;
	/**
	 * The position in the form: `main` always visible, `filter` in Filters, `option` in Options,
	 * `paging` in Options of lists only (page size, page token). Required fields default to `main`,
	 * optional ones to `filter`.
	 */
	show?: 'main' | 'filter' | 'option' | 'paging';
	/**
	 * True for a field that is always shown and was an option in version 1 of the node: the
	 * option's value in saved workflows is still used.
	 */
	wasOption?: true;
	/**
	 * Shown only if another field of the set, one that is always shown, has one of these values.
	 */
	shownFor?: { field: string; values: readonly string[] };
	/** Label of the field that can be given instead: one of the two is required, which forms say below both. */
	either?: string;
	/**
	 * The values in `shownFor` for which an optional field is required: the form marks it as
	 * required, and the set checks it.
	 */
	requiredFor?: readonly string[];
	/**
	 * The choices for each value of the field in `shownFor`, if they differ: the form offers only
	 * these, and the first is its initial value.
	 */
	choicesFor?: Readonly<Record<string, readonly string[]>>;
	/** The field or operation to use instead. Present on deprecated fields. */
	deprecated?: string;
	/** Present if not every node knows the field. */
	versions?: Versions;
}

/** All properties of a field. */
export type FieldInfo = Details & Kind & { show: NonNullable<Details['show']>; required: boolean };

/** One field of a field set. */
export interface Field<Out = unknown, In = Out> {
	readonly info: FieldInfo;
	readonly schema: z.ZodType<Out, In>;
}

/** Makes a field: a value, with the details of sending and showing it. */
export function field<Out, In>(taken: Value<Out, In>, details: Details): Field<Out, In> {
	const { kind, required } = taken;
	return {
		info: { show: required ? 'main' : 'filter', ...kind, ...details, required },
		get schema() {
			return taken.schema;
		},
	};
}
