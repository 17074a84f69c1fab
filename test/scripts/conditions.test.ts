import { conditionMutator } from '../../scripts/mutants/conditions';

/** Mutants of conditions that are text. */

const text = (value: string) => ({ type: 'StringLiteral', value });
const othersOf = (value: string) =>
	[...conditionMutator.mutate({ node: text(value) })].map((node) => node.value);

test.each<[condition: string, others: string[]]>([
	['pk = :pk', ['pk < :pk', 'pk <= :pk']],
	['attribute_not_exists(pk)', ['attribute_exists(pk)']],
	[
		'attribute_exists(a) AND b < :b OR c <= :c',
		[
			'attribute_not_exists(a) AND b < :b OR c <= :c',
			'attribute_exists(a) AND b <= :b OR c <= :c',
			'attribute_exists(a) AND b = :b OR c <= :c',
			'attribute_exists(a) AND b < :b OR c < :c',
			'attribute_exists(a) AND b < :b OR c = :c',
			'b < :b OR c <= :c',
			'attribute_exists(a) OR c <= :c',
			'attribute_exists(a) AND b < :b',
		],
	],
	[
		'pk = :pk AND sk BETWEEN :from AND :to',
		[
			'pk < :pk AND sk BETWEEN :from AND :to',
			'pk <= :pk AND sk BETWEEN :from AND :to',
			'sk BETWEEN :from AND :to',
			'pk = :pk',
		],
	],
	['SET n = :count', []],
	['either OR nothing', []],
])('of %s', (condition, others) => {
	expect(othersOf(condition)).toEqual(others);
});

test('a template keeps the expressions that are left; a list of conditions loses one', () => {
	const quasis = ['', ' OR v < :v'].map((raw) => ({ value: { raw } }));
	const expressions = [{ type: 'Identifier' }];
	const node = { type: 'TemplateLiteral', quasis, expressions };
	const others = [...conditionMutator.mutate({ node })].map((one) => [
		one.quasis?.map(({ value: { raw } }) => raw),
		one.expressions?.length,
	]);
	expect(others).toEqual([
		[['', ' OR v <= :v'], 1],
		[['', ' OR v = :v'], 1],
		[['v < :v'], 0],
		[['', ''], 1],
	]);
	const elements = [text('a = :a'), text('b = :b')];
	const list = { type: 'ArrayExpression', elements };
	expect([...conditionMutator.mutate({ node: list })]).toEqual([
		{ ...list, elements: [elements[1]] },
		{ ...list, elements: [elements[0]] },
	]);
});
