import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A node with a WebSocket: its HTTP is that of an emulated node, and it tells what a test says. */

interface Socket {
	readyState: number;
	on(event: 'message' | 'close', act: (data: Buffer) => void): void;
	send(text: string): void;
	close(code?: number): void;
	terminate(): void;
}

interface Sockets {
	handleUpgrade(
		incoming: object,
		socket: Duplex,
		head: Buffer,
		act: (socket: Socket) => void,
	): void;
}

const { WebSocketServer } = createRequire(__filename)('ws') as {
	WebSocketServer: new (options: object) => Sockets;
};

/** A connection of a client. */
export interface Listener {
	path: string;
	headers: IncomingHttpHeaders;
	/** Parameters of `eth_subscribe`. */
	subscriptions: unknown[];
	/** Methods of all calls, in their order. */
	methods: string[];
	isOpen: boolean;
}

export interface NodeSocket {
	url: string;
	/** All connections since the start. */
	listeners: readonly Listener[];
	/** Refuses subscriptions, or answers nothing at all, from now on. */
	answers: 'all' | 'errors' | 'nothing';
	/** Keeps the answers to HTTP requests from now on, until it is resolved. */
	held?: { requests: number; until: Promise<unknown> };
	/** Tells each open connection that there is something. */
	ring(text?: string): void;
	/** Closes all connections. */
	hangUp(): void;
	close(): Promise<void>;
}

/** Starts a server that passes HTTP on to the node at this URL, and has a WebSocket of its own. */
export async function startNodeSocket(nodeUrl: string): Promise<NodeSocket> {
	const open = new Map<Socket, Listener>();
	const listeners: Listener[] = [];
	const server = createServer((incoming, response) => {
		const { method, headers, url = '/' } = incoming;
		const { held } = node;
		if (held) held.requests++;
		const forwarded = request(new URL(url, nodeUrl), { method, headers }, async (answer) => {
			await held?.until;
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		forwarded.on('error', () => response.destroy());
		incoming.pipe(forwarded);
	});
	const sockets = new WebSocketServer({ noServer: true });
	server.on('upgrade', (incoming, duplex, head) => {
		sockets.handleUpgrade(incoming, duplex, head, (socket) => {
			const { url: path = '', headers } = incoming;
			const listener = { path, headers, subscriptions: [], methods: [], isOpen: true } as Listener;
			listeners.push(listener);
			open.set(socket, listener);
			socket.on('close', () => {
				listener.isOpen = false;
				open.delete(socket);
			});
			socket.on('message', (data) => {
				const { id, method, params } = JSON.parse(String(data)) as {
					[name: string]: unknown;
					method: string;
				};
				listener.methods.push(method);
				if (method === 'eth_subscribe') listener.subscriptions.push(params);
				const error = { code: -32601, message: 'no subscriptions here' };
				const answer = node.answers === 'errors' ? { error } : { result: '0x1' };
				if (node.answers !== 'nothing')
					socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
			});
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const notification = {
		jsonrpc: '2.0',
		method: 'eth_subscription',
		params: { subscription: '0x1' },
	};
	const node: NodeSocket = {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		listeners,
		answers: 'all',
		ring: (text = JSON.stringify(notification)) => open.forEach((_, socket) => socket.send(text)),
		hangUp: () => open.forEach((_, socket) => socket.terminate()),
		async close() {
			node.hangUp();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return node;
}
