import type { AnyOperation } from '../../core/operations/declare';
import type { ActionForm } from './action';
import { withDeprecation } from './fieldProperties';
import { operationProperties, withOptions } from './properties';

/** The form of a menu entry, derived from its operations. */
export function operationForm(
	operations: readonly AnyOperation[],
	more: ActionForm['properties'] = [],
): ActionForm {
	const [{ resource, entry, action, description, deprecated }] = operations;
	return {
		resource,
		entry,
		action,
		description: withDeprecation(description, deprecated),
		properties: withOptions(operationProperties(operations), more),
	};
}
