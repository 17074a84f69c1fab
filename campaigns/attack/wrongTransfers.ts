import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type Answer, reply } from './hostile';

/** Answers that are sent in a wrong way, below HTTP where needed. */

const ENDLESS = 96 * 1024 * 1024;

export const JSON_TYPE = { 'content-type': 'application/json' };
const onEnd = (request: IncomingMessage, end: () => void) => request.socket.once('close', end);

/** Writes the same piece again and again, until the other side hangs up. */
export function drip(
	headers: Record<string, string> | undefined,
	piece: string,
	everyMs: number,
): Answer {
	return (request, response) => {
		if (headers) response.writeHead(200, headers);
		const dripping = setInterval(() => response.write(piece), everyMs);
		onEnd(request, () => clearInterval(dripping));
	};
}

/** Writes as much as the other side takes, to an end that it must not reach. */
export function flood(block: Buffer, headers: Record<string, string> = JSON_TYPE): Answer {
	return (request, response) => {
		response.writeHead(200, headers);
		let written = 0;
		const fill = () => {
			while (!request.socket.destroyed && written < ENDLESS) {
				written += block.length;
				if (!response.write(block)) return;
			}
			if (!request.socket.destroyed) response.end();
		};
		response.on('drain', fill);
		fill();
	};
}

/** Bytes as they are, instead of a well-formed answer. */
export function raw(...pieces: Array<string | Buffer>): Answer {
	return (_, response: ServerResponse) => {
		for (const piece of pieces) response.socket?.write(piece);
		response.socket?.end();
	};
}

/** Writes text as it is, and leaves the connection open. */
export function rawOpen(text: string): Answer {
	return (_, response) => void response.socket?.write(text);
}

/** A body with the name of an encoding, compressed or not. */
export const compressed = (encoding: string, body: Buffer) =>
	reply(body, 200, { ...JSON_TYPE, 'content-encoding': encoding });

/** A response that changes the protocol. */
export const SWITCH =
	'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n';

/** Headers without an end. */
export function rawDrip(): Answer {
	return (request, response) => {
		response.socket?.write('HTTP/1.1 200 OK\r\n');
		const dripping = setInterval(() => response.socket?.write('X: v\r\n'), 20);
		onEnd(request, () => clearInterval(dripping));
	};
}

/** Informational responses without an end. */
export const informational: Answer = (request, response) => {
	const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
	const dripping = setInterval(() => response.socket?.write(hint), 20);
	onEnd(request, () => clearInterval(dripping));
};

/** Small bodies that become 64 MB. */
export function makeBombs(): Record<string, Buffer> {
	const plain = Buffer.alloc(64 * 1024 * 1024, ' ');
	return {
		gzip: gzipSync(plain),
		deflate: deflateSync(plain),
		br: brotliCompressSync(plain, { params: { 1: 1 } }),
		'gzip of digits': gzipSync(Buffer.alloc(plain.length, '7')),
	};
}
