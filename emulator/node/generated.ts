import type { RpcEndpoint } from '../spec/read';
import { faultsOfField } from '../rest/check';
import { generatedResult } from '../rest/generated';
import type { ServiceRequest } from '../service';
import type { NodeContext } from './context';
import { MethodError } from './failure';
import { isObject } from './rawJson';
import { methodOf } from './transcription';

/**
 * Answers of methods that are transcribed and have no code here: values of the kinds of the transcription,
 * the same each time. Arguments are checked by the transcription, and more strictly than by a node: a name
 * that the documents do not have, or a missing argument, is an error.
 */

/** Runs a method that is transcribed at the path of the request; undefined for others. */
export type Generated = (method: string, params: unknown) => (() => unknown) | undefined;

/** The generated methods of a request's path. */
export function generatedMethods(
	{ world }: Pick<NodeContext, 'world'>,
	request: ServiceRequest,
): Generated {
	return (name, params) => {
		const method = methodOf(name);
		if (!method || !isServedAt(method, request.path)) return undefined;
		return () => {
			const input = inputOf(method, params);
			const within = `${request.path} ${name}`;
			return generatedResult(method, { call: { world, input, request }, within, index: 0 });
		};
	};
}

/**
 * A chain can be named by its alias or its id, so that any name fits; which services a chain has is known
 * where the request is routed.
 */
function isServedAt({ endpoint, others }: RpcEndpoint, path: string): boolean {
	const asPattern = (served: string) =>
		new RegExp(`^${served.replace(/^\/ext\/bc\/[^/]+/, '/ext/bc/[^/]+')}/?$`);
	return [endpoint, ...others].some((served) => asPattern(served).test(path));
}

/** The arguments by their names, checked. Throws a MethodError. */
function inputOf({ parameters, positional }: RpcEndpoint, params: unknown) {
	const given = positional
		? Object.fromEntries(parameters.map(({ name }, i) => [name, (params as unknown[])?.[i]]))
		: ((Array.isArray(params) ? params[0] : params) ?? {});
	if (!isObject(given)) throw new MethodError('params must be an object');
	for (const name of Object.keys(given)) {
		if (!parameters.some((one) => one.name === name)) {
			throw new MethodError(`the documents have no argument ${name}`);
		}
	}
	for (const field of parameters) {
		const { type, name } = field;
		// A node takes the number itself, too.
		const isNumber = type.kind === 'text' && typeof given[name] === 'number';
		const [fault] = faultsOfField(name, field, isNumber ? String(given[name]) : given[name]);
		if (fault) throw new MethodError(fault);
	}
	return given;
}
