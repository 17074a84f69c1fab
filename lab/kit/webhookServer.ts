import { startLocalServer } from './system/localServer';
import type { PollHost } from './pollHost';

/**
 * n8n's HTTP server for webhooks: it reads and parses the body before a node sees the request, answers
 * 200 before the workflow runs, and 404 where nothing is registered.
 */

export interface WebhookServer {
	/** Base URL of n8n. */
	url: string;
	/** Receivers of requests by the first part of the path: the workflow, or a test of it. */
	route: { webhook?: Pick<PollHost, 'receive'>; 'webhook-test'?: Pick<PollHost, 'receive'> };
	/** Paths of the requests so far, with the status that was answered. */
	log: Array<{ path: string; status: number }>;
	/** Resolves when all executions have ended. */
	idle(): Promise<void>;
	close(): Promise<void>;
}

/** N8N_PAYLOAD_SIZE_MAX, 16 MB by default. */
const LARGEST_BODY = 16 * 1024 * 1024;

export async function startWebhookServer(): Promise<WebhookServer> {
	const running = new Set<Promise<void>>();
	const log: WebhookServer['log'] = [];
	const route: WebhookServer['route'] = {};
	const server = await startLocalServer((incoming, outgoing, rawBody) => {
		const path = incoming.url ?? '';
		const answer = (status: number, body: unknown = {}) => {
			if (outgoing.writableEnded) return;
			log.push({ path, status });
			outgoing.writeHead(status, { 'content-type': 'application/json' });
			outgoing.end(JSON.stringify(body));
		};
		if (rawBody.length > LARGEST_BODY) return answer(413);
		let body: unknown;
		try {
			body = JSON.parse(rawBody.toString('utf8'));
		} catch {
			return answer(422, { message: 'Failed to parse request body' });
		}
		const receiver = route[path.split('/')[1] as keyof typeof route];
		if (!receiver) return answer(404);
		let status = 200;
		const httpResponse = {
			status(code: number) {
				status = code;
				return httpResponse;
			},
			json: (given: unknown) => answer(status, given),
		};
		const httpRequest = { headers: incoming.headers, body, rawBody, query: {}, params: {} };
		const taken = receiver
			.receive({ httpRequest, httpResponse }, () =>
				answer(200, { message: 'Workflow was started' }),
			)
			.catch(() => answer(500))
			.finally(() => running.delete(taken));
		running.add(taken);
	});
	return {
		url: server.url,
		route,
		log,
		async idle() {
			while (running.size > 0) await Promise.all(running);
		},
		close: server.close,
	};
}
