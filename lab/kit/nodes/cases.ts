import type { INodeParameters } from 'n8n-workflow';
import type { FieldInfo } from '../../../core/fields/field';
import { infoOf } from '../../../core/fields/fieldSet';
import { catalogue } from '../../../core/subjects/catalogue';
import type { Operation } from '../../../core/operations/declare';
import { operationCases } from '../operations/case';
import type { Case } from './case';
import { caseFrom } from './fromOperationCase';

/** True for an operation that can change what others read of the world. */
function changes({ call }: Pick<Operation, 'call'>): boolean {
	return call.type === 'http' && call.method !== 'GET';
}

/** An operation with a case. */
export interface PlacedUse {
	id: string;
	operation: Operation;
	use: Case;
	/** The folder of the case. */
	room: string;
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
		const declared = operationCases().find(({ id }) => id === operation.id);
		if (!declared) throw new Error(`${operation.id} has no case in subjects`);
		const use = caseFrom(operation, declared);
		return use ? [{ id: operation.id, operation, use, room: declared.room }] : [];
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
	const place = show === 'filter' ? 'filters' : 'options';
	return { ...form, [place]: { ...(given[place] as INodeParameters), ...set } };
}
