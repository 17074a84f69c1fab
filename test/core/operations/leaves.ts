/** The leaves of a declared output, read from its JSON Schema. */

type Json = Record<string, unknown>;

export interface DeclaredLeaf {
	path: string;
	/** JSON types; none where anything is taken. */
	types: readonly string[];
	/** The declaration insists on it wherever its parent is there. */
	required: boolean;
	/** An object, a list or a value of which nothing is declared: it covers all below it. */
	open: boolean;
}

/** The leaves of a JSON Schema by path, written as those of the transcription. */
export function declaredLeaves(schema: Json): Map<string, DeclaredLeaf> {
	const leaves = new Map<string, DeclaredLeaf>();
	collect(schema, '', true, leaves);
	return leaves;
}

function collect(
	schema: Json,
	path: string,
	required: boolean,
	leaves: Map<string, DeclaredLeaf>,
): void {
	const variants = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
	if (variants) {
		for (const variant of variants) collect(variant, path, false, leaves);
		return;
	}
	const { properties, items, additionalProperties: values } = schema as Record<string, Json>;
	const names = Object.entries(properties ?? {});
	if (names.length > 0) {
		const insisted = (schema.required ?? []) as string[];
		for (const [name, inner] of names) {
			const below = path === '' ? name : `${path}.${name}`;
			collect(inner as Json, below, insisted.includes(name), leaves);
		}
	} else if (items) collect(items, `${path}[]`, required, leaves);
	else if (values && Object.keys(values).length > 0) collect(values, `${path}{}`, required, leaves);
	else {
		const types = [schema.type ?? []].flat() as string[];
		const known = leaves.get(path);
		leaves.set(path, {
			path,
			types: [...new Set([...(known?.types ?? []), ...types])],
			// A value that may be anything may also be absent, whatever the schema lists.
			required: required && types.length > 0,
			open:
				(known?.open ?? false) ||
				types.length === 0 ||
				types.some((type) => ['object', 'array'].includes(type)),
		});
	}
}
