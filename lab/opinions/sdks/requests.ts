import { parseJson } from '../../../core';
import type { Emulator } from '../../../emulator';
import { askAll } from '../../kit/operations/answers';

/** HTTP requests that the emulator answers with success, made by the core's client. */

export interface Sent {
	/** ID of the operation. */
	id: string;
	/** URL of its service. */
	base: string;
	method: string;
	/** Path of the operation, with `{name}` for values. */
	template: string;
	url: string;
	body?: unknown;
}

export interface RequestOptions {
	emulator: Emulator;
	key: string;
	keyHeader: string;
	/** Only one request for each operation. */
	short: boolean;
}

/** The requests of every HTTP operation; none for an operation that never succeeded. */
export async function goodRequests(options: RequestOptions): Promise<Sent[]> {
	const { emulator, key, keyHeader, short } = options;
	const found = new Map<string, Sent>();
	const header = { name: keyHeader, value: key };
	// Answers that the core cannot read are judged by the clients themselves.
	const ignore = () => undefined;
	await askAll(
		emulator,
		header,
		({ operation: { id, service, call }, request: { method, url, body }, response }) => {
			// The token of a page belongs to a request with the very same parameters.
			const isPage = url.includes('pageToken=');
			if (response.status >= 300 || call.type !== 'http' || isPage) return;
			found.set(short ? id : `${method} ${url} ${body ?? ''}`, {
				...{ id, method, url, template: call.path },
				base: service === 'metrics' ? emulator.metricsUrl : emulator.dataUrl,
				body: body === undefined ? undefined : parseJson(body),
			});
		},
		ignore,
	);
	return [...found.values()];
}
