import type { ServerResponse } from 'node:http';
import { startLocalServer } from '../../kit/system/localServer';

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
	const server = await startLocalServer((request, response, read) => {
		const { hash } = JSON.parse(String(read)) as { hash: string };
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
	return {
		url: server.url,
		executed: of,
		hold: () => (holding = true),
		held: (name) => [...waiting.values()].filter(({ workflow }) => workflow === name).length,
		release() {
			holding = false;
			for (const { count } of waiting.values()) count();
			waiting.clear();
		},
		close: server.close,
	};
}
