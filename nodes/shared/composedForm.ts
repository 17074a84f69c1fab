import { OPERATIONS, byUse } from '../../core/subjects/order';
import { RESOURCE_ORDER } from '../../core/subjects/resources';
import type { ActionForm } from './action';
import type { ComposedOperation } from './composed';
import { locatedIn, optionalProperty } from './fieldProperties';
import type { Lister } from './lists';
import { batchOptions } from './optionProperties';
import { presentationOptions } from './presentationOptions';
import { formProperties, limitProperties, operationProperties, withOptions } from './properties';

/** The forms of composed operations, in the order of the menus; `lister` is the service of their node. */
export function composedForms(all: readonly ComposedOperation[], lister: Lister): ActionForm[] {
	const compare = (a: ComposedOperation, b: ComposedOperation) =>
		byUse(RESOURCE_ORDER)(a.resource, b.resource) ||
		byUse(OPERATIONS[a.resource.value])(a.entry, b.entry);
	return [...all].sort(compare).map((operation) => formFor(operation, lister));
}

function formFor(operation: ComposedOperation, lister: Lister): ActionForm {
	const { resource, entry, action, description, reference, output, how } = operation;
	const about = { resource, entry, action, description, reference, output, how };
	const { basis, fields, callOptions, limited } = operation;
	const located = locatedIn(fields, operation.lister ?? lister);
	if (basis) {
		const own = located.map(optionalProperty);
		return { ...about, properties: withOptions(operationProperties([basis]), own) };
	}
	const limits = limitProperties.map((property) => {
		const show = { ...limited?.show, ...property.displayOptions?.show };
		return { ...property, displayOptions: { ...limited, show } };
	});
	const properties = formProperties(located, {
		calls: callOptions !== 'none',
		main: limited ? limits : [],
		options: [
			...(how ? presentationOptions(output) : []),
			...(callOptions === 'batched' ? batchOptions : []),
		],
	});
	return { ...about, properties };
}
