import type { ServiceAccess } from '../../../core';

/** Asks a node without the package: what it says is the measure of what the package makes of it. */

/** JSON whose numbers are the texts that were sent: no digit is lost, and no code of the package is used. */
export function rawJson(text: string): unknown {
	return JSON.parse(text, (_, value: unknown, context?: { source?: string }) =>
		typeof value === 'number' ? (context?.source ?? String(value)) : value,
	) as unknown;
}

export type Json = Record<string, unknown>;

/** An error that the node answered with. */
export class Refusal extends Error {}

/** There is no node that can be asked. */
export class NoNode extends Error {}

/** Asks one method. Resolves to its result; throws `Refusal` where the node refuses it. */
export type Ask = (path: string, method: string, params?: unknown) => Promise<unknown>;

const TIMEOUT_MS = 30_000;

export function askNode({ url, header }: ServiceAccess): Ask {
	return async (path, method, params = {}) => {
		const response = await fetch(url + path, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				...(header && { [header.name]: header.value }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		const text = await response.text();
		if (!response.ok) throw new Refusal(`${response.status} ${text.trim()}`);
		const body = rawJson(text) as { result?: unknown; error?: { message?: unknown } };
		if (body.error) throw new Refusal(String(body.error.message));
		return body.result;
	};
}

/** The result of a method as an object; undefined where the node refuses. */
export async function tryAsk(
	ask: Ask,
	path: string,
	method: string,
	params?: unknown,
): Promise<Json | undefined> {
	try {
		const result = await ask(path, method, params);
		return typeof result === 'object' && result !== null ? (result as Json) : undefined;
	} catch (error) {
		if (error instanceof Refusal) return undefined;
		throw error;
	}
}
