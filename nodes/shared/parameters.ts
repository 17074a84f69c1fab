import type { IExecuteFunctions } from 'n8n-workflow';
import { isMap } from '../../core/formats/json';
import type { FieldInfo } from '../../core/fields/field';
import {
	type FieldSet,
	type Fields,
	type ParsedValues,
	infoOf,
	parseFields,
} from '../../core/fields/fieldSet';
import { preview } from '../../core/fields/preview';
import { Failure } from '../../core/failure';

/** The parameters of a node, as n8n gives them. */
export interface Parameters {
	/** The value of a parameter, with a fallback if the form does not show it. */
	parameter(name: string, fallback?: unknown): unknown;
	/** The raw parameter of the form: an expression is a text that starts with `=`. */
	written(name: string): unknown;
	/** Called for an optional field that is left out because its expression gives an empty text. */
	left?(name: string, info: FieldInfo): void;
}

/** n8n's reader of parameters, for one item or for a trigger. */
type Get = (name: string, fallback: unknown, options?: { rawExpressions: true }) => unknown;

/**
 * The parameters that `get` reads, each once: n8n evaluates all expressions of a collection each time. A
 * collection that is not an object is an error.
 */
export function parametersOf(get: Get): Parameters {
	const values = new Map<string, unknown>();
	const once = (key: string, read: () => unknown) => {
		if (!values.has(key)) values.set(key, read());
		return values.get(key);
	};
	const written = (name: string) =>
		once(`=${name}`, () => get(name, null, { rawExpressions: true }));
	return {
		written,
		parameter: (name, fallback) =>
			once(`${name}=${String(fallback)}`, () => {
				const value = get(name, fallback);
				if (!Object.hasOwn(COLLECTIONS, name)) return value;
				return collectionIn(name, value, () => written(name));
			}),
	};
}

/** The parameters of one item. */
export function parametersAt(context: IExecuteFunctions, itemIndex: number): Parameters {
	return parametersOf(
		(name, fallback, options) =>
			context.getNodeParameter(name, itemIndex, fallback, options) as unknown,
	);
}

const COLLECTIONS: Readonly<Record<string, string>> = { filters: 'Filters', options: 'Options' };

/**
 * The fields of a collection. An expression for the whole collection may return any other value.
 */
function collectionIn(
	name: string,
	value: unknown,
	readWritten: () => unknown,
): Record<string, unknown> {
	if (isMap(value)) return value;
	const written = readWritten();
	if (!isExpression(written)) return {};
	if (isAgents(written) && isEmpty(value)) return {};
	const message = `"${COLLECTIONS[name]}" (${name}) must be an object of fields; given: ${preview(value)}`;
	throw new Failure({ kind: 'invalid-input', message, field: name });
}

function isExpression(written: unknown): written is string {
	return typeof written === 'string' && written.startsWith('=');
}

/** True for an expression that an AI agent fills: it may leave out optional values. */
function isAgents(written: string): boolean {
	return /\$fromAI\s*\(/i.test(written);
}

function isEmpty(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** The value inside a resource locator, or the value itself. */
function located(value: unknown): unknown {
	return isMap(value) && '__rl' in value ? value.value : value;
}

const LISTS: ReadonlySet<string> = new Set(['list', 'multiOptions']);

/**
 * True if an expression returned no value for a field that the user filled. An empty text means
 * that an optional field is left out, except for a list, where it is a list without values.
 */
function gaveNothing({ control, required }: FieldInfo, value: unknown, written: unknown): boolean {
	if (!isExpression(written) || isAgents(written) || !isEmpty(value)) return false;
	return value !== '' || required || LISTS.has(control);
}

const NOTHING: ReadonlyArray<[value: unknown, name: string]> = [
	[undefined, 'undefined'],
	[null, 'null'],
	['', 'an empty text'],
];

function nothingGiven(key: string, { label, required, rule }: FieldInfo, value: unknown): Failure {
	const [, name] = NOTHING.find(([one]) => one === value) ?? [value, 'an empty list'];
	const remedy = required ? 'it' : 'leave the field empty for none; a value';
	const message = `"${label}" (${key}) must not come from an expression that gives ${name}: ${remedy} ${rule}`;
	return new Failure({ kind: 'invalid-input', message, field: key });
}

/** The position of a field in a form: at the top level, or in one of its collections. */
export type FormGroup = 'main' | 'filters' | 'options';

/**
 * The value of one field of the form; undefined if it is empty. Throws `Failure` if an expression
 * returned no value for a field that the user filled.
 */
export function parameterAt(
	{ parameter, written, left }: Parameters,
	group: FormGroup,
	name: string,
	info: FieldInfo,
): unknown {
	const isMain = group === 'main';
	const all = isMain ? { [name]: parameter(name, '') } : (parameter(group, {}) as object);
	const value = located((all as Record<string, unknown>)[name]);
	if (value === '' && info.clears && !isMain && name in all) return value;
	if (name in all && isEmpty(value)) {
		const raw = written(isMain ? name : group);
		// An expression for a whole collection counts as the expression of each of its fields.
		const own = located(!isMain && isMap(raw) ? raw[name] : raw);
		if (gaveNothing(info, value, own)) throw nothingGiven(name, info, value);
		if (value === '' && isExpression(own) && !isAgents(own)) left?.(name, info);
	}
	return isEmpty(value) ? undefined : value;
}

const GROUPS: Readonly<Record<string, FormGroup>> = { main: 'main', filter: 'filters' };

/**
 * The values of a field set from the parameters of one item. Empty fields are omitted. Throws
 * `Failure` if an expression returned no value for a field that the user filled.
 */
export function inputFromParameters(
	set: FieldSet,
	parameters: Parameters,
): Record<string, unknown> {
	const input: Record<string, unknown> = {};
	for (const key of set.keys) {
		const info = infoOf(set, key);
		const value = parameterAt(parameters, GROUPS[info.show] ?? 'options', key, info);
		if (value !== undefined) input[key] = value;
	}
	return input;
}

/** The checked values of a field set from the parameters of one item. Throws `Failure`. */
export function valuesOf<F extends Fields>(
	set: FieldSet<F>,
	parameters: Parameters,
	subject = 'options',
): ParsedValues<F> {
	return parseFields(set, inputFromParameters(set as unknown as FieldSet, parameters), subject);
}
