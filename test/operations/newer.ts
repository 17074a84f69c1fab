import type { AnyOperation } from '../../core/operations/declare';
import { type Endpoint, readSpec, type Type } from '../../emulator/spec/read';
import { endpointKey, operationKey } from '../spec/keys';

/** Answers of services that are newer than the documents. */

const endpoints = new Map(readSpec().map((endpoint) => [endpointKey(endpoint), endpoint]));

/** The transcription of an operation. Throws where there is none. */
export function endpointOf(operation: AnyOperation): Endpoint {
	const found = endpoints.get(operationKey(operation));
	if (!found) throw new Error(`${operation.id} is not transcribed`);
	return found;
}

/** A name that no document has. */
const NAME = 'fieldOfTomorrow';

/** The value with one more field in each object whose fields the documents name. */
export function withNewFields(type: Type, value: unknown): unknown {
	if (type.kind === 'list' && Array.isArray(value)) {
		return value.map((each) => withNewFields(type.of, each));
	}
	if (type.kind !== 'schema' || typeof value !== 'object' || value === null) return value;
	const types = new Map(type.fields.map((field) => [field.name, field.type]));
	const known = Object.entries(value).map(([key, each]) => {
		const inner = types.get(key);
		return [key, inner ? withNewFields(inner, each) : each];
	});
	return { ...Object.fromEntries(known), [NAME]: { deep: [1] } };
}

/** The number of such fields in a value. */
export function newFieldsIn(value: unknown): number {
	return JSON.stringify(value).split(`"${NAME}":{"deep":[1]}`).length - 1;
}
