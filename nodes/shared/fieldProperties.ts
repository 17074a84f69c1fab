import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { FieldInfo, Named } from '../../core/fields/field';
import { type FieldSet, infoOf } from '../../core/fields/fieldSet';
import { type Versions, isMissingOn, valuesText, versionsText } from '../../core/fields/versions';
import { type Lister, searchOf } from './lists';
import { locator } from './locator';

/** One field as a parameter of n8n's form. */

/** A field with its key, and the name of the method that lists its choices. */
export type Located = { key: string; info: FieldInfo; search?: string };

/**
 * The fields of a set; `lister` is the service that lists their choices, `versions` what has the operation:
 * chains without it are not offered.
 */
export function locatedIn(set: FieldSet, lister: Lister = 'data', versions?: Versions): Located[] {
	return set.keys.map((key) => {
		const info = infoOf(set, key);
		return { key, info, search: searchOf(lister, offered(info.names, versions)) };
	});
}

function offered(names: Named | undefined, versions: Versions | undefined): Named | undefined {
	if (names !== 'evmBlockchain' || !versions) return names;
	if (isMissingOn(versions, 'C-Chain')) return 'subnetEvmBlockchain';
	return isMissingOn(versions, 'Subnet-EVM L1s') ? 'cBlockchain' : names;
}

function inSentence(text: string): string {
	return `${text[0].toLowerCase()}${text.slice(1)}`;
}

/** A description that ends with a note. */
export function withNote(description: string, note: string): string {
	return `${description} (${inSentence(note)})`;
}

function describe({ description, deprecated, versions, limited }: FieldInfo): string {
	const about = limited ? withNote(description, valuesText(limited)) : description;
	const said = versions ? withNote(about, versionsText(versions)) : about;
	return deprecated ? withNote(said, `deprecated: ${inSentence(deprecated)}`) : said;
}

/** The hint of two fields of which one is required. */
function eitherHint({ label, either }: FieldInfo): string {
	return `${label} or ${either} is required`;
}

/** One field as a parameter of the form. */
export function fieldProperty({ key, info, search }: Located): INodeProperties {
	const common = {
		displayName: info.deprecated ? `${info.label} (Deprecated)` : info.label,
		name: key,
		description: describe(info),
		...(info.required && { required: true }),
		...(info.hint && { hint: info.hint }),
		...(info.either && !info.required && { hint: eitherHint(info) }),
		...(info.placeholder && { placeholder: `e.g. ${info.placeholder}` }),
	};
	if (search) return locator(common, info, search);
	const choices = (info.choices ?? []).map((choice): INodePropertyOptions => ({ ...choice }));
	switch (info.control) {
		case 'number':
			return {
				...common,
				type: 'number',
				typeOptions: {
					...(info.min !== undefined && { minValue: info.min }),
					...(info.max !== undefined &&
						info.max < Number.MAX_SAFE_INTEGER && { maxValue: info.max }),
				},
				default: (info.default as number | undefined) ?? info.min ?? 0,
			};
		case 'boolean':
			return {
				...common,
				type: 'boolean',
				default: (info.default as boolean | undefined) ?? false,
			};
		case 'options':
			return {
				...common,
				type: 'options',
				options: choices,
				default: (info.default as string | undefined) ?? choices[0]?.value ?? '',
			};
		case 'multiOptions':
			return {
				...common,
				type: 'multiOptions',
				options: choices,
				default: ((info.default as string | undefined) ?? '').split(', ').filter(Boolean),
			};
		case 'dateTime':
		case 'date':
			return { ...common, type: 'dateTime', default: (info.default as string | undefined) ?? '' };
		case 'json':
			// n8n's editor of JSON marks an empty text as a mistake.
			return {
				...common,
				...(info.required ? { type: 'json' } : { type: 'string', typeOptions: { rows: 4 } }),
				default: (info.default as string | undefined) ?? '',
			};
		default:
			return { ...common, type: 'string', default: (info.default as string | undefined) ?? '' };
	}
}

/** One field as a parameter that may be left empty. */
export function optionalProperty({ info, ...more }: Located): INodeProperties {
	return fieldProperty({ ...more, info: { ...info, required: false } });
}
