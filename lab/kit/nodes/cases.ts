import type { INodeParameters } from 'n8n-workflow';
import type { FieldInfo } from '../../../core/fields/field';
import { infoOf } from '../../../core/fields/fieldSet';
import { catalogue } from '../../../core/subjects/catalogue';
import type { Operation } from '../../../core/operations/declare';
import type { World } from '../../../emulator';
import { type OperationCase, operationCases } from '../operations/case';
import type { Json, Setting } from './case';

/** True for an operation that can change what others read of the world. */
function changes({ call }: Pick<Operation, 'call'>): boolean {
	return call.type === 'http' && call.method !== 'GET';
}

/** An operation with a case. */
export interface PlacedUse {
	id: string;
	operation: Operation;
	use: OperationCase;
	/** The folder of the case. */
	room: string;
	/** Values of its fields that the world has. */
	values(world: World): Json;
	/** The same as values of the form, beside resource and operation. */
	parameters(setting: Pick<Setting, 'world'>): INodeParameters;
}

/** The form's parameters for values of the fields. */
export function parametersWith({ input }: Operation, values: Json): INodeParameters {
	const form: Json = {};
	const under = (name: string) => (form[name] ??= {}) as Json;
	for (const [key, value] of Object.entries(values)) {
		const { show, control } = infoOf(input, key);
		const isText = Array.isArray(value) && control !== 'multiOptions';
		const isObject = typeof value === 'object' && !Array.isArray(value);
		const text = isText && control !== 'json' ? value.join(', ') : value;
		const given = control === 'json' || isObject ? JSON.stringify(value) : text;
		if (show === 'main') form[key] = given;
		else under(show === 'filter' ? 'filters' : 'options')[key] = given;
	}
	return form as INodeParameters;
}

/**
 * Every operation with the first of its cases, unless that one sends transactions; those that change the
 * world come last. Throws where an operation has none, or a case no operation.
 */
export function everyCase(): PlacedUse[] {
	const ids = new Set(catalogue.map(({ id }) => id));
	const strays = operationCases().filter(({ id }) => !ids.has(id));
	if (strays.length > 0) throw new Error(`No operation has the id ${strays[0].id}`);
	const ordered = [...catalogue].sort((a, b) => Number(changes(a)) - Number(changes(b)));
	return ordered.flatMap((operation) => {
		const use = operationCases().find(({ id }) => id === operation.id);
		if (!use) throw new Error(`${operation.id} has no case in subjects`);
		const { world: own, input, id, room } = use;
		if (own === 'sent') return [];
		const values = (world: World) => own?.(world) ?? input;
		const parameters = ({ world }: Pick<Setting, 'world'>) =>
			parametersWith(operation, values(world));
		return [{ id, operation, use, room, values, parameters }];
	});
}

/** Every field of the operations. */
export function fieldsOfCases(all: readonly PlacedUse[]) {
	return all.flatMap((one) =>
		one.operation.input.keys.map((key) => ({
			...one,
			key,
			info: infoOf(one.operation.input, key),
		})),
	);
}

/** The parameters with a field set; a field that a form has for some values of another one has the first. */
export function withField(
	given: INodeParameters,
	{ key, info: { show, shownFor } }: { key: string; info: FieldInfo },
	value: unknown,
): INodeParameters {
	const form = { ...given, ...(shownFor && { [shownFor.field]: shownFor.values[0] }) };
	const set = { [key]: value } as INodeParameters;
	if (show === 'main') return { ...form, ...set };
	const group = show === 'filter' ? 'filters' : 'options';
	return { ...form, [group]: { ...(given[group] as INodeParameters), ...set } };
}
