import type { AnyOperation } from '../../../core/operations/declare';
import { operationById } from '../../../core/subjects/catalogue';

/** The operation of an id. Throws where there is none. */
export function knownOperation(id: string): AnyOperation {
	const found = operationById(id);
	if (!found) throw new Error(`There is no operation ${id}`);
	return found;
}
