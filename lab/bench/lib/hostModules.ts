import { createRequire, Module } from 'node:module';

/**
 * In n8n its own nodes share the host's modules. Here they stand in another node_modules, with second
 * copies: these would cost time and memory that no user pays, and have empty containers. So what
 * they ask for by these names is the one copy that n8n-core uses.
 */

const SHARED = /^(n8n-workflow|n8n-core|@n8n\/(?!imap)[^/]+)(\/|$)/;

type Resolve = (
	request: string,
	parent: { filename?: string } | undefined,
	...more: unknown[]
) => string;

/** Once in a process, before the first node from the `peers` folder is loaded. */
export function shareHostModules(peers: string): void {
	const host = createRequire(require.resolve('n8n-core'));
	const loader = Module as unknown as { _resolveFilename: Resolve };
	const resolve = loader._resolveFilename;
	loader._resolveFilename = (request, parent, ...more) => {
		if (SHARED.test(request) && parent?.filename?.startsWith(peers)) {
			try {
				return host.resolve(request);
			} catch {
				// An optional module: n8n-core works without it.
			}
		}
		return resolve(request, parent, ...more);
	};
}
