import type { Asker, Exchange } from '../../kit/operations/ask';

/**
 * Finds parameters that a node does not know. A node passes over unknown names; under a name that it
 * knows, it refuses a value of another JSON type.
 */

type Parameters = Record<string, unknown>;

const isObject = (value: unknown): value is Parameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parameters that documents name and nodes pass over: each has one value only. */
const WITHOUT_EFFECT = ['index.getIndex encoding', 'index.isAccepted encoding'];

/** A value of another type than the given one. */
const otherType = (value: unknown): unknown => (Array.isArray(value) ? { a: 1 } : [[1]]);

/** The parameters that have no effect: a node answers, whatever their value is. */
export async function unknownNames({ send }: Asker, { request }: Exchange): Promise<string[]> {
	if (request.body === undefined) return [];
	const body = JSON.parse(request.body) as { method: string; params?: Parameters | unknown[] };
	const groups = [body.params ?? {}].flat().filter(isObject);
	const whats: string[] = [];
	for (const group of groups) {
		for (const [name, value] of Object.entries(group)) {
			if (WITHOUT_EFFECT.includes(`${body.method} ${name}`)) continue;
			group[name] = otherType(value);
			const { text } = await send({ ...request, body: JSON.stringify(body) });
			group[name] = value;
			if (isObject(JSON.parse(text)) && 'result' in (JSON.parse(text) as object)) {
				whats.push(`the node does not know the parameter ${name}`);
			}
		}
	}
	return whats;
}
