import net from 'node:net';

/**
 * Blocks all connections of this process except loopback, before anything else is loaded: a peer
 * with telemetry (chainkit sends it at every call unless disabled) finds no network.
 */

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

/** The host that a socket is asked to connect to, in any of the forms of `connect`. */
function hostOf(args: readonly unknown[]): string | undefined {
	const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
	if (typeof first === 'object' && first !== null) {
		const { path, host } = first as { path?: string; host?: string };
		return path ? undefined : (host ?? 'localhost');
	}
	const isPath = typeof first === 'string' && !/^\d+$/.test(first);
	return isPath ? undefined : typeof second === 'string' ? second : 'localhost';
}

const { connect } = net.Socket.prototype;

net.Socket.prototype.connect = function (this: net.Socket, ...args: unknown[]) {
	const host = hostOf(args);
	if (host === undefined || LOOPBACK.test(host))
		return Reflect.apply(connect, this, args) as net.Socket;
	process.stderr.write(`No network: a connection to ${host} was refused\n`);
	// A port where nobody listens: the caller meets an ordinary refusal.
	return Reflect.apply(connect, this, [{ port: 1, host: '127.0.0.1' }]) as net.Socket;
} as typeof connect;
