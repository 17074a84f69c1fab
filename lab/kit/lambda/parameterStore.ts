import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Parameter Store on this machine: GetParameter alone. */
export interface ParameterStore {
	/** For AWS_ENDPOINT_URL_SSM. */
	url: string;
	/** The parameters, which may change. */
	values: Record<string, string>;
	/** Names that were asked for. */
	asked: string[];
	close(): Promise<void>;
}

/** Starts a Parameter Store that holds these values. */
export async function startParameterStore(values: Record<string, string>): Promise<ParameterStore> {
	const asked: string[] = [];
	const server = createServer((request, response) => {
		let body = '';
		request.setEncoding('utf8').on('data', (text: string) => (body += text));
		request.on('end', () => {
			const { Name = '' } = JSON.parse(body || '{}') as { Name?: string };
			asked.push(Name);
			const found = values[Name] !== undefined;
			const answer = found
				? { Parameter: { Name, Type: 'SecureString', Value: values[Name] } }
				: { __type: 'ParameterNotFound' };
			response.writeHead(found ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
			response.end(JSON.stringify(answer));
		});
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		...{ values, asked },
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
