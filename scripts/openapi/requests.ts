import {
	type AnyOperation,
	catalogue,
	createClient,
	type HttpRequest,
	type HttpResponse,
	httpTransport,
	isFailure,
} from '../../core';
import { inputsOf } from '../../kit/operations/answers';
import { exampleOf, variantsOf } from '../../kit/operations/variants';
import type { DocumentedService } from './documents';
import type { Findings } from './findings';

/** Sends every HTTP operation through the core's client to services that Prism serves. */

const SERVICES: readonly string[] = ['data', 'metrics'];

/** The operations of the services over HTTP. */
export function httpOperations(): AnyOperation[] {
	return catalogue.filter(({ service }) => SERVICES.includes(service));
}

export interface RequestCounts {
	operations: number;
	requests: number;
	/** Choices that no valid input has. */
	unsent: string[];
}

/** Text that Prism writes if a document has no example; it is not an answer of the service. */
const MADE_UP = /given: "string"$/;

/** Violations of the document that Prism reports: in a header if the document has a 400. */
function violationsOf({
	headers,
	text,
}: {
	headers: Record<string, string>;
	text: string;
}): string[] {
	interface Violation {
		location?: readonly string[];
		message?: string;
	}
	const given = headers['sl-violations'];
	try {
		const list = JSON.parse(given ?? text) as
			| Violation[]
			| { title: string; validation?: Violation[] };
		const all = Array.isArray(list) ? list : (list.validation ?? [{ message: list.title }]);
		return all.map(({ location = [], message = '' }) => `${location.join('.')} ${message}`.trim());
	} catch {
		return [text];
	}
}

/** Sends all variants of all operations. Prism's refusals and answers that the core refuses are findings. */
export async function sendAll(
	urls: Record<DocumentedService, string>,
	findings: Findings,
): Promise<RequestCounts> {
	let sent: ({ request: HttpRequest } & HttpResponse) | undefined;
	const header = { name: 'x-glacier-api-key', value: 'key-of-the-documents' };
	const client = createClient({
		services: { data: { url: urls.data, header }, metrics: { url: urls.metrics } },
		retry: { retries: 0 },
		async transport(request) {
			const response = await httpTransport(request);
			sent = { request, ...response };
			return response;
		},
	});
	const counts: RequestCounts = { operations: 0, requests: 0, unsent: [] };
	for (const operation of httpOperations()) {
		counts.operations++;
		const { variants, unsent } = variantsOf(operation, exampleOf, inputsOf(operation));
		counts.unsent.push(...unsent.map((name) => `${operation.id} ${name}`));
		for (const { name, input } of variants) {
			sent = undefined;
			const fault = (text: string) => {
				const example = `${name}: ${sent?.request.method ?? ''} ${sent?.request.url ?? ''}`;
				findings.add({ of: 'request', operation: operation.id, fault: text, example });
			};
			try {
				await client.call(operation, input as never);
			} catch (error) {
				if (!isFailure(error)) throw error;
				const response = sent as ({ request: HttpRequest } & HttpResponse) | undefined;
				if (response && response.status >= 400) violationsOf(response).forEach(fault);
				else if (!MADE_UP.test(error.message)) fault(error.message);
			}
			if (sent) counts.requests++;
		}
	}
	return counts;
}
