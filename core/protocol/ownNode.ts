import { Failure } from '../failure';

/** Hosts of public endpoints, where an arbitrary node responds, by the end of their names. */
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

const HINT =
	'Set the Node URL in the credential to a node of your own; a public endpoint has no health, index and metrics APIs, and its other answers on a node are those of an arbitrary one.';

/** True for the URL of a public endpoint, where an arbitrary node responds. */
export function isPublicEndpoint(url: string): boolean {
	const { hostname } = new URL(url);
	return PUBLIC_HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/**
 * Rejects the URL of a public endpoint: health, index, uptime, connections, peers and version are
 * those of one node, while an arbitrary node behind a load balancer responds there. `what` is the
 * subject of the sentence; `instead` is an alternative. Throws `Failure` of kind `invalid-input`.
 */
export function requireOwnNode(
	url: string,
	what: string,
	{ instead, operation }: { instead?: string; operation?: string } = {},
): void {
	if (!isPublicEndpoint(url)) return;
	const { hostname } = new URL(url);
	throw new Failure({
		kind: 'invalid-input',
		message: `${what} can only be read from your own node: ${hostname} answers for an arbitrary node. Set Node URL in the credential to your node${instead ? `, ${instead}` : ''}`,
		hint: HINT,
		operation,
	});
}
