import type { Failure } from '../../../core/failure';
import { parseFields } from '../../../core/fields/fieldSet';
import type { AnyOperation } from '../../../core/operations/declare';
import { operationById } from '../../../core/subjects/catalogue';

/** The operation of an id. Throws where there is none. */
export function knownOperation(id: string): AnyOperation {
	const found = operationById(id);
	if (!found) throw new Error(`There is no operation ${id}`);
	return found;
}

/** The input of an operation as it is sent. */
export const parse = (id: string, input: object) =>
	parseFields(knownOperation(id).input, input, id) as Record<string, unknown>;

/** The failure of an input that is refused. */
export function refusal(id: string, input: object): Failure {
	try {
		parse(id, input);
	} catch (error) {
		return error as Failure;
	}
	throw new Error(`${id} takes ${JSON.stringify(input)}`);
}

export const message = (id: string, input: object) => refusal(id, input).message;
