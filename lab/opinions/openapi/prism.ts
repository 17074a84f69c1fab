import { createRequire } from 'node:module';
import path from 'node:path';

/** Prism, which serves the examples of a document and refuses requests that break it. */

const requireTool = createRequire(path.join(__dirname, 'package.json'));

export interface PrismServer {
	url: string;
	close(): Promise<void>;
}

interface Tools {
	createServer(operations: unknown, options: object): PrismInstance;
	getHttpOperationsFromSpec(file: string): Promise<unknown>;
	createLogger(name: string, options: object): unknown;
}

interface PrismInstance {
	listen(port: number, host: string): Promise<string>;
	close(): Promise<void>;
}

/** Serves a document on a free port of the loopback interface. */
export async function servePrism(file: string): Promise<PrismServer> {
	const { createServer } = requireTool('@stoplight/prism-http-server') as Tools;
	const { getHttpOperationsFromSpec } = requireTool('@stoplight/prism-http') as Tools;
	const { createLogger } = requireTool('@stoplight/prism-core') as Tools;
	const config = {
		mock: { dynamic: false },
		isProxy: false,
		checkSecurity: true,
		validateRequest: true,
		validateResponse: false,
		// A request that breaks the document gets the list of its violations.
		errors: true,
	};
	const logger = createLogger('prism', { level: 'silent' });
	const server = createServer(await getHttpOperationsFromSpec(file), {
		config,
		components: { logger },
		cors: false,
	});
	const url = await server.listen(0, '127.0.0.1');
	return { url, close: () => server.close() };
}
