import fc from '../properties';

/** Types of the ABI with values of them, drawn at random, as JSON ABIs and other libraries have them. */

/** A parameter of a JSON ABI. */
export interface JsonParameter {
	type: string;
	name?: string;
	components?: JsonParameter[];
}

/** A parameter with a value as a program has it: integers are bigints, tuples lists. */
export interface Drawn {
	parameter: JsonParameter;
	value: unknown;
}

/** A parameter without its name, and the values of its type. */
interface Kind {
	parameter: JsonParameter;
	values: fc.Arbitrary<unknown>;
}

const bits = fc.integer({ min: 1, max: 32 }).map((count) => 8 * count);

/** Integers from bound to bound, the bounds and numbers around 2^53 among them. */
function integers(min: bigint, max: bigint): fc.Arbitrary<bigint> {
	const near = [min, max, 0n, 1n, -1n, 2n ** 48n, 2n ** 53n, 2n ** 53n + 1n];
	const within = near.filter((value) => value >= min && value <= max);
	return fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(...within));
}

const hex = (size: { minLength?: number; maxLength?: number }) =>
	fc.uint8Array(size).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

const elementary: fc.Arbitrary<Kind> = fc.oneof(
	bits.map((size) => ({
		parameter: { type: `uint${size}` },
		values: integers(0n, 2n ** BigInt(size) - 1n),
	})),
	bits.map((size) => ({
		parameter: { type: `int${size}` },
		values: integers(-(2n ** BigInt(size - 1)), 2n ** BigInt(size - 1) - 1n),
	})),
	fc.integer({ min: 1, max: 32 }).map((size) => ({
		parameter: { type: `bytes${size}` },
		values: hex({ minLength: size, maxLength: size }),
	})),
	fc.constant({ parameter: { type: 'address' }, values: hex({ minLength: 20, maxLength: 20 }) }),
	fc.constant({ parameter: { type: 'bool' }, values: fc.boolean() }),
	fc.constant({ parameter: { type: 'bytes' }, values: hex({ maxLength: 70 }) }),
	fc.constant({
		parameter: { type: 'string' },
		values: fc.string({ unit: 'grapheme', maxLength: 70 }),
	}),
);

function listOf(length: number | undefined) {
	return ({ parameter, values }: Kind): Kind => ({
		parameter: { ...parameter, type: `${parameter.type}[${length ?? ''}]` },
		values: fc.array(values, { minLength: length ?? 0, maxLength: length ?? 4 }),
	});
}

/** A tuple whose parts all have names, each another one, or none has a name. */
function tupleOf(kinds: readonly Kind[], isNamed: boolean): Kind {
	const components = kinds.map(({ parameter }, at) =>
		isNamed ? { ...parameter, name: `part${at}` } : parameter,
	);
	return {
		parameter: { type: 'tuple', components },
		values: fc.tuple(...kinds.map(({ values }) => values)),
	};
}

const { kind } = fc.letrec<{ kind: Kind }>((tie) => ({
	kind: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		elementary,
		tie('kind').map(listOf(undefined)),
		fc.tuple(tie('kind'), fc.integer({ min: 1, max: 3 })).map(([each, size]) => listOf(size)(each)),
		fc
			.tuple(fc.array(tie('kind'), { minLength: 1, maxLength: 3 }), fc.boolean())
			.map(([kinds, isNamed]) => tupleOf(kinds, isNamed)),
	),
}));

/** Some parameters with values. */
export const drawn: fc.Arbitrary<Drawn[]> = fc
	.array(kind, { minLength: 1, maxLength: 4 })
	.chain((kinds) =>
		fc
			.tuple(...kinds.map(({ values }) => values))
			.map((values) => values.map((value, at) => ({ parameter: kinds[at].parameter, value }))),
	);

/** The number of values without parts. */
export function countOf(value: unknown): number {
	return Array.isArray(value) ? value.reduce((sum: number, each) => sum + countOf(each), 0) : 1;
}

/** The type in a signature: tuples as their types in brackets. */
export function textOf({ type, components }: JsonParameter): string {
	if (!components) return type;
	return `(${components.map(textOf).join(',')})${type.slice('tuple'.length)}`;
}

/** Integers as text, as workflows have them. */
export function written(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(written);
	return typeof value === 'bigint' ? String(value) : value;
}

/** A value that viem decoded, as items have it. */
export function asItem({ type, components = [] }: JsonParameter, value: unknown): unknown {
	const [, each] = /^(.*)\[\d*\]$/.exec(type) ?? [];
	if (each !== undefined) {
		return (value as unknown[]).map((one) => asItem({ type: each, components }, one));
	}
	if (type === 'tuple') {
		const isNamed = components.every(({ name }) => name !== undefined);
		const parts = components.map((part, at) => {
			const key = isNamed ? (part.name as string) : at;
			return [key, asItem(part, (value as Record<string | number, unknown>)[key])];
		});
		return isNamed ? Object.fromEntries(parts) : parts.map(([, one]) => one);
	}
	return typeof value === 'bigint' ? String(value) : value;
}

/** A value for viem: tuples with names are objects. */
export function forViem({ type, components = [] }: JsonParameter, value: unknown): unknown {
	const [, each] = /^(.*)\[\d*\]$/.exec(type) ?? [];
	if (each !== undefined) {
		return (value as unknown[]).map((one) => forViem({ type: each, components }, one));
	}
	if (type !== 'tuple') return value;
	const isNamed = components.every(({ name }) => name !== undefined);
	const parts = components.map((part, at) => [
		part.name ?? at,
		forViem(part, (value as unknown[])[at]),
	]);
	return isNamed ? Object.fromEntries(parts) : parts.map(([, one]) => one);
}
