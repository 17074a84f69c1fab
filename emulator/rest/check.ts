import type { Field, Schema, Type } from '../spec/read';
import { formatFault } from './formats';

/**
 * Checks values of requests by the types of the transcription. Faults are worded as the framework of
 * the deployed service words them.
 */

type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Faults of a field's value, as sentences that begin with its name; none if it is valid. */
export function faultsOfField(name: string, { type, required }: Field, value: unknown): string[] {
	if (value === undefined && required) return [`${name} ${ruleOf(type)}`];
	// An optional null counts as nothing.
	if (value === undefined || (value === null && !required)) return [];
	return faultsOf(name, type, value);
}

/** Faults of a value, as sentences that begin with its name; none if it is valid. */
export function faultsOf(name: string, type: Type, value: unknown): string[] {
	switch (type.kind) {
		case 'list':
			if (type.commas ? typeof value !== 'string' : !Array.isArray(value)) {
				return [`${name} ${ruleOf(type)}`];
			}
			return unique(
				itemsOf(type, value).flatMap((item) => faultsOf(`each value in ${name}`, type.of, item)),
			);
		case 'schema':
			return isObject(value) ? faultsOfObject(name, type, value) : [`${name} must be an object`];
		case 'map':
			if (!isObject(value)) return [`${name} must be an object`];
			return Object.entries(value).flatMap(([key, one]) =>
				faultsOf(`${name}.${key}`, type.of, one),
			);
		case 'union':
			return faultsOfUnion(name, type.of, value);
		default: {
			const fault = faultOfScalar(type, value);
			return fault === undefined ? [] : [`${name} ${fault}`];
		}
	}
}

/** The items of a list, which may come in one text. */
export function itemsOf({ commas }: { commas: boolean }, value: unknown): unknown[] {
	return commas ? (value as string).split(',') : (value as unknown[]);
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

function faultsOfObject(name: string, { fields }: Schema, value: Values): string[] {
	return fields.flatMap((field) => {
		const inner = name === '' ? field.name : `${name}.${field.name}`;
		return faultsOfField(inner, field, value[field.name]);
	});
}

/** A value must be of one variant. Of objects, the one whose choices the value makes is meant. */
function faultsOfUnion(name: string, variants: readonly Type[], value: unknown): string[] {
	const found = variants.map((variant) => faultsOf(name, variant, value));
	if (found.some((faults) => faults.length === 0)) return [];
	const chosen = variants.findIndex((variant) => isMeant(variant, value));
	if (chosen >= 0) return found[chosen];
	const choices = variants.flatMap((variant) =>
		variant.kind === 'schema' ? variant.fields.filter(isChoice) : [],
	);
	const names = unique(choices.map((field) => field.name));
	if (names.length === 0) return found[0];
	return names.map((key) => {
		const same = choices.filter((field) => field.name === key);
		const values = unique(same.flatMap(({ type }) => (type.kind === 'choice' ? type.values : [])));
		return `${key} ${oneOf(values)}`;
	});
}

const isChoice = ({ type, required }: Field) => required && type.kind === 'choice';

/** True if an object makes the choices of a variant. */
export function isMeant(variant: Type, value: unknown): boolean {
	if (variant.kind !== 'schema' || !isObject(value)) return false;
	const choices = variant.fields.filter(isChoice);
	return (
		choices.length > 0 &&
		choices.every(({ name, type }) => faultsOf(name, type, value[name]).length === 0)
	);
}

function faultOfScalar(type: Type, value: unknown): string | undefined {
	const rule = ruleOf(type);
	switch (type.kind) {
		case 'text':
			if (typeof value !== 'string') return 'must be a string';
			return type.format && formatFault(type.format, value);
		case 'number':
			if (typeof value !== 'number' || (type.integer && !Number.isInteger(value))) return rule;
			if (type.min !== undefined && value < type.min) return `must not be less than ${type.min}`;
			if (type.max !== undefined && value > type.max) return `must not be greater than ${type.max}`;
			return undefined;
		case 'flag':
			return typeof value === 'boolean' ? undefined : rule;
		case 'choice':
			if (typeof value !== 'string') return rule;
			return type.open || type.values.includes(value) ? undefined : rule;
		case 'object':
			return isObject(value) ? undefined : rule;
		case 'null':
			return value === null ? undefined : rule;
		default:
			return undefined;
	}
}

const oneOf = (values: readonly string[]) =>
	`must be one of the following values: ${values.join(', ')}`;

/** Rule of a type, as the end of a sentence. */
function ruleOf(type: Type): string {
	switch (type.kind) {
		case 'text':
			return 'must be a string';
		case 'number':
			return type.integer
				? 'must be an integer number'
				: 'must be a number conforming to the specified constraints';
		case 'flag':
			return 'must be a boolean value';
		case 'choice':
			return type.open ? 'must be a string' : oneOf(type.values);
		case 'list':
			return type.commas ? 'must be a string' : 'must be an array';
		case 'null':
			return 'must be null';
		default:
			return 'must be an object';
	}
}
