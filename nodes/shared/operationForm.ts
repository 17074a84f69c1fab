import type { AnyOperation } from '../../core/operations/declare';
import type { ActionForm } from './action';
import { versionsText } from '../../core/fields/versions';
import { withNote } from './fieldProperties';
import { operationProperties, withOptions } from './properties';

/** The form of a menu entry, derived from its operations. */
export function operationForm(
	operations: readonly AnyOperation[],
	more: ActionForm['properties'] = [],
): ActionForm {
	const [{ resource, entry, action, description, versions }] = operations;
	return {
		resource,
		entry,
		action,
		description: versions?.deprecated ? withNote(description, versionsText(versions)) : description,
		properties: withOptions(operationProperties(operations), more),
	};
}
