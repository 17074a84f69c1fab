import { z } from 'zod/v4';
import type { Operation } from './declare';

type Json = Record<string, unknown>;

/**
 * An operation's response as JSON Schema (draft 2020-12), for editors and documentation. What is
 * read leniently is shown plainly: a leaf that may be null appears with its own type, and a leaf
 * of two types names both in `type`, which editors understand where they stop at `anyOf`.
 */
export function outputSchema(operation: Operation): Json {
	return z.toJSONSchema(operation.output(), {
		unrepresentable: 'any',
		override: ({ jsonSchema }) => flatten(jsonSchema as Json),
	}) as Json;
}

function flatten(schema: Json): void {
	const kinds = (schema.anyOf as Json[] | undefined)?.filter((one) => one.type !== 'null') ?? [];
	const simple = kinds.every((one) => Object.keys(one).length === 1 && 'type' in one);
	if (kinds.length === 0 || (kinds.length > 1 && !simple)) return;
	delete schema.anyOf;
	const merged = kinds.length === 1 ? kinds[0] : { type: kinds.flatMap((one) => one.type) };
	Object.assign(schema, { ...merged, ...schema });
}
