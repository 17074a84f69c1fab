import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { staking } from '../../core';
import { operationProperties } from '../../nodes/shared/properties';
import { code, sentence } from './markdown';

/** Parameters of a form without a declaration, as rows of a table. */

const ORDER = ['returnAll', 'limit', 'output', 'simplify'];

function flat(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((property) => {
		if (property.type === 'notice') return [];
		return property.type === 'collection'
			? flat(property.options as INodeProperties[])
			: [property];
	});
}

/** An option that is switched on by adding it is off without. */
function defaultOf(
	label: string,
	{ type, default: given }: Pick<INodeProperties, 'type' | 'default'>,
) {
	const value = type === 'resourceLocator' ? (given as { value: unknown }).value : given;
	if (value === '' || value === undefined) return '';
	const isMainField = ['Return All', 'Simplify'].includes(label);
	if (type === 'boolean' && value === true && !isMainField) return 'Off by default.';
	return `Default: ${code(value)}.`;
}

function row({ displayName, name, required, description = '', ...more }: INodeProperties) {
	const choices = ((more.options ?? []) as INodePropertyOptions[]).map(
		(one) => `_${one.name}_ (${code(one.value)})`,
	);
	const byId = more.modes?.find(({ type }) => type === 'string');
	const example = more.placeholder ?? byId?.placeholder;
	const about = [
		sentence(description),
		more.type === 'options' ? `Choices: ${choices.join(', ')}.` : '',
		defaultOf(displayName, more),
		example ? `Example: ${code(example.replace(/^e\.g\. /, ''))}.` : '',
	];
	return [displayName, code(name), required ? 'yes' : 'no', about.filter(Boolean).join(' ')];
}

function shared(): INodeProperties[] {
	const list = staking.getManyTransactions;
	const declared = new Set(list.input.keys);
	const rank = ({ name }: INodeProperties) => (ORDER.indexOf(name) + ORDER.length) % ORDER.length;
	const own = flat(operationProperties([list])).filter(({ name }) => !declared.has(name));
	const lists = own.filter(({ name }) => ORDER.includes(name));
	return [
		...lists.sort((a, b) => rank(a) - rank(b)),
		...own.filter(({ name }) => !ORDER.includes(name)),
	];
}

/** The parameters that are the same everywhere: those of lists, and the options of every call. */
export function commonParameters(): string[][] {
	return shared().map((property) => {
		const [label, key, required, about] = row(property);
		return [label, key, required, ORDER.includes(property.name) ? `Lists: ${about}` : about];
	});
}

/** The parameters of a form that are neither declared fields nor common to all forms. */
export function propertyRows(
	properties: readonly INodeProperties[],
	declared: readonly string[],
): string[][] {
	const known = new Set([...declared, ...shared().map(({ name }) => name)]);
	return flat(properties)
		.filter(({ name }) => !known.has(name))
		.map(row);
}
