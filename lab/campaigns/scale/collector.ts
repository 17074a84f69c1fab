import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The target of executions: counts events, and can make an execution wait. */
export interface Collector {
	url: string;
	/** Times (ms) at which each event reached the end of a workflow: one for each execution. */
	executed(workflow: string): ReadonlyMap<string, readonly number[]>;
	/** Stops responding until it is released: requests wait. */
	hold(): void;
	/** Number of requests of a workflow that wait. */
	held(workflow: string): number;
	/** Responds again. Waiting requests count if their connection is still open. */
	release(): void;
	close(): Promise<void>;
}

/** Starts a collector. Workflows post `{ "hash": … }` to its URL and their own name. */
export async function startCollector(): Promise<Collector> {
	const all = new Map<string, Map<string, number[]>>();
	const waiting = new Map<ServerResponse, { workflow: string; count(): void }>();
	let holding = false;
	const of = (workflow: string) => {
		const known = all.get(workflow) ?? new Map<string, number[]>();
		all.set(workflow, known);
		return known;
	};
	const server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk: Buffer) => (body += chunk.toString()));
		request.on('end', () => {
			const { hash } = JSON.parse(body) as { hash: string };
			const workflow = (request.url ?? '/').slice(1);
			const count = () => {
				const known = of(workflow);
				known.set(hash, [...(known.get(hash) ?? []), Date.now()]);
				response.setHeader('content-type', 'application/json').end('{}');
			};
			if (!holding) return count();
			waiting.set(response, { workflow, count });
			response.once('close', () => waiting.delete(response));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		executed: of,
		hold: () => (holding = true),
		held: (name) => [...waiting.values()].filter(({ workflow }) => workflow === name).length,
		release() {
			holding = false;
			for (const { count } of waiting.values()) count();
			waiting.clear();
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
