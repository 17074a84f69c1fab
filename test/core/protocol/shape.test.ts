import fc from 'fast-check';
import { z } from 'zod/v4';
import { catalogue } from '../../../core/operations';
import { fits } from '../../../core/protocol/shape';

const anything = fc.oneof(
	fc.constantFrom<unknown>(null, undefined, true, '', 'text', 0, -1.5, Infinity, [], {}, [null]),
	fc.jsonValue({ maxDepth: 2 }),
);

/** Values that a schema takes, now and then with something else in a place. */
function valueOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
	return fc.oneof({ weight: 40, arbitrary: soundValueOf(schema) }, { weight: 1, arbitrary: anything });
}

function soundValueOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
	const { def } = (schema as z.core.$ZodTypes)._zod;
	switch (def.type) {
		case 'string':
			return fc.string({ maxLength: 3 });
		case 'number':
			return fc.double({ noNaN: true });
		case 'boolean':
			return fc.boolean();
		case 'optional':
			return fc.option(valueOf(def.innerType), { nil: undefined });
		case 'nullable':
			return fc.option(valueOf(def.innerType), { nil: null });
		case 'union':
			return fc.oneof(...def.options.map(valueOf));
		case 'array':
			return fc.array(valueOf(def.element), { maxLength: 2 });
		case 'record':
			return fc.dictionary(fc.string({ maxLength: 3 }), valueOf(def.valueType), { maxKeys: 2 });
		case 'object': {
			const fields = Object.entries(def.shape).map(([key, field]) => [key, valueOf(field)]);
			const known = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>);
			const unknown = fc.dictionary(fc.constantFrom('newField', 'other'), fc.jsonValue());
			return fc.tuple(unknown, known).map(([others, own]) => ({ ...others, ...own }));
		}
		default:
			return fc.jsonValue();
	}
}

describe('the quick check of answers', () => {
	it.each(catalogue.map(({ id, output }) => [id, output()] as const))(
		'%s: says yes where zod gives the value back as it is, and only there',
		(_, schema) => {
			fc.assert(
				fc.property(valueOf(schema), (value) => {
					const read = schema.safeParse(value);
					const same = read.success && schema.def.type !== 'pipe';
					expect(fits(schema, value)).toBe(same);
					if (same) expect(read.data).toEqual(value);
				}),
				{ numRuns: 150 },
			);
		},
	);

	it.each<[string, z.ZodType]>([
		['a strict object', z.strictObject({ a: z.number() })],
		['an object that drops unknown fields', z.object({ a: z.number() })],
		['a rule beside the type', z.string().min(3)],
		['a rule on a nullish value', z.looseObject({ a: z.string().max(1).nullish() })],
		['a default', z.number().default(1)],
		['a change', z.string().transform(Number)],
		['text as number', z.coerce.number()],
		['a list of enough', z.array(z.number()).min(1)],
	])('leaves %s to zod', (_, schema) => {
		for (const value of [undefined, null, 1, 'text', [], [1], { a: 1 }, { a: 'text' }]) {
			if (!fits(schema, value)) continue;
			expect(schema.safeParse(value)).toEqual({ success: true, data: value });
		}
	});
});
