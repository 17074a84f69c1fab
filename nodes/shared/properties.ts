import type { INodeProperties } from 'n8n-workflow';
import type { FieldInfo } from '../../core/fields/field';
import type { AnyOperation } from '../../core/operations/declare';
import { columnsOf, isList } from '../../core/operations/derived';
import { isLimited, versionsText } from '../../core/fields/versions';
import { callFields, readFields } from './callOptions';
import { type Located, fieldProperty, locatedIn, optionalProperty } from './fieldProperties';
import { listerOf } from './lists';
import { manyItemsOptions, optionPropertiesOf, transportOption } from './optionProperties';
import { presentationOptions } from './presentationOptions';

/** Forms, made from field sets and declarations. */

/** The parameters of a menu entry: fields, paging, output and options of its operations. */
export function operationProperties(operations: readonly AnyOperation[]): INodeProperties[] {
	const [operation] = operations;
	return [
		...versionsNotice(operation),
		...formProperties(fieldsOf(operations), {
			main: operation.paging ? limitProperties : [],
			output: outputProperties(operation),
			options: [
				...presentationOptions(operation.output),
				...transportOption(operations),
				...(operation.bounds ? optionPropertiesOf(readFields) : []),
				...manyItemsOptions(operations),
			],
		}),
	];
}

/** The fields of all operations of a menu entry, each once. */
function fieldsOf(operations: readonly AnyOperation[]): Located[] {
	const located = operations.flatMap(({ input, service, versions }) =>
		locatedIn(input, listerOf(service), versions),
	);
	return located.filter(({ key }, at) => located.findIndex((other) => other.key === key) === at);
}

interface More {
	main?: INodeProperties[];
	output?: INodeProperties[];
	options?: INodeProperties[];
	/** False without the options of calls. */
	calls?: boolean;
}

/** The parameters of fields: required ones, optional ones, filters and options. */
export function formProperties(fields: Located[], more: More = {}): INodeProperties[] {
	const calls = more.calls === false ? [] : optionPropertiesOf(callFields);
	const options = optionsOf(fields, [...(more.options ?? []), ...calls]);
	return [
		...mainProperties(fields),
		...(more.main ?? []),
		...filtersOf(fields),
		...(more.output ?? []),
		...(options.options?.length === 0 ? [] : [options]),
	];
}

/** The fields that are always shown: required ones, then optional ones. */
export function mainProperties(fields: readonly Located[]): INodeProperties[] {
	const main = fields.filter(({ info }) => info.show === 'main');
	const ordered = [true, false].flatMap((required) =>
		main.filter(({ info }) => info.required === required),
	);
	return ordered.flatMap(variantsOf).map((one) => shownFor(fieldProperty(one), one.info));
}

/**
 * Repeats a field for each value of another field, if that value determines its choices or requires
 * it.
 */
function variantsOf(one: Located): Located[] {
	const { info } = one;
	const { shownFor: when, choicesFor, choices = [], requiredFor } = info;
	if (when && requiredFor) {
		return [true, false].flatMap((required) => {
			const values = when.values.filter((value) => requiredFor.includes(value) === required);
			const own = { ...info, required, shownFor: { ...when, values } };
			return values.length > 0 ? [{ ...one, info: own }] : [];
		});
	}
	if (!when || !choicesFor) return [one];
	return when.values.map((value) => {
		const own = choices.filter((choice) => choicesFor[value].includes(choice.value));
		const condition = { ...when, values: [value] };
		return { ...one, info: { ...info, choices: own, default: own[0].value, shownFor: condition } };
	});
}

/** A notice for users before they call a node: its version, or the chain. */
function versionsNotice({ versions }: AnyOperation): INodeProperties[] {
	if (!versions || !isLimited(versions)) return [];
	return [
		{
			displayName: versionsText(versions),
			name: 'versionsNotice',
			type: 'notice',
			default: '',
		},
	];
}

/**
 * The same as a field of a collection, whose conditions refer to fields outside of the collection.
 */
function collectedProperty(one: Located): INodeProperties {
	return shownFor(optionalProperty(one), one.info, '/');
}

/** A parameter that is shown only for some values of another field. */
function shownFor(
	property: INodeProperties,
	{ shownFor: when }: FieldInfo,
	root = '',
): INodeProperties {
	if (!when) return property;
	return { ...property, displayOptions: { show: { [root + when.field]: [...when.values] } } };
}

/** Properties for the number of results that an operation returns. */
export const limitProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: { show: { returnAll: [false] } },
		default: 50,
		description: 'Max number of results to return',
	},
];

/** True if items have the columns of Simplify only. */
export const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

function outputProperties(operation: AnyOperation): INodeProperties[] {
	const output: INodeProperties = {
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Items',
				value: 'items',
				description: 'One item for each result',
			},
			{
				name: 'Whole Response',
				value: 'response',
				description: operation.paging
					? 'One item per page, as the service sent it, with the fields beside the list'
					: 'One item as the service sent it, with the fields beside the list',
			},
		],
		default: 'items',
		description: 'What each item of the output contains',
	};
	const simplify: INodeProperties = {
		...simplifyProperty,
		...(isList(operation) && { displayOptions: { show: { output: ['items'] } } }),
	};
	return [...(isList(operation) ? [output] : []), ...(columnsOf(operation) ? [simplify] : [])];
}

/** A collection of parameters, each of which is shown once a user adds it. */
export function collection(
	displayName: 'Filters' | 'Options',
	options: INodeProperties[],
): INodeProperties {
	const show = conditionOf(options);
	return {
		displayName,
		name: displayName.toLowerCase(),
		type: 'collection',
		placeholder: `Add ${displayName.slice(0, -1)}`,
		default: {},
		...(show && { displayOptions: { show } }),
		options,
	};
}

/** The condition for a collection that would else be empty: each of its options depends on one same field. */
function conditionOf(options: readonly INodeProperties[]) {
	const conditions = options.map(({ displayOptions }) =>
		Object.entries(displayOptions?.show ?? {}),
	);
	const [[name] = ['']] = conditions[0] ?? [];
	if (!name.startsWith('/') || conditions.some((all) => all.length !== 1 || all[0][0] !== name)) {
		return undefined;
	}
	const values = conditions.flatMap(([[, given = []]]) => given);
	return { [name.slice(1)]: [...new Set(values)] };
}

/**
 * Filters are few and belong together (start before end): they keep the order of the declaration.
 */
export function filtersOf(fields: readonly Located[]): INodeProperties[] {
	const filters = fields.filter(({ info }) => info.show === 'filter');
	return filters.length > 0 ? [collection('Filters', filters.map(collectedProperty))] : [];
}

/** Options in alphabetical order, as n8n shows them. */
export function alphabetical(options: INodeProperties[]): INodeProperties[] {
	return [...options].sort((a, b) => a.displayName.localeCompare(b.displayName));
}

/** The options among the fields, and more of them. */
export function optionsOf(fields: readonly Located[], more: INodeProperties[]): INodeProperties {
	const own = fields.filter(({ info }) => info.show === 'option' || info.show === 'paging');
	return collection('Options', alphabetical([...own.map(collectedProperty), ...more]));
}

/** A form with more options. */
export function withOptions(properties: INodeProperties[], more: INodeProperties[]) {
	return properties.map((property) =>
		property.name === 'options'
			? {
					...property,
					options: alphabetical([...(property.options as INodeProperties[]), ...more]),
				}
			: property,
	);
}
