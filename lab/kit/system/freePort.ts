import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports that no system gives to a connection or to a server without a port: below 32768 on Linux. */
const [FIRST, LAST] = [20_000, 32_000];

/** True once a socket or a server has its port, false where another one has it. */
async function listens(bound: NodeJS.EventEmitter): Promise<boolean> {
	try {
		await once(bound, 'listening');
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
		throw error;
	}
}

/**
 * A port for a server that cannot choose one itself. It belongs to this process until its end: its
 * UDP socket of the same number keeps the other callers away, while nothing listens on it by TCP.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(FIRST, LAST);
		const reserved = createSocket('udp4').unref();
		if (!(await listens(reserved.bind({ port, address: '127.0.0.1', exclusive: true })))) continue;
		const server = createServer();
		if (await listens(server.listen(port, '127.0.0.1'))) {
			server.close();
			await once(server, 'close');
			return port;
		}
		reserved.close();
	}
}
