import { faultsOf } from '../../emulator/rest/check';
import type { Call } from '../../emulator/rest/endpoint';
import { generatedEndpoint, generatedResult } from '../../emulator/rest/generated';
import { createPageStore } from '../../emulator/rest/pages';
import { createWorld } from '../../emulator/world';
import { type HttpEndpoint, readSpec, type RpcEndpoint } from '../../emulator/spec/read';

/** Answers that the emulator makes from the transcription keep to the transcription. */

const world = createWorld({ start: Date.UTC(2026, 0, 15), elapsed: () => 0 });
const pages = createPageStore('test', world.clock);

function callOf({ path }: HttpEndpoint, input: Record<string, unknown> = {}): Call {
	const request = { method: 'GET', path, query: new URLSearchParams(), headers: {}, body: '' };
	const given = { network: 'fuji', pageSize: 7, ...input };
	return { world, dialect: 'spec', input: given, request, pages, query: path };
}

const isHttp = (endpoint: { type: string }): endpoint is HttpEndpoint => endpoint.type === 'http';
const endpoints = readSpec()
	.filter(isHttp)
	.filter(({ service, output }) => service !== 'node' && output);

/** The items of every page, one page after the other. */
function readAll(endpoint: HttpEndpoint, input: Record<string, unknown>): unknown[] {
	const found: unknown[] = [];
	let pageToken: unknown;
	do {
		const call = callOf(endpoint, { ...input, pageToken });
		const answer = generatedEndpoint(endpoint).answer(call) as Record<string, unknown>;
		found.push(...(answer[endpoint.items ?? ''] as unknown[]));
		pageToken = answer.nextPageToken;
	} while (pageToken !== undefined);
	return found;
}

describe.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
	'%s',
	(_, endpoint) => {
		it('has every field of the transcription, each of its type', () => {
			const answer = generatedEndpoint(endpoint).answer(callOf(endpoint));
			expect(faultsOf('', endpoint.output ?? { kind: 'any' }, answer)).toEqual([]);
		});
	},
);

const isRpc = (endpoint: { type: string }): endpoint is RpcEndpoint => endpoint.type === 'rpc';
const methods = readSpec()
	.filter(isRpc)
	.map((method) => [method.id, method] as const);

it.each(methods)(
	'%s: the result has every field of the transcription, each of its type',
	(_, method) => {
		const path = method.endpoint.replace('<blockchainID>', 'C');
		const request = { method: 'POST', path, query: new URLSearchParams(), headers: {}, body: '' };
		const context = { call: { world, input: {}, request }, within: path, index: 0 };
		const result = generatedResult(method, context);
		expect(faultsOf('', method.output ?? { kind: 'any' }, result)).toEqual([]);
		expect(generatedResult(method, context)).toEqual(result);
	},
);

const paged = endpoints.filter(({ paging }) => paging === 'token');

it.each(paged.map((endpoint) => [endpoint.id, endpoint] as const))(
	'%s gives every item once, in either order',
	(_, endpoint) => {
		const newestFirst = readAll(endpoint, { sortOrder: 'desc' });
		const all = readAll(endpoint, { pageSize: 100, sortOrder: 'desc' });
		expect(newestFirst).toEqual(all);
		expect(readAll(endpoint, { sortOrder: 'asc' })).toEqual([...all].reverse());
	},
);

it('repeats what the request names', () => {
	const endpoint = endpoints.find(({ id }) => id === 'GET /v1/chains/{chainId}/blocks');
	if (!endpoint) throw new Error('The transcription has no blocks of a chain');
	const [block] = readAll(endpoint, { chainId: '43113' }) as Array<{ chainId: string }>;
	expect(block.chainId).toBe('43113');
});
