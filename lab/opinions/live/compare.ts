/** Compares a response with its declaration. */

/** The part of JSON Schema that declarations of answers use. */
export interface JsonSchema {
	type?: string | string[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	additionalProperties?: JsonSchema | boolean;
	anyOf?: JsonSchema[];
}

/** One difference between a response and its declaration. */
export interface Difference {
	/** Such as `delegators[].nodeId`; empty for the whole response. */
	at: string;
	declared: string;
	found: string;
}

export const NOT_DECLARED = 'not declared';

const LONG_NUMBER = /^-?[\d.]{16,}$/;

function typeOf(value: unknown): string {
	if (value === null) return 'null';
	return Array.isArray(value) ? 'array' : typeof value;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeOf(value) === 'object';
}

/** The types that a schema allows; empty where any is allowed. */
function typesOf({ type, properties, items, anyOf }: JsonSchema): string[] {
	if (anyOf) return [...new Set(anyOf.flatMap(typesOf))];
	if (type !== undefined)
		return [type].flat().map((each) => (each === 'integer' ? 'number' : each));
	return properties ? ['object'] : items ? ['array'] : [];
}

const join = (at: string, key: string) => {
	const dot = at === '' || key === '' || /^[[{]/.test(key) ? '' : '.';
	return at + dot + key;
};

/**
 * All differences between a response and its declaration: a type, a missing required field, an
 * undeclared field. A list or map counts once for all of its items. For an optional field, null
 * counts as absent.
 */
export function compare(schema: JsonSchema, answer: unknown): Difference[] {
	const found = new Map<string, Difference>();
	check(schema, answer, '', found);
	return [...found.values()];
}

function check(
	schema: JsonSchema,
	value: unknown,
	at: string,
	found: Map<string, Difference>,
): void {
	const types = typesOf(schema);
	if (types.length === 0) return;
	// A number with more digits than a double holds is handed over as text.
	const isLong = typeof value === 'string' && LONG_NUMBER.test(value) && types.includes('number');
	if (isLong) return;
	if (!types.includes(typeOf(value))) {
		add(found, { at, declared: types.join(' or '), found: typeOf(value) });
		return;
	}
	if (schema.anyOf) {
		// The closest of the declared forms is compared.
		const forms = schema.anyOf
			.filter((form) => typesOf(form).includes(typeOf(value)) || typesOf(form).length === 0)
			.map((form) => compare(form, value));
		forms.sort((a, b) => a.length - b.length);
		for (const each of forms[0]) add(found, { ...each, at: join(at, each.at) });
		return;
	}
	if (Array.isArray(value) && schema.items) {
		for (const each of value) check(schema.items, each, `${at}[]`, found);
	}
	if (isObject(value)) compareFields(schema, value, at, found);
}

function compareFields(
	{ properties, required = [], additionalProperties }: JsonSchema,
	value: Record<string, unknown>,
	at: string,
	found: Map<string, Difference>,
): void {
	if (!properties) {
		if (typeof additionalProperties !== 'object') return;
		for (const each of Object.values(value)) check(additionalProperties, each, `${at}{}`, found);
		return;
	}
	for (const key of required) {
		if (value[key] === undefined) {
			add(found, {
				at: join(at, key),
				declared: typesOf(properties[key] ?? {}).join(' or '),
				found: 'missing',
			});
		}
	}
	for (const [key, each] of Object.entries(value)) {
		const inner = Object.hasOwn(properties, key) ? properties[key] : undefined;
		const path = join(at, key);
		if (!inner) add(found, { at: path, declared: NOT_DECLARED, found: typeOf(each) });
		else if (each !== undefined && (each !== null || required.includes(key))) {
			check(inner, each, path, found);
		}
	}
}

function add(found: Map<string, Difference>, difference: Difference): void {
	const key = `${difference.at} ${difference.found}`;
	if (!found.has(key)) found.set(key, difference);
}
