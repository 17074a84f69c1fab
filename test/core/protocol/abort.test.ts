import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient as connect } from '../../../core';
import { clientWith } from '../../../core/client';
import * as chain from '../../../core/subjects/chain/chain';
import * as staking from '../../../core/subjects/staking/delegator';
import type { HttpRequest, HttpResponse } from '../../../core/protocol/ports';
import { answer, caught, fakeClock } from './fakes';

/** A call that its caller ends: it throws the signal's reason and sends nothing more. */

const GONE = new Error('the caller has gone');
const MORE = answer({ delegators: [], nextPageToken: 'more' });

function setUp(send: (request: HttpRequest) => Promise<HttpResponse>, clock = fakeClock()) {
	const requests: HttpRequest[] = [];
	const client = clientWith({
		services: { data: { url: 'https://data.test' } },
		clock,
		transport: async (request) => {
			requests.push(request);
			return await send(request);
		},
	});
	return { client, requests };
}

test('before the call: nothing is sent', async () => {
	const { client, requests } = setUp(async () => answer({ chains: [] }));
	const signal = AbortSignal.abort(GONE);
	expect(await caught(() => client.call(chain.getMany, {}, { signal }))).toBe(GONE);
	expect(requests).toHaveLength(0);
});

test('while a transport without signals waits: the call ends at once', async () => {
	const controller = new AbortController();
	const { client, requests } = setUp(() => {
		queueMicrotask(() => controller.abort(GONE));
		return new Promise(() => {});
	});
	const { signal } = controller;
	expect(await caught(() => client.call(chain.getMany, {}, { signal }))).toBe(GONE);
	expect(requests.map((request) => request.signal)).toEqual([signal]);
});

test('in the pause before a retry: no request follows', async () => {
	const controller = new AbortController();
	const clock = { ...fakeClock(), sleep: () => new Promise<void>(() => controller.abort(GONE)) };
	const { client, requests } = setUp(async () => answer({ message: 'later' }, 503), clock);
	const { signal } = controller;
	expect(await caught(() => client.call(chain.getMany, {}, { signal }))).toBe(GONE);
	expect(requests).toHaveLength(1);
});

test('while a call waits for the rate limit: it is never sent', async () => {
	const controller = new AbortController();
	const clock = { ...fakeClock(), sleep: () => new Promise<void>(() => controller.abort(GONE)) };
	const used = { 'ratelimit-limit': '10', 'ratelimit-remaining': '0', 'ratelimit-reset': '30' };
	const { client, requests } = setUp(
		async () => ({ ...answer({ chains: [] }), headers: used }),
		clock,
	);
	await client.call(chain.getMany, {});
	const { signal } = controller;
	expect(await caught(() => client.call(chain.getMany, {}, { signal }))).toBe(GONE);
	expect(requests).toHaveLength(1);
});

test('between two pages: the next page is not asked for', async () => {
	const controller = new AbortController();
	const { client, requests } = setUp(async () => MORE);
	const pages = client.pages(
		staking.getManyDelegators,
		{ network: 'mainnet' },
		{ signal: controller.signal },
	);
	await pages.next();
	controller.abort(GONE);
	expect(await caught(() => pages.next())).toBe(GONE);
	expect(requests).toHaveLength(1);
});

test('a call that ended is not touched by a later abort', async () => {
	const controller = new AbortController();
	const { client } = setUp(async () => answer({ chains: [] }));
	const { signal } = controller;
	expect(await client.call(chain.getMany, {}, { signal })).toEqual({ chains: [] });
	controller.abort(GONE);
});

test('the connection of an aborted call is closed', async () => {
	const controller = new AbortController();
	let closed: Promise<unknown> | undefined;
	const server = createServer((request) => {
		closed = new Promise((resolve) => request.socket.on('close', resolve));
		controller.abort(GONE);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const { port } = server.address() as AddressInfo;
		const client = connect({ dataUrl: `http://127.0.0.1:${port}` });
		const { signal } = controller;
		expect(await caught(() => client.call(chain.getMany, {}, { signal }))).toBe(GONE);
		await closed;
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
});
