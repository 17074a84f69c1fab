import type { AnyOutput, Leaf, LeafKind, Output } from './outputs';
import { type Presentation, isTime } from './present';
import { versionsText } from './versions';
import { exactName, hasWholeUnits, mayHaveWholeUnits } from './wholeUnits';

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
	decimalText: 'string',
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

/** The meaning, unit and choices of a leaf, as one phrase. */
function describeLeaf(leaf: Leaf): string | undefined {
	const parts = [leaf.note, unitOf(leaf)].filter((part) => part !== undefined && part !== '');
	if (leaf.kind === 'choice' && leaf.values) parts.push(leaf.values.join(', '));
	return parts.length > 0 ? parts.join('; ') : undefined;
}

function unitOf({ kind, unit }: Leaf): string | undefined {
	if (kind === 'amount') return `${unit ?? 'base units'}, decimal digits`;
	if (kind === 'uint64') return 'decimal digits';
	if (kind === 'decimalText') return `${unit === undefined ? '' : `${unit}, `}decimal number`;
	if (kind === 'percent') return 'percent';
	const word = unit === undefined ? undefined : (UNITS[unit] ?? unit);
	return kind === 'time' ? `Unix ${word ?? 'seconds'}` : word;
}

/** A leaf in the selected forms. */
function leafSchema(leaf: Leaf, { times, wholeUnits }: Presentation): JsonSchema {
	if (wholeUnits && hasWholeUnits(leaf)) {
		return described('number', wholePhrases(leaf).join('; ') || undefined);
	}
	if (!times || !isTime(leaf)) return described(TYPES[leaf.kind], describeLeaf(leaf));
	const form = times === 'iso' ? 'ISO 8601' : 'Unix seconds';
	return described(
		times === 'iso' ? 'string' : 'number',
		[leaf.note, form].filter(Boolean).join('; '),
	);
}

function described(type: string, description?: string): JsonSchema {
	return { type, ...(description !== undefined && { description }) };
}

const UNIT_WORDS: Readonly<Record<string, string>> = {
	nAVAX: 'AVAX',
	wei: 'whole units of the native token',
};

/** The phrases that describe a leaf in whole units: its note, and the unit of the number. */
function wholePhrases({ kind, unit = '', wholeUnit, note }: Leaf): string[] {
	const unknown = 'whole units; null if the decimals are not known';
	const word = kind === 'amount' ? [`in ${wholeUnit ?? UNIT_WORDS[unit] ?? unknown}`] : [];
	if (kind === 'decimalText' && unit) word.push(`in ${unit}`);
	return note ? [note, ...word] : word;
}

/** The exact text of a part: lists and maps have the same structure as that of the numbers. */
function exactSchema(output: Output): JsonSchema {
	const part = output as AnyOutput;
	if (part.type !== 'leaf') return { ...jsonSchemaOf(part), description: 'Exact: decimal digits' };
	return described('string', `Exact: ${unitOf(part)}`);
}

/**
 * The properties of an object with these fields, in the selected forms: a value with whole units is
 * a number, and its exact text follows all other properties.
 */
export function propertiesOf(
	fields: ReadonlyArray<readonly [name: string, part: Output | undefined]>,
	how: Presentation = {},
): Record<string, JsonSchema> {
	const exact: Array<[string, JsonSchema]> = [];
	const own = fields.map(([name, part]): [string, JsonSchema] => {
		if (!part) return [name, {}];
		if (how.wholeUnits && mayHaveWholeUnits(part)) exact.push([exactName(name), exactSchema(part)]);
		return [name, jsonSchemaOf(part, how)];
	});
	return Object.fromEntries([...own, ...exact]);
}

/**
 * The schema of a part, as the service sends it or in the selected forms. Parts that may be absent are
 * not in `required`.
 */
export function jsonSchemaOf(output: Output, how: Presentation = {}): JsonSchema {
	const schema = schemaOf(output as AnyOutput, how);
	if (!output.versions) return schema;
	const said = [schema.description, inPhrase(versionsText(output.versions))];
	return { ...schema, description: said.filter(Boolean).join('; ') };
}

const inPhrase = (text: string) => text[0].toLowerCase() + text.slice(1);

function schemaOf(part: AnyOutput, how: Presentation): JsonSchema {
	switch (part.type) {
		case 'leaf':
			return leafSchema(part, how);
		case 'object': {
			const entries = Object.entries(part.fields);
			const needed = entries.filter(([, each]) => !each.optional).map(([key]) => key);
			return {
				type: 'object',
				...noted(part),
				properties: propertiesOf(entries, how),
				...(needed.length > 0 && { required: needed }),
			};
		}
		case 'list':
			return { type: 'array', ...noted(part), items: jsonSchemaOf(part.each, how) };
		case 'map':
			return {
				type: 'object',
				...noted(part, part.key && `By ${part.key}`),
				additionalProperties: jsonSchemaOf(part.each, how),
			};
		case 'byInput': {
			const schemas = [...Object.values(part.cases), part.otherwise].map((each) =>
				jsonSchemaOf(each, how),
			);
			// If one of the cases is passed through unchanged, any value is possible.
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
