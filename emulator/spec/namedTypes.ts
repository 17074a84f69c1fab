import { type Block, reading, SpecError } from './blocks';
import { readField } from './fields';
import { type Lookup, readType } from './typeText';
import type { Field, Schema, Type } from './types';

const NAMED = /^(?:schema\s+(?<schema>[A-Z]\w*)|type\s+(?<type>[A-Z]\w*)\s*:\s+(?<text>.+))$/;

interface NamedType {
	text: string;
	block: Block;
	type?: Type;
	/** True while the type is read: a type that contains itself is an error. */
	open?: boolean;
}

/**
 * The schemas and named types of a service. Schemas may name each other in any order; a named type
 * is read when it is first needed. Throws a SpecError.
 */
export function namedTypes(blocks: readonly Block[]): Lookup {
	const schemas = new Map<
		string,
		{ schema: Schema & { fields: readonly Field[] }; block: Block }
	>();
	const types = new Map<string, NamedType>();
	for (const block of blocks) {
		const { schema, type, text } = NAMED.exec(block.text)?.groups ?? {};
		const name = schema ?? type;
		if (!name) {
			throw new SpecError(block.at, `"${block.text}" is not a schema, a type or an endpoint`);
		}
		if (schemas.has(name) || types.has(name)) {
			throw new SpecError(block.at, `${name} is there twice`);
		}
		if (type) types.set(name, { text, block });
		else schemas.set(name, { schema: { kind: 'schema', name, fields: [] }, block });
	}

	function lookup(name: string): Type {
		const schema = schemas.get(name)?.schema;
		if (schema) return schema;
		const found = types.get(name);
		if (!found) throw new Error(`there is no schema or type ${name}`);
		found.type ??= readNamed(name, found);
		return found.type;
	}

	function readNamed(name: string, found: NamedType): Type {
		if (found.open) throw new SpecError(found.block.at, `${name} is made of itself`);
		found.open = true;
		const text = [found.text, ...found.block.lines.map((line) => line.text)].join(' ');
		return reading(found.block, () => readType(text, lookup));
	}

	for (const name of types.keys()) lookup(name);
	for (const { schema, block } of schemas.values()) {
		schema.fields = block.lines.map((line) => readField(line, line.text, lookup));
		const names = schema.fields.map(({ name }) => name);
		const twice = names.find((name, index) => names.indexOf(name) !== index);
		if (twice !== undefined) throw new SpecError(block.at, `${schema.name} has ${twice} twice`);
	}
	return lookup;
}
