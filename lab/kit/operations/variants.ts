import {
	type AnyOperation,
	bech32Decode,
	bech32Encode,
	type FieldInfo,
	parseFields,
} from '../../../core';
import { infoOf } from '../../../core/fields/fieldSet';

/** Inputs of an operation for tests of everything that it can send. */

export interface Variant {
	/** `minimal`, `full`, or the field and the value of a choice: `sortOrder=asc`. */
	name: string;
	input: Values;
}

type Values = Record<string, unknown>;
export type Field = FieldInfo & { key: string };

/** The value for a field beside the values that are given already, or undefined if there is none. */
export type ValueFor = (field: Field, given: Values) => unknown;

/** The example of the declaration, its default, or the first of its choices. */
export const exampleOf: ValueFor = ({ placeholder, default: byDefault, choices }, { network }) => {
	const value = placeholder ?? byDefault ?? choices?.[0]?.value;
	const isTest = network === 'fuji' || network === 'testnet';
	return isTest && typeof value === 'string' ? onFuji(value) : value;
};

/** The addresses of a text as they are on Fuji. */
function onFuji(text: string): string {
	return text.replace(/\bavax1[0-9a-z]{38}/g, (address) => {
		const bytes = bech32Decode(address)?.bytes;
		return bytes ? bech32Encode('fuji', bytes) : address;
	});
}

/** Fields without a value that a client can choose: only the service issues page tokens. */
const ISSUED = ['pageToken'];

/**
 * The inputs that keep the rules of an operation: with required fields only, with every field, with each
 * value of each choice and flag, with each other field, and the given ones. A field that breaks a rule beside
 * the others is left out; a choice that no valid input has is in `unsent`.
 */
export function variantsOf(
	operation: AnyOperation,
	valueFor: ValueFor,
	cases: readonly Values[] = [],
	wanted: ReadonlySet<string> = new Set(),
) {
	const { input, id } = operation;
	const fields = input.keys
		.filter((key) => !ISSUED.includes(key))
		.map((key): Field => ({ ...infoOf(input, key), key }));
	const isRequired = ({ key, required: is }: Field) => is || wanted.has(key);
	const required = fields.filter(isRequired);
	const optional = fields.filter((field) => !isRequired(field));

	function isValid(given: Values): boolean {
		try {
			parseFields(input, given, id);
			return true;
		} catch {
			return false;
		}
	}

	function withValue(given: Values, field: Field): Values {
		const value = field.key in given ? undefined : valueFor(field, given);
		return value === undefined ? given : { ...given, [field.key]: value };
	}

	/** The input, completed by the fewest other fields that make it valid. */
	function mended(given: Values): Values | undefined {
		if (isValid(given)) return given;
		const one = optional.map((field) => withValue(given, field)).find(isValid);
		if (one) return one;
		let all = given;
		for (const field of optional) {
			all = withValue(all, field);
			if (isValid(all)) return all;
		}
		return undefined;
	}

	const named = cases
		.filter(isValid)
		.map((given, at) => ({ name: `case ${at + 1}`, input: given }));
	const least = mended(required.reduce(withValue, {})) ?? named[0]?.input;
	if (!least) return { variants: named, unsent: ['minimal'] };
	let full = least;
	for (const field of optional) {
		const more = withValue(full, field);
		if (isValid(more)) full = more;
	}
	const variants: Variant[] = [
		{ name: 'minimal', input: least },
		{ name: 'full', input: full },
		...named,
	];
	const unsent: string[] = [];
	for (const field of fields) {
		const choices = valuesOf(field);
		const values = choices.length > 0 ? choices : [valueFor(field, least)];
		for (const value of values.filter((one) => one !== undefined)) {
			const name = `${field.key}=${String(value)}`;
			const has = (given: Values) => String(given[field.key]) === String(value);
			const given =
				mended(required.reduce(withValue, { [field.key]: value })) ??
				[least, ...named.map((one) => one.input)]
					.map((one) => mended({ ...one, [field.key]: value }))
					.find((one) => one !== undefined);
			if (given) variants.push({ name, input: given });
			else if (choices.length > 0 && !variants.some((one) => has(one.input))) unsent.push(name);
		}
	}
	return { variants, unsent };
}

/** Every value of a choice; each alone, and the last two, where several are possible. */
function valuesOf({ control, choices }: Field): unknown[] {
	if (control === 'boolean') return [true, false];
	const all = choices?.map(({ value }) => value) ?? [];
	return control === 'multiOptions' ? [...all.map((value) => [value]), all.slice(-2)] : all;
}
