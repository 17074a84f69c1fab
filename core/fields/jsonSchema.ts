import type { AnyOutput, Leaf, LeafKind, Output } from './outputs';

/** A response as JSON Schema, for editors, AI tools and documentation. */

export interface JsonSchema {
	type?: string | string[];
	description?: string;
	format?: string;
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
	additionalProperties?: JsonSchema;
	required?: string[];
}

const TYPES: Record<LeafKind, string> = {
	text: 'string',
	id: 'string',
	nodeId: 'string',
	address: 'string',
	hash: 'string',
	hex: 'string',
	url: 'string',
	name: 'string',
	choice: 'string',
	amount: 'string',
	uint64: 'string',
	count: 'number',
	percent: 'number',
	decimal: 'number',
	rate: 'number',
	duration: 'number',
	flag: 'boolean',
	time: 'number',
	timeText: 'string',
};

const UNITS: Readonly<Record<string, string>> = {
	s: 'seconds',
	ms: 'milliseconds',
	ns: 'nanoseconds',
	rfc3339: 'RFC 3339',
};

/** What a leaf is, with its unit, as one phrase. */
function describeLeaf(leaf: Leaf): string | undefined {
	const parts = [leaf.note, unitOf(leaf)].filter((part) => part !== undefined && part !== '');
	if (leaf.kind === 'choice' && leaf.values) parts.push(leaf.values.join(', '));
	return parts.length > 0 ? parts.join('; ') : undefined;
}

function unitOf({ kind, unit }: Leaf): string | undefined {
	if (kind === 'amount') return `${unit ?? 'base units'}, decimal digits`;
	if (kind === 'uint64') return 'decimal digits';
	if (kind === 'percent') return 'percent';
	const word = unit === undefined ? undefined : (UNITS[unit] ?? unit);
	return kind === 'time' ? `Unix ${word ?? 'seconds'}` : word;
}

/** The schema of a part. Parts that may be absent are not in `required`. */
export function jsonSchemaOf(output: Output): JsonSchema {
	const part = output as AnyOutput;
	switch (part.type) {
		case 'leaf': {
			const description = describeLeaf(part);
			return { type: TYPES[part.kind], ...(description !== undefined && { description }) };
		}
		case 'object': {
			const entries = Object.entries(part.fields);
			const needed = entries.filter(([, each]) => each.required).map(([key]) => key);
			return {
				type: 'object',
				...noted(part),
				properties: Object.fromEntries(entries.map(([key, each]) => [key, jsonSchemaOf(each)])),
				...(needed.length > 0 && { required: needed }),
			};
		}
		case 'list':
			return { type: 'array', ...noted(part), items: jsonSchemaOf(part.each) };
		case 'map':
			return {
				type: 'object',
				...noted(part, part.key && `By ${part.key}`),
				additionalProperties: jsonSchemaOf(part.each),
			};
		case 'byInput': {
			const schemas = [...Object.values(part.cases), part.otherwise].map(jsonSchemaOf);
			// If one case is passed through unchanged, any value is possible.
			if (schemas.some(({ type }) => type === undefined)) return noted(part.otherwise);
			const types = [...new Set(schemas.flatMap(({ type }) => type ?? []))];
			const descriptions = [...new Set(schemas.flatMap(({ description }) => description ?? []))];
			return {
				type: types.length === 1 ? types[0] : types,
				description: [...descriptions, `by ${part.field}`].join('; '),
			};
		}
		case 'open':
			return noted(part);
	}
}

function noted({ note }: Output, more?: string): { description?: string } {
	const parts = [note, more].filter((part) => part !== undefined && part !== '');
	return parts.length > 0 ? { description: parts.join('; ') } : {};
}
