import { Failure } from '../protocol/failure';
import type { PollContext } from './event';

/** Hosts behind which an arbitrary node answers, by the end of their names. */
const PUBLIC_HOSTS = [
	'avax.network',
	'avax-test.network',
	'ankr.com',
	'blastapi.io',
	'blockpi.network',
	'drpc.org',
	'infura.io',
	'nodies.app',
	'onfinality.io',
	'publicnode.com',
	'quiknode.pro',
];

/**
 * Refuses a public endpoint: uptime, connections, peers and version are those of the node that
 * answers, which is an arbitrary one behind a balancer. Throws `Failure` of kind `invalid-input`.
 */
export function requireOwnNode({ client }: PollContext, what: string): void {
	const { hostname } = new URL(client.access('node').url);
	if (!PUBLIC_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`))) return;
	throw new Failure({
		kind: 'invalid-input',
		message: `${what} can only be read from your own node: ${hostname} answers for an arbitrary node. Set the Node URL to your node, or read from the data service where the event offers it`,
	});
}
