import type { INodeProperties } from 'n8n-workflow';
import type { FieldSet } from '../../core/fields/fieldSet';
import type { AnyOperation } from '../../core/operations/declare';
import { isShared, takesBatches } from '../../core/operations/reading';
import { batchFields, sharingFields, transportField } from './callOptions';
import { locatedIn, optionalProperty } from './fieldProperties';

/** Options of the form that follow from the declarations of operations. */

/** The fields of a set as options. */
export function optionPropertiesOf(set: unknown): INodeProperties[] {
	return locatedIn(set as FieldSet).map(optionalProperty);
}

/** The choice between several operations that do the same in different ways. */
export function transportOption(operations: readonly AnyOperation[]): INodeProperties[] {
	const choices = operations.flatMap(({ transport, description }) =>
		transport ? [{ ...transport, description }] : [],
	);
	return choices.length > 0 ? optionPropertiesOf(transportField(choices)) : [];
}

/** The option of calls that may be sent in batches. */
export const batchOptions: INodeProperties[] = optionPropertiesOf(batchFields);

/** The options for many input items of operations. */
export function manyItemsOptions(operations: readonly AnyOperation[]): INodeProperties[] {
	return [
		...(operations.some(takesBatches) ? batchOptions : []),
		...(operations.some(isShared) ? optionPropertiesOf(sharingFields) : []),
	];
}
