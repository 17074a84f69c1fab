import { type Host, useSharedHost } from './kit/host';

/** Answers of n8n's own MCP server to an AI that builds workflows. */

let host: Host;
let key: string;

beforeAll(async () => {
	host = await useSharedHost();
	const { rest } = host.session;
	await rest('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
	({ apiKey: key } = (await rest('GET', '/mcp/api-key')) as { apiKey: string });
});

afterAll(async () => await host?.close());

/** Calls a tool of the MCP server; gives the texts that it returned. */
async function call(name: string, args: object): Promise<string> {
	const response = await fetch(`${host.url}/mcp-server/http`, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			authorization: `Bearer ${key}`,
		},
		body: JSON.stringify({
			jsonrpc: '2.0',
			id: 1,
			method: 'tools/call',
			params: { name, arguments: args },
		}),
	});
	const text = await response.text();
	const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
	const { result } = JSON.parse(data) as { result: { content: Array<{ text: string }> } };
	return result.content.map((each) => each.text).join('\n');
}

test.each([
	['avalanche staking', 'avalanche'],
	['validator', 'avalanche'],
	['node health', 'avalancheRpc'],
])('a search for "%s" finds %s', async (query, node) => {
	const found = await call('search_nodes', { queries: [query] });
	expect(found).toMatch(new RegExp(`n8n-nodes-avalanche-network\\.${node}\\n`));
});

test('the definition of an operation names its parameters with their descriptions', async () => {
	const node = { nodeId: 'n8n-nodes-avalanche-network.avalanche' };
	const definition = await call('get_node_types', {
		nodeIds: [{ ...node, resource: 'staking', operation: 'getValidator' }],
	});
	expect(definition).toContain('nodeId');
	expect(definition).toMatch(/NodeID-/);
});

/**
 * n8n's verdict on the parameters of a node that reads a validator. It knows the form of its own
 * nodes only; of others it knows that they exist.
 */
async function verdictOn(parameters: object): Promise<string> {
	const nodes = [
		{
			name: 'Validator',
			type: 'n8n-nodes-avalanche-network.avalanche',
			typeVersion: 1,
			parameters: { resource: 'staking', operation: 'getValidator', ...parameters },
		},
	];
	return await call('validate_node_config', { nodes });
}

test('a right configuration is valid', async () => {
	const nodeId = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
	const paging = { returnAll: false, limit: 5 };
	const verdict = await verdictOn({ network: 'mainnet', nodeId, ...paging });
	expect(verdict).toMatch(/"valid":\s*true/);
	expect(verdict).not.toMatch(/"valid":\s*false/);
});
