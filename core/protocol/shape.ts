import type { z } from 'zod/v4';

/**
 * A quick yes for answers of the declared shape. zod copies what it checks; most answers are as
 * declared and can be handed on as they are. A no is not the last word: zod then reads the answer,
 * and names what is wrong with it.
 */

type Test = (value: unknown) => boolean;

const tests = new WeakMap<z.core.$ZodType, Test>();

/** True only where the schema would give the value back unchanged; values are as JSON has them. */
export function fits(schema: z.ZodType, value: unknown): boolean {
	let test = tests.get(schema);
	if (!test) tests.set(schema, (test = testOf(schema)));
	return test(value);
}

/** The kinds of schema that declarations of answers use; of any other, zod decides. */
function testOf(schema: z.core.$ZodType): Test {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	if (def.checks?.length) return never;
	switch (def.type) {
		case 'string':
			return (value) => typeof value === 'string';
		case 'number':
			return Number.isFinite;
		case 'boolean':
			return (value) => typeof value === 'boolean';
		case 'unknown':
			return () => true;
		case 'optional':
			return orAbsent(def.innerType, undefined);
		case 'nullable':
			return orAbsent(def.innerType, null);
		case 'union':
			return def.options.map(testOf).reduce(either, never);
		case 'array': {
			const each = testOf(def.element);
			return (value) => Array.isArray(value) && value.every(each);
		}
		case 'record': {
			const each = testOf(def.valueType);
			return (value) => isObject(value) && Object.values(value).every(each);
		}
		case 'object': {
			// Only an object that lets unknown fields pass stays as it is.
			return def.catchall?._zod.def.type === 'unknown' ? objectTest(def.shape) : never;
		}
		default:
			return never;
	}
}

function objectTest(shape: z.core.$ZodShape): Test {
	const keys = Object.keys(shape);
	const each = keys.map((key) => testOf(shape[key]));
	return (value) => {
		if (!isObject(value)) return false;
		for (let at = 0; at < keys.length; at++) if (!each[at](value[keys[at]])) return false;
		return true;
	};
}

/** Most fields may be both absent and null: that is one test, not two around another. */
function orAbsent(inner: z.core.$ZodType, absent: null | undefined): Test {
	const { def } = (inner as z.core.$ZodTypes)._zod;
	const other = absent === null ? 'optional' : 'nullable';
	const both = def.type === other && !def.checks?.length;
	const test = testOf(both ? def.innerType : inner);
	if (both) return (value) => value === undefined || value === null || test(value);
	return (value) => value === absent || test(value);
}

function either(one: Test, other: Test): Test {
	return (value) => one(value) || other(value);
}

function never(): boolean {
	return false;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
