import { createServer } from 'node:http';
import * as rooms from './rooms/all';
import type { Control } from './controlTypes';
import { decodeValues } from './controlValues';
import { listen, type RunningServer } from './http/server';
import type { EmulatedRoom } from './room';
import { stringify } from './service';

const ROOMS: readonly EmulatedRoom[] = Object.values(rooms);

/** Names that `GET /<name>` reads. */
const READABLE = new Set([
	...['requests', 'requestCount', 'faults'],
	...ROOMS.flatMap(({ readable = [] }) => readable),
]);

/**
 * The control endpoint: `POST /<method>` with the argument as JSON, and `GET /<method>` of those that
 * only read. Answers `{ result }` or `{ error }`.
 */
export function serveControl(control: Control, port: number): Promise<RunningServer> {
	const methods = new Map(Object.entries(control) as [string, (given: unknown) => unknown][]);
	const server = createServer((incoming, outgoing) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', async () => {
			const name = (incoming.url ?? '/').slice(1).split('?')[0];
			const method = methods.get(name);
			const allowed =
				incoming.method === 'POST' || (incoming.method === 'GET' && READABLE.has(name));
			let status = 200;
			let answer: object;
			try {
				if (!method || !allowed) {
					status = 404;
					answer = {
						error: `There is ${[...methods.keys()].map((key) => `POST /${key}`).join(', ')}`,
					};
				} else {
					const text = Buffer.concat(chunks).toString('utf8');
					const given = decodeValues(text === '' ? {} : JSON.parse(text));
					answer = { result: (await method(given)) ?? null };
				}
			} catch (error) {
				status = 400;
				answer = { error: error instanceof Error ? error.message : String(error) };
			}
			outgoing.writeHead(status, { 'content-type': 'application/json' });
			outgoing.end(stringify(answer));
		});
	});
	return listen(server, port);
}
