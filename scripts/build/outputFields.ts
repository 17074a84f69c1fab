import type { Operation } from '../../core/operations/declare';
import { code } from './markdown';
import { itemSchema } from './schemas';

/** The fields of an operation's items as rows of a table, made from its output schema. */

interface Schema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, Schema>;
	additionalProperties?: Schema | boolean;
	items?: Schema;
}

/** Deeper fields are those of the spec; a table of all of them would hide the first ones. */
const DEPTH = 2;

function typeOf({ type, items, properties }: Schema): string {
	if (items) return `list of ${typeOf(items)}${/s$/.test(typeOf(items)) ? '' : 's'}`;
	if (Array.isArray(type)) return type.join(' or ');
	return type ?? (properties ? 'object' : 'any');
}

function rowsOf(schema: Schema, before: string, depth: number): string[][] {
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

/** Field, type and meaning of each, with Simplify on where the operation has it. */
export function outputFields(operation: Operation): string[][] {
	return rowsOf(itemSchema(operation) as Schema, '', DEPTH);
}
