import type { Field, Parameter, Type } from './types';

/** A leaf of a response: a value without documented parts of its own. */
export interface Leaf {
	/** Fields joined by dots; `[]` is each item of a list, `{}` each value of a map. */
	path: string;
	/** Types of its value; more than one if variants differ. */
	types: readonly Type[];
	/** True if every variant has it in each parent that is present. */
	required: boolean;
}

/** Type of a leaf on the wire. */
export type Wire = 'text' | 'number' | 'flag' | 'null' | 'any' | 'object';

/** The kinds of JSON that a leaf can be. */
export function wiresOf({ types }: Leaf): Wire[] {
	const wires = types.map(({ kind }) =>
		kind === 'choice' || kind === 'list' ? 'text' : (kind as Wire),
	);
	return [...new Set(wires)];
}

/** The leaves of a type by path, in the order in which they are written. */
export function leavesOf(type: Type): Leaf[] {
	return [...leaves(type, '', true, []).values()];
}

type Leaves = Map<string, Leaf>;

function leaves(type: Type, path: string, required: boolean, within: readonly Type[]): Leaves {
	if (within.includes(type)) throw new Error(`${path} holds itself`);
	const inside = [...within, type];
	const leaf = (): Leaves => new Map([[path, { path, types: [type], required }]]);
	switch (type.kind) {
		case 'list':
			return type.commas ? leaf() : leaves(type.of, `${path}[]`, required, inside);
		case 'map':
			return leaves(type.of, `${path}{}`, required, inside);
		case 'schema':
			return new Map(
				type.fields.flatMap((field) => {
					const name = path === '' ? field.name : `${path}.${field.name}`;
					return [...leaves(field.type, name, field.required, inside)];
				}),
			);
		case 'union':
			return united(type.of.map((one) => leaves(one, path, required, inside)));
		default:
			return leaf();
	}
}

/** A path of some variants only is not required; null may be combined with any other type. */
function united(variants: readonly Leaves[]): Leaves {
	const all: Leaves = new Map();
	const isNull = ({ types }: Leaf) => types.every(({ kind }) => kind === 'null');
	const real = variants.filter((one) => ![...one.values()].every(isNull));
	for (const variant of variants) {
		for (const [path, leaf] of variant) {
			const known = all.get(path);
			const types = new Set([...(known?.types ?? []), ...leaf.types]);
			const everywhere = real.every((one) => one.has(path));
			const required = leaf.required && (known?.required ?? true) && everywhere;
			all.set(path, { path, types: [...types], required });
		}
	}
	return all;
}

/** The parameters of a body: objects nest with dots, variants are put together. */
export function flattened(body: Type): Parameter[] {
	return [...fieldsOf(body, '').values()].map((field) => ({ ...field, in: 'body' }));
}

function fieldsOf(type: Type, before: string): Map<string, Field> {
	if (type.kind === 'schema') {
		return new Map(
			type.fields.flatMap((field) => {
				const name = before + field.name;
				if (!holdsFields(field.type)) return [[name, { ...field, name }]];
				const inner = [...fieldsOf(field.type, `${name}.`)];
				// If the object may be left out, so may its fields.
				if (!field.required) return inner.map(([key, one]) => [key, { ...one, required: false }]);
				return inner;
			}),
		);
	}
	if (type.kind !== 'union') throw new Error('a body is an object');
	return combined(type.of.map((one) => fieldsOf(one, before)));
}

function holdsFields(type: Type): boolean {
	return type.kind === 'schema' || (type.kind === 'union' && type.of.every(holdsFields));
}

function combined(variants: ReadonlyArray<Map<string, Field>>): Map<string, Field> {
	const all = new Map<string, Field>();
	for (const variant of variants) {
		for (const [name, field] of variant) {
			const known = all.get(name);
			all.set(name, {
				...field,
				type: known ? either(known.type, field.type) : field.type,
				required: variants.every((one) => one.get(name)?.required === true),
			});
		}
	}
	return all;
}

function either(one: Type, other: Type): Type {
	if (JSON.stringify(one) === JSON.stringify(other)) return one;
	if (one.kind === 'choice' && other.kind === 'choice') {
		const values = [...new Set([...one.values, ...other.values])];
		return { kind: 'choice', values, open: one.open || other.open };
	}
	if (one.kind === 'list' && other.kind === 'list') {
		return { ...one, of: either(one.of, other.of) };
	}
	// A text without a format takes what the other takes.
	if (one.kind === 'text' && (other.kind === 'text' || other.kind === 'choice'))
		return one.format ? { kind: 'text' } : one;
	if (other.kind === 'text' && one.kind === 'choice') return other;
	return { kind: 'union', of: [one, other] };
}
