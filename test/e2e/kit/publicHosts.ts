import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The internet of a test: an HTTPS proxy that answers for some public hosts with local services, and
 * refuses all others. n8n uses it by the variables that users behind a proxy set, so that workflows,
 * credentials and this package keep the public URLs.
 */
export interface PublicHosts {
	/** Environment variables for n8n. */
	environment: Record<string, string>;
	/** The hosts that n8n connected to. */
	reached: ReadonlySet<string>;
	close(): Promise<void>;
}

function listening(server: Server): Promise<number> {
	return new Promise((resolve) => {
		server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
	});
}

/** A key and a certificate for the hosts that is its own authority, made for this run by OpenSSL. */
function certificateFor(hosts: readonly string[], folder: string) {
	const [key, file] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
	const names = hosts.map((host) => `DNS:${host}`).join(',');
	const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2'.split(' ');
	const subject = ['-subj', '/CN=public hosts of a test', '-addext', `subjectAltName=${names}`];
	execFileSync('openssl', [...kind, ...subject, '-keyout', key, '-out', file], { stdio: 'pipe' });
	return { key: readFileSync(key), cert: readFileSync(file), file };
}

/** Hands a request on to the local service of its host. */
function handOn(services: Record<string, string>) {
	return (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const { method, url = '/', headers } = incoming;
		const [host] = String(headers.host).split(':');
		const target = new URL(url, services[host]);
		const sent = request(target, { method, headers: { ...headers, host: target.host } });
		sent.on('response', (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(outgoing);
		});
		sent.on('error', () => outgoing.destroy());
		outgoing.on('close', () => sent.destroy());
		incoming.pipe(sent);
	};
}

/**
 * Starts the proxy.
 * @param services the URL of the local service that answers for a host, by host
 */
export async function servePublicHosts(services: Record<string, string>): Promise<PublicHosts> {
	const folder = mkdtempSync(path.join(tmpdir(), 'public-hosts-'));
	const { key, cert, file } = certificateFor(Object.keys(services), folder);
	const reached = new Set<string>();
	const sockets = new Set<Socket>();
	const front = createTlsServer({ key, cert }, handOn(services));
	const frontPort = await listening(front);

	const proxy = createServer((_, outgoing) => void outgoing.writeHead(502).end());
	proxy.on('connect', ({ url = '' }, socket: Socket, head: Buffer) => {
		const [host] = url.split(':');
		socket.on('error', () => socket.destroy());
		if (!(host in services)) {
			socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
			return;
		}
		reached.add(host);
		const inner = connect(frontPort, '127.0.0.1', () => {
			socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			inner.write(head);
			inner.pipe(socket).pipe(inner);
		});
		inner.on('error', () => socket.destroy());
		inner.on('close', () => socket.destroy());
		socket.on('close', () => inner.destroy());
		for (const one of [socket, inner]) {
			sockets.add(one);
			one.on('close', () => sockets.delete(one));
		}
	});
	const proxyUrl = `http://127.0.0.1:${await listening(proxy)}`;

	return {
		environment: {
			HTTPS_PROXY: proxyUrl,
			HTTP_PROXY: proxyUrl,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: file,
		},
		reached,
		async close() {
			for (const socket of sockets) socket.destroy();
			for (const server of [proxy, front]) {
				server.closeAllConnections();
				await new Promise((resolve) => server.close(resolve));
			}
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
