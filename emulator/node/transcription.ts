import { type Field, readSpec, type RpcEndpoint } from '../spec/read';

let methods: Map<string, RpcEndpoint> | undefined;

/** The transcription of a method, if there is one. */
export function methodOf(name: string): RpcEndpoint | undefined {
	methods ??= new Map(
		readSpec().flatMap((endpoint) =>
			endpoint.type === 'rpc' ? [[endpoint.rpcMethod, endpoint] as const] : [],
		),
	);
	return methods.get(name);
}

/** The parameters of a method in their order; undefined where it is not transcribed. */
export function parametersOf(method: string): readonly Field[] | undefined {
	return methodOf(method)?.parameters;
}

/** The fields of an object that is a parameter. */
export function fieldsOf({ type }: Field): readonly Field[] {
	return type.kind === 'schema' ? type.fields : [];
}

/**
 * The field of this name. Throws where there is none: the node here answers to the names of the
 * documents only, so that a name that is wrong in a declaration cannot be wrong here, too.
 */
export function fieldNamed(fields: readonly Field[], name: string): Field {
	const found = fields.find((field) => field.name === name);
	if (!found) throw new Error(`The transcription has no parameter ${name} here`);
	return found;
}
