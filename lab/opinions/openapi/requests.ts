import { type AnyOperation, catalogue, httpTransport } from '../../../core';
import { createAsker } from '../../kit/operations/ask';
import { inputsOf } from '../../kit/operations/answers';
import { type Cases, runCases } from '../../kit/operations/run';
import { exampleOf, variantsOf } from '../../kit/operations/variants';
import { type Documents, documented } from './documents';
import type { Findings } from './findings';

/** Sends every HTTP operation through the core's client to services that Prism serves. */

const SERVICES: readonly string[] = ['data', 'metrics'];

/** The operations of the services over HTTP. */
export function httpOperations(): AnyOperation[] {
	return catalogue.filter(({ service }) => SERVICES.includes(service));
}

/** Text of Prism where a document has no example; a digit can be an amount, a count and a name. */
const MADE_UP = '"string"';

/** Base of the client's URLs: the document of a request decides which Prism gets it. */
const NOWHERE = 'http://documents.invalid';

/** The service of a URL, and its path with the query. */
function asked(url: string) {
	const [, service, rest] = /^\/(data|metrics)(.*)$/.exec(url.slice(NOWHERE.length)) ?? [];
	return { service: service as 'data' | 'metrics', rest };
}

export interface RequestCounts {
	operations: number;
	requests: number;
}

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

/**
 * Sends all variants of all operations, each to the Prism (`urlOf`) of the newest document that has it. Prism's
 * refusals, names of a query that the document does not have, and answers that the core refuses are findings.
 */
export async function sendAll(
	documents: Documents,
	urlOf: (file: string) => string,
	findings: Findings,
): Promise<RequestCounts> {
	const header = { name: 'x-glacier-api-key', value: 'key-of-the-documents' };
	const { call } = createAsker({
		services: { data: { url: `${NOWHERE}/data`, header }, metrics: { url: `${NOWHERE}/metrics` } },
		async transport(request) {
			const { service, rest } = asked(request.url);
			const found = documented(documents, service, {
				method: request.method,
				pathname: rest.split('?')[0],
			});
			const { file } = found?.document ?? documents[service][0];
			return await httpTransport({ ...request, url: urlOf(file) + rest });
		},
		read: (_, text) => text.replaceAll(MADE_UP, '"1"'),
	});
	const counts: RequestCounts = { operations: 0, requests: 0 };
	function* casesOf(operation: AnyOperation): Cases {
		counts.operations++;
		const { variants, unsent } = variantsOf(operation, exampleOf, inputsOf(operation));
		for (const name of unsent) {
			const fault = `no valid input has ${name}`;
			findings.add({ of: 'unjudged', operation: operation.id, fault, example: '' });
		}
		for (const { name, input } of variants) {
			const end = yield { input };
			if (end.type === 'crash') throw end.error;
			const exchange = end.type === 'unsent' ? undefined : end.exchange;
			const { method = '', url = '' } = exchange?.request ?? {};
			const fault = (text: string) => {
				const example = `${name}: ${method} ${url}`;
				findings.add({ of: 'request', operation: operation.id, fault: text, example });
			};
			if (end.type !== 'answer') {
				const response = exchange?.response;
				if (response && response.status >= 400) violationsOf(response).forEach(fault);
				else fault(end.failure.message);
			}
			if (!exchange) continue;
			counts.requests++;
			const { service, rest } = asked(url);
			const [pathname, query] = rest.split('?');
			const found = documented(documents, service, { method, pathname });
			const names = found?.document.unknownNames(found.operation, new URLSearchParams(query));
			names?.forEach((each) => fault(`the query has ${each}, which the document does not have`));
		}
	}
	await runCases({ casesOf, call }, httpOperations());
	return counts;
}
