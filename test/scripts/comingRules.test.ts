import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import {
	isError,
	nodeWarnings,
	packageWarnings,
	warningLines,
} from '../../scripts/scan/comingRules';

/** Each rule on a case that breaks it, and on the nearest one that does not. */

const field = (more: Partial<INodeProperties>): INodeProperties => ({
	displayName: 'Field',
	name: 'field',
	type: 'string',
	default: '',
	required: true,
	...more,
});

function rules(more: Partial<INodeTypeDescription>): string[] {
	const description = { name: 'one', defaults: {}, properties: [], ...more };
	return nodeWarnings(description as unknown as INodeTypeDescription).map(({ rule }) => rule);
}

const properties = (...fields: Array<Partial<INodeProperties>>) =>
	rules({ properties: fields.map(field) });

test('optional fields belong in a collection', () => {
	const rule = 'non-required-fields-in-collection';
	expect(properties({ required: undefined })).toEqual([rule]);
	expect(properties({ required: false, type: 'boolean' })).toEqual([rule]);
	expect(properties({})).toEqual([]);
	expect(properties({ name: 'operation', required: false, type: 'options' })).toEqual([]);
	expect(properties({ required: false, type: 'notice' })).toEqual([]);
	const inside = { required: false, type: 'collection', options: [field({ required: false })] };
	expect(properties(inside as Partial<INodeProperties>)).toEqual([]);
});

test('optional JSON', () => {
	const found = properties({ required: false, type: 'json' });
	expect(found).toEqual(['non-required-fields-in-collection', 'open-ended-node-fields']);
	expect(properties({ type: 'json' })).toEqual([]);
});

test('hints have 120 characters at most, in collections too', () => {
	expect(properties({ hint: 'x'.repeat(120) })).toEqual([]);
	const options = [field({ hint: 'x'.repeat(121) })];
	expect(properties({ type: 'collection', options })).toEqual(['hint-max-length']);
	const values = [{ name: 'one', displayName: 'One', values: options }];
	expect(properties({ type: 'fixedCollection', options: values })).toEqual(['hint-max-length']);
});

test('one type of credential', () => {
	const one = { name: 'one' };
	expect(rules({ credentials: [one] })).toEqual([]);
	expect(rules({ credentials: [one, { name: 'two' }] })).toEqual(['single-credential-per-node']);
});

test('codex and colour', () => {
	expect(rules({ codex: { categories: ['Development', 'Finance & Accounting'] } })).toEqual([]);
	expect(rules({ codex: { categories: ['Blockchain'] } })).toEqual(['valid-codex-categories']);
	expect(rules({ codex: { categories: ['AI'] } })).toEqual(['no-ai-codex-category']);
	const subcategories = { Development: ['x'] };
	expect(rules({ codex: { subcategories } })).toEqual(['no-codex-subcategories']);
	const color = '#FF6D5A';
	expect(rules({ defaults: { name: 'One', color } })).toEqual([
		'node-class-description-non-core-color',
	]);
});

test('package.json', () => {
	const names = (manifest: object) => packageWarnings(manifest).map(({ rule }) => rule);
	expect(names({ license: 'MIT', repository: {} })).toEqual([]);
	expect(names({ license: 'Apache-2.0', repository: { directory: 'packages/one' } })).toEqual([
		'no-monorepo',
		'require-mit-license',
	]);
});

test('warnings of one rule and node are one line', () => {
	const warnings = ['a', 'b', 'b', 'c', 'd'].map((message) => ({ rule: 'r', where: 'n', message }));
	expect(warningLines(warnings)).toEqual(['n  r: a; b; c; and 1 more']);
});

test('a rule is an error, unless it is a suggestion', () => {
	const rulesOf = (properties: INodeProperties[], license: string) => [
		...nodeWarnings({ name: 'n', defaults: {}, properties } as unknown as INodeTypeDescription),
		...packageWarnings({ license }),
	];
	const found = rulesOf([field({ required: false, type: 'json' })], 'ISC');
	expect(found.filter(isError).map(({ rule }) => rule)).toEqual(['require-mit-license']);
});
