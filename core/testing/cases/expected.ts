import { recordedCall } from '../recordedCalls';
import type { OperationCase } from './operationCase';

/** Parts of cases. */

/** The result of a recorded call, in which the numbers of some fields are text, so that no digit is lost. */
export function resultOf(name: string, ...texts: string[]): Record<string, unknown> {
	const { text } = recordedCall(name);
	const numbers = new RegExp(`"(${texts.join('|') || '$'})":(\\d+)`, 'g');
	const body = JSON.parse(text.replace(numbers, '"$1":"$2"')) as { result: unknown };
	return body.result as Record<string, unknown>;
}

/** The object with numbers where the wire has quoted integers. */
export function asNumbers<T extends object>(object: T, ...names: Array<keyof T>): T {
	const numbers = names
		.filter((name) => object[name] !== undefined)
		.map((name) => [name, Number(object[name])]);
	return { ...object, ...(Object.fromEntries(numbers) as object) };
}

/** Properties of one call of a method besides its id. */
export interface Call extends Omit<OperationCase, 'id' | 'input' | 'request' | 'source'> {
	input?: OperationCase['input'];
	/** Default: the input. */
	params?: unknown;
	/** Path of the request. Default: the path of the API. */
	path?: string;
}

/** Makes the cases of the methods of one API. */
export function casesAt(path: string, source: string) {
	return (id: string, method: string, call: Call): OperationCase => {
		const { input = {}, params = input, path: own = path, ...others } = call;
		return { id, input, request: { path: own, body: { method, params } }, source, ...others };
	};
}

/** Properties that the uses of an HTTP operation have in common. */
export interface Uses extends Omit<OperationCase, 'id' | 'input' | 'request' | 'answer' | 'items'> {
	input: OperationCase['input'];
	/** With the query. */
	path: string;
	/** Answers, each with its items. */
	answers: ReadonlyArray<readonly [json: unknown, items: unknown[]]>;
}

/** A case for each of the answers of an operation that is read by GET. */
export function casesOfGet(id: string, uses: Uses): OperationCase[] {
	const { input, path, answers, ...others } = uses;
	return answers.map(([json, items]) => {
		return { id, input, request: { path }, answer: { json }, items, ...others };
	});
}
