import { startLocalServer } from '../system/localServer';

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
	const server = await startLocalServer((_request, response, read) => {
		const { Name = '' } = JSON.parse(String(read) || '{}') as { Name?: string };
		asked.push(Name);
		const found = values[Name] !== undefined;
		const answer = found
			? { Parameter: { Name, Type: 'SecureString', Value: values[Name] } }
			: { __type: 'ParameterNotFound' };
		response.writeHead(found ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' });
		response.end(JSON.stringify(answer));
	});
	return {
		url: server.url,
		...{ values, asked },
		close: server.close,
	};
}
