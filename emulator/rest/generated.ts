import type { HttpEndpoint, RpcEndpoint, Schema, Type } from '../spec/read';
import { type Endpoint, next, pageOf } from './endpoint';
import { type ValueContext, scalarOf } from './generatedValues';
import { byIndex } from './pages';

/**
 * Answers made from the transcription alone, for endpoints whose data does not depend on others. A
 * value depends on the path of the request, the index of the item and the name of the field, so
 * that repeated requests get the same answer. It contains the values that the request names (a
 * chain, an address).
 */

/** Items of a list that has pages, and of one that has none. */
const PAGED = 30;
const UNPAGED = 5;
/** Values of a list within an item. */
const INNER = 2;

/** An endpoint that answers by its transcription. */
export function generatedEndpoint(endpoint: HttpEndpoint): Endpoint {
	const { path, output, items, paging } = endpoint;
	return {
		method: endpoint.method as Endpoint['method'],
		path,
		answer(call) {
			if (!output) return { status: endpoint.status ?? 204, body: '' };
			const whole = variantOf(output, 0);
			const context = { call, within: call.request.path, index: 0 };
			if (whole.kind !== 'schema') return valueOf(whole, { ...context, name: '' }) as object;
			const answer = objectOf(whole, context);
			delete answer.nextPageToken;
			if (items === undefined) return answer;
			const each = eachOf(whole, items);
			const one = (index: number) => valueOf(each, { ...context, index, name: items });
			const indexes = Array.from({ length: paging ? PAGED : UNPAGED }, (_, index) => index);
			if (!paging) return { ...answer, [items]: indexes.map(one) };
			const page = pageOf(call, indexes, byIndex, call.input.sortOrder === 'asc');
			return { ...answer, [items]: page.items.map(one), ...next(page.nextPageToken) };
		},
	};
}

/** The result of a JSON-RPC method, with the items of its list where the transcription names one. */
export function generatedResult({ output, items }: RpcEndpoint, context: ValueContext): unknown {
	if (!output) return {};
	const whole = variantOf(output, 0);
	if (whole.kind !== 'schema') return valueOf(whole, { ...context, name: '' });
	const result = objectOf(whole, context);
	const held = whole.fields.find(({ name }) => name === items)?.type;
	if (items === undefined || held?.kind !== 'list') return result;
	const one = (_: unknown, index: number) => valueOf(held.of, { ...context, index, name: items });
	return { ...result, [items]: Array.from({ length: UNPAGED }, one) };
}

/** The type of one item of a list of the answer. */
function eachOf({ fields, name }: Schema, items: string): Type {
	const type = fields.find((field) => field.name === items)?.type;
	if (type?.kind !== 'list') throw new Error(`${name} has no list ${items}`);
	return type.of;
}

/** One of the variants of a type, in turn; null is none. */
function variantOf(type: Type, index: number): Type {
	if (type.kind !== 'union') return type;
	const variants = type.of.filter(({ kind }) => kind !== 'null');
	return variantOf(variants[index % variants.length], index);
}

function objectOf({ fields }: Schema, context: ValueContext): Record<string, unknown> {
	return Object.fromEntries(
		fields.map(({ name, type }) => [name, valueOf(type, { ...context, name })]),
	);
}

function valueOf(given: Type, context: ValueContext & { name: string }): unknown {
	const type = variantOf(given, context.index);
	const { name } = context;
	const within = `${context.within}.${name}`;
	switch (type.kind) {
		case 'schema':
			return objectOf(type, { ...context, within });
		case 'list':
			return Array.from({ length: INNER }, (_, at) =>
				valueOf(type.of, { ...context, within: `${within}.${at}` }),
			);
		case 'map':
			return { [name]: valueOf(type.of, { ...context, within }) };
		case 'any':
		case 'object':
			return {};
		default:
			return scalarOf(type, context);
	}
}
