import type { JsonSchema } from '../../core';
import { code } from './markdown';

/** The fields of an operation's items as rows of a table, made from its output schema. */

/** Deeper fields are those of the spec; a table of all of them would hide the first ones. */
const DEPTH = 2;

function typeOf({ type, items, properties }: JsonSchema): string {
	if (items) return `list of ${typeOf(items)}${/s$/.test(typeOf(items)) ? '' : 's'}`;
	if (Array.isArray(type)) return type.join(' or ');
	return type ?? (properties ? 'object' : 'any');
}

function rowsOf(schema: JsonSchema, before: string, depth: number): string[][] {
	return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
		const path = `${before}${name}`;
		const inner = one.items ?? one;
		const suffix = one.items ? '[].' : '.';
		return [
			[code(path), typeOf(one), one.description ?? ''],
			...(depth > 1 ? rowsOf(inner, `${path}${suffix}`, depth - 1) : []),
		];
	});
}

/** Field, type and meaning of each, by the schema of an item. */
export function outputFields(schema: JsonSchema): string[][] {
	return rowsOf(schema, '', DEPTH);
}
